package figures

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/showing/picture"
)

// Entry is a figure that is to be measured.
type Entry struct {
	Group         string // of works whose ratios stand in one picture
	Work, Measure string
	Target
}

// Release is a file of figures that is kept.
type Release struct {
	Name    string // date and processor
	Figures []Figure
}

// Releases reads the files of a folder, the oldest first.
func Releases(folder string) ([]Release, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil {
		return nil, err
	}
	var list []Release
	for _, path := range paths {
		figures, err := Read(path)
		if err != nil {
			return nil, err
		}
		list = append(list, Release{strings.TrimSuffix(filepath.Base(path), ".csv"), figures})
	}
	return list, nil
}

// figure is that of an entry.
func (r Release) figure(e Entry) (Figure, bool) {
	for _, f := range r.Figures {
		if f.Work == e.Work && f.Measure == e.Measure {
			return f, true
		}
	}
	return Figure{}, false
}

// Has reports whether an entry was measured.
func (r Release) Has(e Entry) bool {
	_, ok := r.figure(e)
	return ok
}

// latest is the figure of the newest release that has one, with its number from 1.
func latest(releases []Release, e Entry) (f Figure, release string) {
	for i, r := range slices.Backward(releases) {
		if f, ok := r.figure(e); ok {
			return f, strconv.Itoa(i + 1)
		}
	}
	return Empty(e.Work, e.Measure), "not measured"
}

// legend says which release is which.
func legend(releases []Release) string {
	list := make([]string, len(releases))
	for i, r := range releases {
		list[i] = fmt.Sprintf("%d is %s", i+1, r.Name)
	}
	return strings.Join(list, ", ")
}

// Table is the Markdown of all entries, each with the figure of the newest release that
// has one, held against the targets of today.
func Table(entries []Entry, releases []Release) string {
	var b strings.Builder
	b.WriteString("| work | best peer | peer, s | bench, s | figure | floor | goal | moonshot | " +
		"| objective above the peer's | agree | release |\n" +
		"|:--|:--|--:|--:|--:|--:|--:|--:|:--|--:|--:|:--|\n")
	for _, e := range entries {
		f, release := latest(releases, e)
		f.Target = e.Target
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", e.Name(), orNone(f.Peer),
			number(f.PeerSeconds, 3), number(f.BenchSeconds, 3), f.spread(), number(f.Floor, 4), number(f.Goal, 4),
			number(f.Moonshot, 4), f.Verdict(), number(f.ObjectiveExcess, 1), number(f.Agreement, 4), release)
	}
	b.WriteString("\nReleases:\n\n")
	for i, r := range releases {
		fmt.Fprintf(&b, "%d. %s\n", i+1, r.Name)
	}
	return b.String()
}

// Rooflines is the Markdown of the works whose needs are known, beside what was measured.
func Rooflines(entries []Entry, releases []Release) string {
	var b strings.Builder
	b.WriteString("| work | GB | Gflop | GB/s, one core and all | Gflop/s, one core and all " +
		"| limit, s | bound by | bench, s | limit over bench |\n" +
		"|:--|--:|--:|--:|--:|--:|:--|--:|--:|\n")
	for _, e := range entries {
		f, _ := latest(releases, e)
		if !(f.LimitSeconds > 0) {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s, %s | %s, %s | %s | %s | %s | %s |\n", e.Work, number(f.Gigabytes, 3),
			number(f.Gigaflops, 3), number(f.ReadOne, 3), number(f.Read, 3), number(f.FlopsOne, 3), number(f.Flops, 3),
			number(f.LimitSeconds, 2), f.Bound, number(f.BenchSeconds, 3), percent(f.OfLimit))
	}
	return b.String()
}

// Name is the work, with the measure if that is not a ratio.
func (e Entry) Name() string {
	if e.Measure == Ratio {
		return e.Work
	}
	return e.Work + ": " + e.Measure
}

// Verdict says what is to be said of a figure against its targets.
func (f Figure) Verdict() string {
	switch {
	case f.Figure != f.Figure:
		return ""
	case f.Missed():
		return "**below the floor**"
	case f.Reached():
		return "goal"
	}
	return ""
}

// spread is the figure with its range over the runs.
func (f Figure) spread() string {
	if !(f.Least < f.Largest) {
		return number(f.Figure, 2)
	}
	return fmt.Sprintf("%s (%s–%s)", number(f.Figure, 2), number(f.Least, 2), number(f.Largest, 2))
}

// number writes a number with so many significant digits, and no number as a dash.
func number(x float64, digits int) string {
	if x != x {
		return "–"
	}
	text := strconv.FormatFloat(x, 'g', digits, 64)
	if rounded, _ := strconv.ParseFloat(text, 64); rounded >= 1 && rounded < 1e6 {
		text = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return strings.ReplaceAll(text, "-", "−")
}

func percent(x float64) string { return number(100*x, 2) + " %" }

func orNone(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// Pictures are the ratios over the releases, a picture for each group of works, as SVG by
// the group's name.
func Pictures(entries []Entry, releases []Release) (map[string][]byte, error) {
	lines := map[string][]picture.Curve{}
	for _, e := range entries {
		if e.Measure != Ratio {
			continue
		}
		line := picture.Curve{Label: e.Work}
		for i, r := range releases {
			if f, ok := r.figure(e); ok {
				line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, f.Figure)
				line.Half = append(line.Half, math.NaN())
			}
		}
		lines[e.Group] = append(lines[e.Group], line)
	}
	files := map[string][]byte{}
	for group, curves := range lines {
		if len(curves) > picture.MostCurves {
			return nil, fmt.Errorf("a picture holds %d lines, and the group %s has %d", picture.MostCurves, group, len(curves))
		}
		var b bytes.Buffer
		err := picture.DrawCurves(&b, picture.Curves{Title: "Times as fast as the best peer: " + group, X: "release",
			Y:     "ratio",
			Lines: curves, Remark: "Release " + legend(releases), Reason: "Nothing was measured yet."})
		if err != nil {
			return nil, err
		}
		files[group] = b.Bytes()
	}
	return files, nil
}
