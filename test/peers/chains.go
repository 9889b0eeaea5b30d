package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/manyclass/bench/test/peers/roofline"
)

// The shape of chains_data.py: rows to train on, features and labels.
const chainRows, chainFeatures, chainLabels = 4000, 50, 100

// chainPeers are solvers of scikit-learn that come to the minimum.
var chainPeers = []peer{sklearn("newton-cholesky", "1e-4"), sklearn("lbfgs", "1e-6")}

func chainRow() row {
	const seen = chainFeatures + chainLabels/2 // by a link, on average
	return row{group: "dense", work: fmt.Sprintf("chains, %d labels", chainLabels),
		targets: []target{ratio(1, 3), small(processorTimes, 1, 0.5)},
		need:    roofline.Passes(chainRows, seen, chainLabels, logregPassesA),
		hold:    setting.holdChains}
}

const chainExperiment = `experiment "chains" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
  target    = [for label in range(%d) : "y${label}"]
}

encoder "none" "none" {}
learner "logreg" "learner" {}
reduction "classifier_chain" "chain" {}
validation { method = "predefined" }
metric "hamming_loss" {}
`

// holdChains lets the faster of two solvers under scikit-learn's ClassifierChain and bench
// train and decide a chain in turns. The processor time of scikit-learn is that of fit and
// predict, that of bench everything from the command to the end. The accuracy is the
// Hamming loss.
func (s setting) holdChains() (line, error) {
	part := func(of string) string {
		return filepath.Join(s.data(), fmt.Sprintf("chains%d.%s.csv", chainLabels, of))
	}
	if _, err := os.Stat(part("test")); err != nil {
		if err := passThrough(s.command(s.python, "test/peers/programs/chains_data.py", s.data(), strconv.Itoa(chainLabels),
			strconv.Itoa(chainRows), strconv.Itoa(chainFeatures))); err != nil {
			return line{}, err
		}
	}
	run := func(ctx context.Context, p candidate) (outcome, error) {
		o, err := s.run(ctx, s.python, "test/peers/programs/chains_peer.py", part("train"), part("test"),
			strconv.Itoa(chainLabels), p.solver, p.tol, strconv.Itoa(p.jobs))
		o.predictions = nil // those of bench are sets of labels
		return o, err
	}
	best, first, err := s.chooseBy(chainPeers, run)
	if err != nil {
		return line{}, err
	}
	l := line{peer: best.String(), theirs: []outcome{first}}
	var times []float64
	for i := range s.runs {
		if i > 0 {
			o, err := run(s.ctx, best)
			if err != nil {
				return l, err
			}
			l.theirs = append(l.theirs, o)
		}
		o, err := s.cell(fmt.Sprintf(chainExperiment, part("train"), part("test"), chainLabels), false)
		if err != nil {
			return l, err
		}
		o.predictions = nil
		l.ours, times = append(l.ours, o), append(times, o.CPU/l.theirs[i].CPU)
	}
	l.measured = map[string]float64{processorTimes: median(times)}
	return l, nil
}
