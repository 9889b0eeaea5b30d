package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/showing/picture"
)

// plot draws what was measured of growing rows: processor time a row, and what was held
// beside the matrix, each over the number of rows. Of several lines of one piece of work
// the median counts.
func plot(from, dir string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	if len(lines) < 2 {
		return fmt.Errorf("%s holds no lines", from)
	}
	for _, p := range []struct{ file, column, title, y string }{
		{"growth-rows-time.svg", "cpu_us_per_row", "Processor time a row", "µs a row, all processes"},
		{"growth-rows-memory.svg", "ratio", "Memory, over that of the matrix", "most memory / matrix"},
	} {
		curves, err := curvesOf(lines, p.column)
		if err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		out, err := os.Create(filepath.Join(dir, p.file))
		if err != nil {
			return err
		}
		err = picture.DrawCurves(out, picture.Curves{Title: p.title, X: "rows", Y: p.y, Log: true, Zero: true, Lines: curves})
		if err := errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
	return nil
}

// curvesOf returns a curve for each shape and learner.
func curvesOf(lines [][]string, column string) ([]picture.Curve, error) {
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	for _, name := range []string{"shape", "learner", "settings", "rows", column} {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("there is no column %q", name)
		}
	}
	values := map[string]map[float64][]float64{}
	var labels []string
	for _, line := range lines[1:] {
		label := strings.TrimRight(line[at["shape"]]+", "+line[at["learner"]]+", "+line[at["settings"]], ", ")
		rows, err := strconv.ParseFloat(line[at["rows"]], 64)
		if err != nil {
			return nil, err
		}
		v, err := strconv.ParseFloat(line[at[column]], 64)
		if err != nil {
			return nil, err
		}
		if values[label] == nil {
			values[label] = map[float64][]float64{}
			labels = append(labels, label)
		}
		values[label][rows] = append(values[label][rows], v)
	}
	var curves []picture.Curve
	for _, label := range labels {
		c := picture.Curve{Label: label, X: slices.Sorted(maps.Keys(values[label]))}
		if len(c.X) < 2 {
			continue // no growth
		}
		for _, rows := range c.X {
			c.Y = append(c.Y, median(values[label][rows]))
			c.Half = append(c.Half, 0)
		}
		curves = append(curves, c)
	}
	return curves, nil
}

func median(list []float64) float64 {
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
