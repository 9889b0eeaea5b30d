package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// growth is work that test/growth measures for bench alone at several numbers of rows.
type growth struct {
	shape    string
	settings string // of the learner
	rows     string // as test/growth takes them
	most     float64
	full     bool
}

var growths = []growth{
	{"dense", "", "100000,1000000", 1e6, false},
	{"hashed", fivePasses, "100000,1000000", 1e6, false},
	{"dense", "", "100000,1000000,10000000", 1e7, true},
	{"hashed", fivePasses, "100000,1000000,10000000", 1e7, true},
}

// fivePasses lets each number of rows have as many: to the end, more rows of more
// values that are seen once need more of them.
const fivePasses = "max_iter = 5"

// What grows with rows.
const (
	perRow  = "processor seconds a row at the most rows over those at the fewest"
	mostGiB = "GiB of all processes"
)

func growthRows() []row {
	return lists.Map(growths, func(g growth) row {
		limit := 5 * time.Minute
		if g.full {
			limit = time.Hour
		}
		need := roofline.Passes(0.9*g.most, 50, 10, logregPassesA)
		if g.shape == "hashed" {
			need = roofline.SparsePasses(0.9*g.most*20, 4, logregPassesC)
		}
		return row{group: "scale", work: fmt.Sprintf("growth, %s, 10⁵ to %s rows", g.shape, map[float64]string{1e6: "10⁶",
			1e7: "10⁷"}[g.most]),
			targets: []target{small(perRow, 1.5, 1.1), small(mostGiB, 16, g.most/1e7*8)}, need: need, full: g.full, limit: limit,
			hold: func(s setting) (line, error) { return s.holdGrowth(g) }}
	})
}

// holdGrowth runs test/growth once.
func (s setting) holdGrowth(g growth) (line, error) {
	dir, err := os.MkdirTemp(s.work, "growth")
	if err != nil {
		return line{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "rows.csv")
	command := s.command("go", "run", "./test/growth", "-bench", filepath.Join(s.bin, "bench"), "-rows", g.rows,
		"-shape", g.shape, "-settings", g.settings,
		"-dir", dir, "-csv", file)
	if _, err := observe(command, false); err != nil {
		return line{}, err
	}
	f, err := os.Open(file)
	if err != nil {
		return line{}, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return line{}, err
	}
	value := func(line []string, name string) float64 {
		at := slices.Index(lines[0], name)
		if at < 0 {
			return math.NaN()
		}
		v, _ := strconv.ParseFloat(line[at], 64)
		return v
	}
	few, many := lines[1], lines[len(lines)-1]
	return line{ours: []outcome{{Seconds: value(many, "seconds"), Accuracy: value(many, "accuracy")}},
		measured: map[string]float64{
			perRow:  value(many, "cpu_us_per_row") / value(few, "cpu_us_per_row"),
			mostGiB: value(many, "most_mib") / 1024,
		}}, nil
}
