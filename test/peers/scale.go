package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// scale is one large piece of work, for bench alone: one-vs-rest of ten classes with
// logistic regression on a single division of a million rows.
type scale struct {
	name    string
	dataset func(setting) string // the dataset block's content
	need    roofline.Work
	targets []target
}

// Passes that bench's learner made in November 2026: on the dense rows until the slowest of
// the problems, which share each pass, had ended (45 on average), on the sparse ones each
// problem.
const passesBlobs, passesLarge = 58, 17

var scales = []scale{
	{"scale, 10⁶ × 100 dense, one-vs-rest, logreg", func(setting) string {
		return "generate = \"blobs\"\n  classes = 10\n  rows = 1000000\n  features = 100\n  spread = 5\n  seed = 1"
	}, roofline.Passes(900_000, 100, 10, passesBlobs), []target{small(overLimit, 4, 2)}},
	{"scale, 10⁶ × 100,000 sparse, one-vs-rest, logreg", func(s setting) string {
		return fmt.Sprintf("file = %q", s.large())
	}, roofline.SparsePasses(90_000_000, 10, passesLarge), []target{small(overLimit, 60, 10)}},
}

func scaleRows() []row {
	return lists.Map(scales, func(c scale) row {
		return row{group: "scale", work: c.name, targets: c.targets, need: c.need,
			hold: func(s setting) (line, error) { return s.holdScale(c) }}
	})
}

// large is the file of the sparse piece of work: a million rows of 100,000 columns,
// 100 nonzeros a row.
func (s setting) large() string { return filepath.Join(s.data(), "large.svm") }

const scaleExperiment = `experiment "scale" { seed = 1 }

dataset "data" {
  %s
}

encoder "none" "none" {}
learner "logreg" "learner" {}
reduction "one_vs_rest" "reduction" {}
validation {
  method = "holdout"
  test   = 0.1
}
metric "accuracy" {}
`

// holdScale runs one piece of work once, and prints its seconds and its memory.
func (s setting) holdScale(c scale) (line, error) {
	dataset := c.dataset(s)
	if strings.Contains(dataset, s.large()) {
		if err := s.makeLarge(); err != nil {
			return line{}, err
		}
	}
	dir, err := os.MkdirTemp(s.work, "run")
	if err != nil {
		return line{}, err
	}
	defer os.RemoveAll(dir)
	file, results := filepath.Join(dir, "scale.hcl"), filepath.Join(dir, "results")
	if err := os.WriteFile(file, fmt.Appendf(nil, scaleExperiment, dataset), 0o644); err != nil {
		return line{}, err
	}
	used, err := observe(s.bench("run", file, "-out", results, "-workers", strconv.Itoa(s.workers)), false)
	if err != nil {
		return line{}, err
	}
	work, err := workSeconds(results)
	if err != nil {
		return line{}, err
	}
	cells := map[string]float64{}
	for _, column := range []string{"train_seconds", "predict_seconds", "peak_rss_bytes", "unconverged"} {
		if cells[column], err = number(filepath.Join(results, "cells.csv"), column); err != nil {
			return line{}, err
		}
	}
	accuracy, err := number(filepath.Join(results, "scores.csv"), "value")
	if err != nil {
		return line{}, err
	}
	fmt.Printf("%s: whole %.1f s, work %.1f s (training %.1f, prediction %.1f), resident at most: "+
		"largest process %.0f MiB, learner %.0f MiB; accuracy %.4f, unconverged %g\n",
		c.name, used.seconds, work, cells["train_seconds"], cells["predict_seconds"], used.largest/(1<<20),
		cells["peak_rss_bytes"]/(1<<20), accuracy, cells["unconverged"])
	limit, _ := s.machine.Limit(c.need)
	// Threads that train problems of their own count each: training takes no longer than the work.
	training := min(cells["train_seconds"], work)
	return line{ours: []outcome{{Seconds: work, Accuracy: accuracy}},
		measured: map[string]float64{overLimit: training / limit}}, nil
}

// makeLarge writes the sparse file once. A row draws its columns from the frequent
// end of all of them and, for a tenth, from those of its class.
func (s setting) makeLarge() error {
	const rows, columns, nonzeros, classes = 1_000_000, 100_000, 100, 10
	if _, err := os.Stat(s.large()); err == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "making a large sparse file: some minutes, once")
	f, err := os.Create(s.large() + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	random := rand.New(rand.NewPCG(4, 0))
	seen := make([]bool, columns)
	var line []byte
	for range rows {
		class := random.IntN(classes)
		var drawn []int
		for len(drawn) < nonzeros {
			u := random.Float64()
			j := int(u * u * u * columns)
			if len(drawn)%10 == 0 {
				j = (random.IntN(columns/100)*classes + class) * 10
			}
			if !seen[j] {
				seen[j] = true
				drawn = append(drawn, j)
			}
		}
		slices.Sort(drawn)
		line = strconv.AppendInt(line[:0], int64(class), 10)
		for _, j := range drawn {
			seen[j] = false
			line = append(strconv.AppendInt(append(line, ' '), int64(j+1), 10), ':')
			line = strconv.AppendFloat(line, float64(1+random.IntN(99))/100, 'g', -1, 64)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return os.Rename(f.Name(), s.large())
}
