package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// labelled is work on data in the shape of EUR-Lex: a binary problem for each label, or for
// each class if rows have one.
type labelled struct {
	labels  int
	classes bool
	full    bool
	limit   time.Duration
}

var labelledWork = []labelled{{labels: 100}, {labels: 4000, full: true, limit: 3 * time.Hour},
	{labels: 4000, classes: true, full: true, limit: 3 * time.Hour}}

// what are the labels called.
func (w labelled) what() string {
	if w.classes {
		return "classes"
	}
	return "labels"
}

// experiment is the text of bench's experiment.
func (w labelled) experiment(part func(string) string) string {
	types, reduction, metric := "", "binary_relevance", `metric "f1" { average = "micro" }`
	if w.classes {
		types, reduction, metric = `types = { label = "categorical" }`, "one_vs_rest", `metric "accuracy" {}`
	}
	return fmt.Sprintf(labelsExperiment, part("train"), part("test"), types, reduction, metric)
}

// peers are the programs that do the same, the fastest known first: others are not waited
// for much longer.
func (w labelled) peers() []peer {
	solver := "svm"
	if w.classes {
		solver = linearSVC
	}
	return []peer{sklearn("libmultilabel", "1e-3"), liblinear("1", "1e-3"), sklearn(solver, "1e-3")}
}

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
			work: fmt.Sprintf("eurlex shape, 15,000 × 5,000 sparse, %d %s, svm", w.labels, w.what()),
			hold: func(s setting) (line, error) { return s.holdLabels(w) }}
	})
}

const labelsExperiment = `experiment "labels" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
  %s
}

encoder "none" "none" {}
learner "svm" "learner" {}
reduction %q "reduction" {}
validation { method = "predefined" }
%s
`

// holdLabels lets the fastest of LIBLINEAR, LibMultiLabel and scikit-learn and bench do
// the work in turns. Their accuracy is the micro-averaged F1 of labels.
func (s setting) holdLabels(w labelled) (line, error) {
	name := w.what() + strconv.Itoa(w.labels)
	part := func(of string) string { return filepath.Join(s.data(), name+"."+of+".svm") }
	if _, err := os.Stat(part("test")); err != nil {
		if err := passThrough(s.command(s.python, "test/peers/programs/labels.py", s.data(), strconv.Itoa(w.labels),
			strconv.Itoa(labelRows), strconv.Itoa(labelFeatures))); err != nil {
			return line{}, err
		}
	}
	run := func(ctx context.Context, p candidate) (outcome, error) { return s.labelsPeer(ctx, w, part, p) }
	best, first, err := s.chooseBy(w.peers(), run)
	if err != nil {
		return line{}, err
	}
	l := line{peer: strings.Replace(best.String(), "sklearn libmultilabel", "libmultilabel", 1), theirs: []outcome{first}}
	for i := range s.runs {
		if i > 0 {
			o, err := run(s.ctx, best)
			if err != nil {
				return l, err
			}
			l.theirs = append(l.theirs, o)
		}
		o, err := s.cell(w.experiment(part), w.full)
		if err != nil {
			return l, err
		}
		if !w.classes {
			o.predictions = nil // they are sets of labels
		}
		l.ours = append(l.ours, o)
	}
	const bytes, weight = 12, 8 // of a value with its column, and of a number of a model
	data := bytes*labelRows*labelValues + weight*labelFeatures*float64(w.labels)
	l.measured = map[string]float64{memoryData: l.ours[0].together / data}
	return l, nil
}

func (s setting) labelsPeer(ctx context.Context, w labelled, part func(string) string, p candidate) (o outcome, err error) {
	if p.program == "liblinear" {
		strategy := "labels"
		if w.classes {
			strategy = "ovr"
		}
		o, err = s.run(ctx, s.liblinear, part("train"), part("test"), p.solver, p.tol, strategy)
	} else {
		o, err = s.run(ctx, s.python, "test/peers/programs/labels_peer.py", part("train"), part("test"), p.solver, p.tol,
			strconv.Itoa(p.jobs))
	}
	if !w.classes {
		o.predictions = nil
	}
	return o, err
}
