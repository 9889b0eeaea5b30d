package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/roofline"
)

// letters is a learner of the literature on the first rows of the letters, K = 26, and
// what letter_sklearn.py calls the same.
type letters struct {
	name, learner, reduction string // reduction is a block, or "" for direct
	peer                     string
	rows                     int
	need                     roofline.Work
	targets                  []target
}

// lettersWork is what letters are tried with. KernelRidge solves for all classes at once if
// its user writes their targets side by side; OneVsRestClassifier does not, and is given
// fewer rows since each class costs it a factorisation.
var lettersWork = []letters{
	// A round of a class looks at each value once.
	{"letters, one-vs-rest, adaboost", `"adaboost" "learner" {}`, `"one_vs_rest" "reduction" {}`, "adaboost", 15000,
		roofline.Scores(15000, 16, 26*100), []target{ratio(5, 10)}},
	{"letters, one-vs-rest, kernel_ridge, one factorisation", `"kernel_ridge" "learner" { gamma = 1 }`,
		`"one_vs_rest" "reduction" {}`, "ridge", 15000,
		roofline.Kernel(15000, 16).Plus(roofline.Factorisations(15000, 1)), []target{ratio(0.5, 1)}},
	{"letters, one-vs-rest, kernel_ridge, each class", `"kernel_ridge" "learner" { gamma = 1 }`,
		`"one_vs_rest" "reduction" {}`,
		"ridges", 5000, roofline.Kernel(5000, 16).Plus(roofline.Factorisations(5000, 1)), []target{ratio(5, 20)}},
	{"letters, direct, knn", `"knn" "learner" {}`, "", "knn", 15000, roofline.Scores(5000, 16, 15000),
		[]target{ratio(0.3, 1)}},
}

const lettersExperiment = `experiment "letters" { seed = 1 }

dataset "data" {
  file      = %q
  test_file = %q
  target    = "class"
}

encoder "none" "none" {}
learner %s
validation { method = "predefined" }
metric "accuracy" {}
`

func lettersRows() []row {
	return lists.Map(lettersWork, func(w letters) row {
		return row{group: "literature", work: w.name, targets: w.targets, need: w.need,
			hold: func(s setting) (line, error) { return s.holdLetters(w) }}
	})
}

// holdLetters lets scikit-learn, with one job or as many as there are workers, whichever
// is faster in the first turn, and bench do the work in turns. It prints the processor time
// of each turn too: of scikit-learn's work, if it has one job, and of all of bench.
func (s setting) holdLetters(w letters) (line, error) {
	l := line{peer: "sklearn " + w.peer}
	part := func(name string) string { return filepath.Join(s.data(), fmt.Sprintf("letter%d.%s.csv", w.rows, name)) }
	if _, err := os.Stat(part("test")); err != nil {
		command := s.command(s.python, "test/peers/programs/letter_sklearn.py", "data", s.data(), strconv.Itoa(w.rows))
		if err := passThrough(command); err != nil {
			return l, err
		}
	}
	text := fmt.Sprintf(lettersExperiment, part("train"), part("test"), w.learner)
	if w.reduction != "" {
		text += "reduction " + w.reduction + "\n"
	}
	jobs := 0
	runs := s.runs
	if w.peer == "ridge" || w.peer == "ridges" {
		runs = min(runs, 1)
	}
	for range runs {
		load, err := os.ReadFile("/proc/loadavg")
		if err != nil {
			return l, err
		}
		var theirs outcome
		for _, n := range []int{1, s.workers} {
			if jobs != 0 && n != jobs {
				continue
			}
			o, err := s.lettersPeer(w, n)
			if err != nil {
				return l, err
			}
			if theirs.Seconds == 0 || o.Seconds < theirs.Seconds {
				theirs, theirs.jobs = o, n
			}
		}
		jobs = theirs.jobs
		ours, err := s.cell(text, false)
		if err != nil {
			return l, err
		}
		fmt.Printf("%-14s load %s: processor seconds %.1f of scikit-learn with %s, %.1f of bench\n", w.name,
			strings.Fields(string(load))[0], theirs.CPU, counted(jobs, "job"), ours.CPU)
		l.theirs, l.ours = append(l.theirs, theirs), append(l.ours, ours)
	}
	return l, nil
}

func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// lettersPeer runs scikit-learn; where it has jobs, processes of its own do the work, whose
// processor time it does not know.
func (s setting) lettersPeer(w letters, jobs int) (outcome, error) {
	threads := 1
	if w.peer == "ridge" {
		threads = jobs
	}
	return s.run(s.ctx, "env", "OPENBLAS_NUM_THREADS="+strconv.Itoa(threads), s.python,
		"test/peers/programs/letter_sklearn.py",
		w.peer, strconv.Itoa(jobs), s.data(), strconv.Itoa(w.rows))
}
