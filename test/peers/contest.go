package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// contest is one piece of work: a learner under a reduction, trained on the
// training part of a dataset and scored on its test part.
type contest struct {
	data, reduction, learner string // reduction is ovr or ovo
	attributes               string // of the learner block
	ties                     string // of one-vs-one, as its peers break them; "" for bench's own way
	peers                    []peer
	floor                    float64 // the ratio never to fall below
}

// peer is a way in which another program does the same work.
type peer struct {
	program string // sklearn, intelex (scikit-learn patched by scikit-learn-intelex), liblinear or libsvm
	solver  string // sklearn_peer.py's learner, the number of LIBLINEAR's solver, or a kernel of LIBSVM
	tol     string
}

func (p peer) String() string { return p.program + " " + p.solver }

func (c contest) name() string { return c.data + " " + c.reduction + " " + c.learner }

// The tolerances are the loosest at which a peer comes within 1e-6 of the optimum.
var contests = []contest{
	{"a", "ovr", "svm", "", "", []peer{{"liblinear", "2", "1e-4"}, {"sklearn", "svm", "1e-4"}}, 3},
	{"a", "ovr", "logreg", "", "", []peer{{"sklearn", "logreg", "1e-3"}, {"sklearn", "logreg_cholesky", "1e-4"}}, 3},
	{"b", "ovr", "svm", "", "", []peer{{"liblinear", "2", "1e-3"}}, 3},
	{"b", "ovr", "logreg", "", "", []peer{{"sklearn", "logreg", "1e-2"}, {"sklearn", "logreg_cholesky", "1e-3"}}, 3},
	{"c", "ovr", "svm", "", "", []peer{{"liblinear", "1", "1e-3"}, {"liblinear", "2", "1e-3"}}, 1.2},
	{"c", "ovr", "logreg", "penalize_intercept = true", "", []peer{{"liblinear", "7", "1e-3"}, {"liblinear", "0", "1e-3"}},
		1.2},
	{"d", "ovo", "svm", "", "first", []peer{{"liblinear", "1", "3e-4"}, {"liblinear", "2", "1e-5"}}, 2},
	{"d", "ovo", "logreg", "penalize_intercept = true", "first",
		[]peer{{"liblinear", "7", "1e-3"}, {"liblinear", "0", "1e-4"}}, 2},
	{"a", "ovr", "lda", "", "", []peer{{"sklearn", "lda", "0"}}, 20},
	{"a", "ovo", "lda", "", "", []peer{{"sklearn", "lda", "0"}}, 20},
	{"d", "ovo", "lda", "", "", []peer{{"sklearn", "lda", "0"}}, 20},
	{"letter", "ovr", "kernel_svm", kernelSVM, "", []peer{{"sklearn", "svc", "1e-3"}, {"intelex", "svc", "1e-3"}}, 3},
	{"letter", "ovo", "kernel_svm", kernelSVM, "first",
		[]peer{{"libsvm", "rbf", "1e-3"}, {"sklearn", "svc", "1e-3"}, {"intelex", "svc", "1e-3"}}, 3},
}

// kernelSVM are the attributes of kernel_svm, as the peers have them.
const kernelSVM = "C = 16\ngamma = 1"

// outcome is one run of one side.
type outcome struct {
	Seconds   float64 `json:"seconds"`
	Objective float64 `json:"objective"` // 0 where there is none
	Accuracy  float64 `json:"accuracy"`
	Version   string  `json:"version"`
	CPU       float64 `json:"cpu"` // processor seconds; 0 where they are not measured

	jobs        int      // of scikit-learn
	predictions []string // of the test rows, in order
}

// equal is the relative excess over the lowest objective up to which work counts
// as equal.
const equal = 1e-6

// hold lets the best peer and bench do the work in turns.
func (s setting) hold(c contest) (line, error) {
	best, first, err := s.choose(c)
	if err != nil {
		return line{}, err
	}
	l := line{contest: c.name(), peer: best.String(), floor: c.floor, theirs: []outcome{first}}
	for i := range s.runs {
		if i > 0 {
			o, err := s.runPeer(c, best)
			if err != nil {
				return l, err
			}
			l.theirs = append(l.theirs, o)
		}
		o, err := s.runOurs(c)
		if err != nil {
			return l, err
		}
		l.ours = append(l.ours, o)
	}
	return l, nil
}

// choose runs every peer once and returns the fastest of those that come close
// enough to the lowest objective, or the one that comes closest.
func (s setting) choose(c contest) (peer, outcome, error) {
	outcomes := make([]outcome, len(c.peers))
	lowest := math.Inf(1)
	for i, p := range c.peers {
		var err error
		if outcomes[i], err = s.runPeer(c, p); err != nil {
			return p, outcome{}, err
		}
		lowest = min(lowest, outcomes[i].Objective)
	}
	best := -1
	for i, o := range outcomes {
		if o.Objective <= lowest*(1+equal) && (best < 0 || o.Seconds < outcomes[best].Seconds) {
			best = i
		}
	}
	return c.peers[best], outcomes[best], nil
}

// runPeer runs a peer; scikit-learn with one job and, where there are several
// problems for it, with one a core, of which the faster counts.
func (s setting) runPeer(c contest, p peer) (outcome, error) {
	part := func(name string) string { return filepath.Join(s.data(), c.data+"."+name+".svm") }
	switch p.program {
	case "libsvm":
		return s.run(s.libsvm, part("train"), part("test"), "16", "1", p.tol)
	case "liblinear":
		return s.run(s.liblinear, part("train"), part("test"), p.solver, p.tol, c.reduction)
	}
	best := outcome{Seconds: math.Inf(1)}
	for _, jobs := range []int{1, s.workers} {
		args := []string{"test/peers/programs/sklearn_peer.py", s.data(), c.data, c.reduction, p.solver, p.tol,
			strconv.Itoa(jobs)}
		if p.program == "intelex" {
			args = append([]string{"-m", "sklearnex"}, args...)
		}
		o, err := s.run(s.python, args...)
		if err != nil {
			return o, err
		}
		if o.Seconds < best.Seconds {
			best = o
		}
	}
	return best, nil
}

// run runs a peer with a file for its predictions as the last argument, and reads
// the JSON on the last line that it prints.
func (s setting) run(name string, args ...string) (o outcome, err error) {
	path := filepath.Join(s.work, "predictions.txt")
	defer os.Remove(path)
	if err := answer(exec.Command(name, append(args, path)...), &o); err != nil {
		return o, err
	}
	content, err := os.ReadFile(path)
	o.predictions = strings.Fields(string(content))
	return o, err
}

// answer reads the JSON on the last line that a program prints.
func answer(c *exec.Cmd, into any) error {
	text, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Errorf("%s: %w\n%s", c, err, exit.Stderr)
		}
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return json.Unmarshal([]byte(lines[len(lines)-1]), into)
}

// line is the outcome of a contest.
type line struct {
	contest, peer string
	theirs, ours  []outcome
	floor         float64
}

var header = []string{"work", "peer", "version", "runs", "peer_seconds", "bench_seconds", "ratio", "least", "largest",
	"floor",
	"peer_objective", "bench_objective", "objective_excess", "peer_accuracy", "bench_accuracy", "agreement"}

func (l line) fields() []string {
	ratios := l.ratios()
	theirs, ours := l.theirs[0], l.ours[0]
	f := func(v float64, digits int) string { return strconv.FormatFloat(v, 'g', digits, 64) }
	return []string{l.contest, l.peer, theirs.Version, strconv.Itoa(len(l.ours)), f(median(seconds(l.theirs)), 4),
		f(median(seconds(l.ours)), 4),
		f(median(ratios), 3), f(slices.Min(ratios), 3), f(slices.Max(ratios), 3), f(l.floor, 3), f(theirs.Objective,
			12), f(ours.Objective, 12),
		f(l.excess(), 2), f(theirs.Accuracy, 4), f(ours.Accuracy, 4), f(l.agreement(), 5)}
}

// agreement is the share of test rows for which both predict the same, NaN where
// predictions are not compared.
func (l line) agreement() float64 {
	theirs, ours := l.theirs[0].predictions, l.ours[0].predictions
	if len(theirs) != len(ours) || len(ours) == 0 {
		return math.NaN()
	}
	same := 0
	for i := range ours {
		if theirs[i] == ours[i] {
			same++
		}
	}
	return float64(same) / float64(len(ours))
}

// excess is how far our objective is above the peer's, relatively.
func (l line) excess() float64 {
	if l.theirs[0].Objective == 0 {
		return 0
	}
	return l.ours[0].Objective/l.theirs[0].Objective - 1
}

// ratios are the peer's seconds over ours, pair by pair.
func (l line) ratios() []float64 {
	var list []float64
	for i := range l.ours {
		list = append(list, l.theirs[i].Seconds/l.ours[i].Seconds)
	}
	return list
}

func (l line) String() string {
	v := l.fields()
	verdict := ""
	if median(l.ratios()) < l.floor {
		verdict = "  BELOW THE FLOOR"
	}
	if l.excess() > equal {
		verdict += "  OUR OBJECTIVE IS HIGHER"
	}
	if l.theirs[0].Objective != 0 && l.agreement() < 0.995 {
		verdict += "  OTHER PREDICTIONS"
	}
	return fmt.Sprintf("%-14s %-24s peer %8s s  bench %8s s  ratio %5s (%s to %s), floor %s  objective excess %s  "+
		"accuracy %s, %s, agreement %s%s",
		v[0], v[1], v[4], v[5], v[6], v[7], v[8], v[9], v[12], v[13], v[14], v[15], verdict)
}

func seconds(list []outcome) []float64 {
	var out []float64
	for _, o := range list {
		out = append(out, o.Seconds)
	}
	return out
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
