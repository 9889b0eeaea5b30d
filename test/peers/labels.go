package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// labelled is work on data in the shape of EUR-Lex: a binary problem for each label.
type labelled struct {
	labels int
	full   bool
	limit  time.Duration
}

var labelledWork = []labelled{{100, false, 0}, {4000, true, 3 * time.Hour}}

// The shape of labels.py, with values a row as it prints them.
const labelRows, labelFeatures, labelValues = 15000, 5000, 236.5

func labelsRows() []row {
	return lists.Map(labelledWork, func(w labelled) row {
		need := roofline.SparsePasses(labelRows*labelValues, float64(w.labels), svmPassesC).
			Plus(roofline.SparseScores(labelRows/4*labelValues, float64(w.labels)))
		targets := []target{ratio(3, 6)}
		if w.full {
			targets = append(targets, small(memoryData, 4, 3))
		}
		return row{group: "sparse", targets: targets, need: need, full: w.full, limit: w.limit,
			work: fmt.Sprintf("eurlex shape, 15,000 × 5,000 sparse, %d labels, svm", w.labels),
			hold: func(s setting) (line, error) { return s.holdLabels(w) }}
	})
}

const labelsExperiment = `experiment "labels" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
}

encoder "none" "none" {}
learner "svm" "learner" {}
reduction "binary_relevance" "reduction" {}
validation { method = "predefined" }
metric "f1" { average = "micro" }
`

// holdLabels lets the fastest of LIBLINEAR, LibMultiLabel and scikit-learn and bench do
// the work in turns. Their accuracy is the micro-averaged F1.
func (s setting) holdLabels(w labelled) (line, error) {
	name := "labels" + strconv.Itoa(w.labels)
	part := func(of string) string { return filepath.Join(s.data(), name+"."+of+".svm") }
	if _, err := os.Stat(part("test")); err != nil {
		if err := passThrough(s.command(s.python, "test/peers/programs/labels.py", s.data(), strconv.Itoa(w.labels),
			strconv.Itoa(labelRows), strconv.Itoa(labelFeatures))); err != nil {
			return line{}, err
		}
	}
	peers := []peer{liblinear("1", "1e-3"), sklearn("libmultilabel", "1e-3"), sklearn("svm", "1e-3")}
	best, first, err := s.chooseBy(peers, func(ctx context.Context, p candidate) (outcome, error) {
		return s.labelsPeer(ctx, part, p)
	})
	if err != nil {
		return line{}, err
	}
	l := line{peer: strings.Replace(best.String(), "sklearn libmultilabel", "libmultilabel", 1), theirs: []outcome{first}}
	for i := range s.runs {
		if i > 0 {
			o, err := s.labelsPeer(s.ctx, part, best)
			if err != nil {
				return l, err
			}
			l.theirs = append(l.theirs, o)
		}
		o, err := s.cell(fmt.Sprintf(labelsExperiment, part("train"), part("test")), w.full)
		if err != nil {
			return l, err
		}
		o.predictions = nil // they are sets of labels
		l.ours = append(l.ours, o)
	}
	const bytes, weight = 12, 8 // of a value with its column, and of a number of a model
	data := bytes*labelRows*labelValues + weight*labelFeatures*float64(w.labels)
	l.measured = map[string]float64{memoryData: l.ours[0].together / data}
	return l, nil
}

func (s setting) labelsPeer(ctx context.Context, part func(string) string, p candidate) (o outcome, err error) {
	if p.program == "liblinear" {
		o, err = s.run(ctx, s.liblinear, part("train"), part("test"), p.solver, p.tol, "labels")
	} else {
		o, err = s.run(ctx, s.python, "test/peers/programs/labels_peer.py", part("train"), part("test"), p.solver, p.tol,
			strconv.Itoa(p.jobs))
	}
	o.predictions = nil
	return o, err
}
