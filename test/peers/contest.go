package main

import (
	"context"
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
	"time"

	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/roofline"
)

// contest is one piece of work: a learner under a reduction, trained on the
// training part of a dataset and scored on its test part.
type contest struct {
	group      string
	data       string
	reduction  string // ovr, ovo or direct
	learner    string
	what       string // distinguishes rows of the same work
	attributes string // of the learner block
	ties       string // of one-vs-one, as its peers break them; "" for bench's own way
	decoders   string // of one-vs-one; "" for the usual one
	peers      []peer
	need       roofline.Work
	targets    []target
	limit      time.Duration
	full       bool
	memory     bool // asks for the memory of all processes
}

// peer is a way in which another program does the same work.
type peer struct {
	program string // sklearn, intelex (scikit-learn patched by scikit-learn-intelex), liblinear or libsvm
	solver  string // sklearn_peer.py's learner, the number of LIBLINEAR's solver, or a kernel of LIBSVM
	tol     string
	other   bool // minimises something else, so that objectives are not compared
}

// own says whether the peer is a program of its own, in one thread.
func (p peer) own() bool { return p.program == "liblinear" || p.program == "libsvm" }

func (p peer) String() string { return p.program + " " + p.solver }

// candidate is a peer with a number of jobs.
type candidate struct {
	peer
	jobs int
}

func (c candidate) String() string {
	if c.own() {
		return c.peer.String()
	}
	return fmt.Sprintf("%s, %s", c.peer, counted(c.jobs, "job"))
}

func (c contest) name() string {
	data, ok := map[string]string{"aloi200": "aloi shape, 10,000 × 128, K = 200",
		"aloi1000": "aloi shape, 100,000 × 128, K = 1,000"}[c.data]
	if !ok {
		data = c.data
	}
	reduction := map[string]string{"ovr": "one-vs-rest", "ovo": "one-vs-one", "direct": "direct"}[c.reduction]
	return data + ", " + reduction + ", " + c.learner + c.what
}

func (c contest) row() row {
	return row{group: c.group, work: c.name(), data: c.data, targets: c.targets, need: c.need, limit: c.limit,
		full: c.full,
		hold: func(s setting) (line, error) { return s.hold(c) }}
}

// The shapes of data.py, as numbers of training rows, columns and classes, and test rows.
const (
	aRows, aColumns, aClasses, aTest                     = 20000, 100, 26, 5000
	bRows, bColumns, bClasses, bTest                     = 60000, 784, 10, 10000
	cNonzeros, cClasses, cTestNonzeros                   = 1992568, 20, 492508
	dRows, dColumns, dClasses, dTest                     = 10000, 64, 100, 5000
	letterRows, letterColumns, letterClasses, letterTest = 15000, 16, 26, 5000
	aloiColumns, aloiTest                                = 128, 2000
)

// pairs are the problems of one-vs-one.
func pairs(classes float64) float64 { return classes * (classes - 1) / 2 }

// dense is what one-vs-rest needs on dense rows.
func dense(rows, columns, classes, test, passes float64) roofline.Work {
	return roofline.Passes(rows, columns, classes, passes).Plus(roofline.Scores(test, columns, classes))
}

// densePairs is what one-vs-one needs on dense rows.
func densePairs(rows, columns, classes, test, passes float64) roofline.Work {
	return roofline.Pairs(rows, columns, classes, passes).Plus(roofline.Scores(test, columns, pairs(classes)))
}

// discriminants is what linear discriminants need: factorisations is their number.
func discriminants(rows, columns, problems, factorisations, test float64) roofline.Work {
	return roofline.Scatter(rows, columns).Plus(roofline.Factorisations(columns, factorisations)).
		Plus(roofline.Scores(test, columns, problems))
}

// kernelWork is what a kernel machine needs: each value of the kernel once.
func kernelWork(rows, columns, test float64) roofline.Work {
	return roofline.Kernel(rows, columns).Plus(roofline.Scores(test, columns, rows))
}

// sparse is what one-vs-rest needs on c.
func sparse(passes float64) roofline.Work {
	return roofline.SparsePasses(cNonzeros, cClasses, passes).Plus(roofline.SparseScores(cTestNonzeros, cClasses))
}

// sparsePairs is what one-vs-one needs on c.
func sparsePairs(passes float64) roofline.Work {
	return roofline.SparsePairs(cNonzeros, cClasses, passes).Plus(roofline.SparseScores(cTestNonzeros, pairs(cClasses)))
}

func liblinear(solver, tol string) peer { return peer{"liblinear", solver, tol, false} }
func sklearn(learner, tol string) peer  { return peer{"sklearn", learner, tol, false} }
func intelex(learner, tol string) peer  { return peer{"intelex", learner, tol, false} }

// libsvmLinear has the hinge as its loss.
var libsvmLinear = peer{"libsvm", "linear", "1e-3", true}

// fiveDecoders of one-vs-one, of which the first is what peers do.
const fiveDecoders = `decoding = grid("vote", "ddag", "hamming", "euclidean", "loss_based")`

// Passes over the training rows until the objective is within 1e-6 of the least, for
// each problem on average, as they were counted of bench's learners in November 2026:
// of L-BFGS on dense rows, of dual coordinate descent on c under one-vs-rest. Those of
// one-vs-one on c are taken to be as many, those of Crammer and Singer's machine as many as those of one-vs-rest on a and c.
const (
	svmPassesA, logregPassesA = 15, 19
	passesLetter              = 22
	passesB                   = 20
	svmPassesC, logregPassesC = 19, 8
	svmPassesD, logregPassesD = 144, 30
)

// contests are the rows of one learner under one reduction. The tolerances are the loosest
// at which a peer comes within 1e-6 of the optimum.
var contests = []contest{
	{group: "dense", data: "a", reduction: "ovr", learner: "svm", targets: []target{ratio(3, 15, 40)},
		peers: []peer{liblinear("2", "1e-4"), sklearn("svm", "1e-4"), sklearn("snap_svm", "1e-4"),
			sklearn("multicore_2", "1e-4")},
		need: dense(aRows, aColumns, aClasses, aTest, svmPassesA)},
	{group: "LIBLINEAR", data: "a", reduction: "ovr", learner: "svm", what: " beside LIBLINEAR alone",
		targets: []target{ratio(3, 40)}, peers: []peer{liblinear("2", "1e-4"), liblinear("1", "1e-4")},
		need: dense(aRows, aColumns, aClasses, aTest, svmPassesA)},
	{group: "dense", data: "a", reduction: "ovr", learner: "logreg", targets: []target{ratio(3, 15, 40)},
		peers: []peer{sklearn("logreg_cholesky", "1e-4"), sklearn("logreg", "1e-3"), intelex("logreg", "1e-3")},
		need:  dense(aRows, aColumns, aClasses, aTest, logregPassesA)},
	{group: "dense", data: "b", reduction: "ovr", learner: "svm", limit: 8 * time.Minute, memory: true,
		targets: []target{ratio(3, 15), small(memoryTimes, 2.5, 1.5, 1.1)},
		peers:   []peer{liblinear("2", "1e-3"), sklearn("multicore_2", "1e-3"), sklearn("snap_svm", "1e-4")},
		need:    dense(bRows, bColumns, bClasses, bTest, passesB)},
	{group: "dense", data: "b", reduction: "ovr", learner: "logreg", limit: 10 * time.Minute,
		targets: []target{ratio(3, 15)},
		peers:   []peer{sklearn("logreg_cholesky", "1e-3"), intelex("logreg", "1e-2"), sklearn("logreg", "1e-2")},
		need:    dense(bRows, bColumns, bClasses, bTest, passesB)},
	{group: "dense", data: "letter", reduction: "ovr", learner: "svm", targets: []target{ratio(3, 15, 40)},
		peers: []peer{liblinear("2", "1e-4"), sklearn("svm", "1e-4"), sklearn("snap_svm", "1e-5"),
			sklearn("multicore_2", "1e-4")},
		need: dense(letterRows, letterColumns, letterClasses, letterTest, passesLetter)},
	{group: "LIBLINEAR", data: "letter", reduction: "ovr", learner: "svm", what: " beside LIBLINEAR alone",
		targets: []target{ratio(3, 40)}, peers: []peer{liblinear("2", "1e-4")},
		need: dense(letterRows, letterColumns, letterClasses, letterTest, passesLetter)},
	{group: "dense", data: "letter", reduction: "ovr", learner: "logreg", targets: []target{ratio(3, 15, 40)},
		peers: []peer{sklearn("logreg_cholesky", "1e-4"), sklearn("logreg", "1e-3"), intelex("logreg", "1e-3")},
		need:  dense(letterRows, letterColumns, letterClasses, letterTest, passesLetter)},
	{group: "LIBLINEAR", data: "d", reduction: "direct", learner: "svm", what: " of Crammer and Singer",
		targets: []target{ratio(1, 4)},
		peers:   []peer{liblinear("4", "1e-2")}, need: dense(dRows, dColumns, dClasses, dTest, svmPassesA)},
	{group: "LIBLINEAR", data: "c", reduction: "direct", learner: "svm", what: " of Crammer and Singer",
		targets: []target{ratio(1, 4)},
		peers:   []peer{liblinear("4", "1e-5")}, need: sparse(svmPassesC)},

	{group: "sparse", data: "c", reduction: "ovr", learner: "svm", targets: []target{ratio(1.2, 8)},
		peers: []peer{liblinear("1", "1e-3"), sklearn("multicore_1", "1e-3"), sklearn("snap_svm", "1e-4"),
			liblinear("2", "1e-3")},
		need: sparse(svmPassesC)},
	{group: "sparse", data: "c", reduction: "ovr", learner: "logreg", attributes: "penalize_intercept = true",
		targets: []target{ratio(1.2, 8)}, need: sparse(logregPassesC),
		peers: []peer{liblinear("7", "1e-3"), sklearn("multicore_0", "1e-3"), sklearn("snap_logreg", "1e-4"),
			liblinear("0", "1e-3")}},
	{group: "sparse", data: "c", reduction: "ovo", learner: "svm", ties: "first", targets: []target{ratio(1, 4)},
		peers: []peer{liblinear("1", "1e-3"), liblinear("2", "1e-4")}, need: sparsePairs(svmPassesC)},
	{group: "sparse", data: "c", reduction: "ovo", learner: "logreg", ties: "first",
		attributes: "penalize_intercept = true",
		targets:    []target{ratio(1, 4)}, peers: []peer{liblinear("7", "1e-3"), liblinear("0", "1e-3")},
		need: sparsePairs(logregPassesC)},

	{group: "pairs", data: "d", reduction: "ovo", learner: "svm", ties: "first", targets: []target{ratio(2, 4, 8)},
		peers: []peer{liblinear("1", "3e-4"), liblinear("2", "1e-5")},
		need:  densePairs(dRows, dColumns, dClasses, dTest, svmPassesD)},
	{group: "pairs", data: "d", reduction: "ovo", learner: "logreg", ties: "first",
		attributes: "penalize_intercept = true",
		targets:    []target{ratio(2, 4, 8)}, peers: []peer{liblinear("7", "1e-3"), liblinear("0", "1e-4")},
		need: densePairs(dRows, dColumns, dClasses, dTest, logregPassesD)},
	{group: "pairs", data: "aloi200", reduction: "ovo", learner: "logreg", ties: "first", what: ", five decoders",
		decoders:   fiveDecoders,
		attributes: "penalize_intercept = true", targets: []target{ratio(3, 6), small(memoryMiB, 2048, 1024)},
		peers: []peer{libsvmLinear, liblinear("7", "1e-3"), liblinear("0", "1e-4")},
		need:  densePairs(10000, aloiColumns, 200, aloiTest, logregPassesD)},
	{group: "pairs", data: "aloi200", reduction: "ovo", learner: "lda", what: ", five decoders", decoders: fiveDecoders,
		targets: []target{ratio(3, 50), small(memoryMiB, 2048, 1024)}, peers: []peer{libsvmLinear, sklearn("lda", "0")},
		need: discriminants(10000, aloiColumns, pairs(200), pairs(200), aloiTest)},
	{group: "pairs", data: "aloi1000", reduction: "ovo", learner: "logreg", ties: "first", what: ", five decoders",
		decoders:   fiveDecoders,
		attributes: "penalize_intercept = true", targets: []target{ratio(3, 6), small(memoryMiB, 2048, 1024)}, full: true,
		limit: 2 * time.Hour, peers: []peer{libsvmLinear, liblinear("7", "1e-3")},
		need: densePairs(100000, aloiColumns, 1000, aloiTest, logregPassesD)},
	{group: "pairs", data: "aloi1000", reduction: "ovo", learner: "lda", what: ", five decoders", decoders: fiveDecoders,
		targets: []target{ratio(3, 50), small(memoryMiB, 2048, 1024)}, full: true, limit: 2 * time.Hour,
		peers: []peer{libsvmLinear, sklearn("lda", "0")},
		need:  discriminants(100000, aloiColumns, pairs(1000), pairs(1000), aloiTest)},

	{group: "discriminants", data: "a", reduction: "ovr", learner: "lda", targets: []target{ratio(20, 50, 100)},
		peers: []peer{sklearn("lda", "0")}, need: discriminants(aRows, aColumns, aClasses, 1, aTest)},
	{group: "discriminants", data: "a", reduction: "ovo", learner: "lda", targets: []target{ratio(9, 50, 100)},
		peers: []peer{sklearn("lda", "0")}, need: discriminants(aRows, aColumns, pairs(aClasses), pairs(aClasses), aTest)},
	{group: "discriminants", data: "d", reduction: "ovo", learner: "lda", targets: []target{ratio(9, 50, 100)},
		peers: []peer{sklearn("lda", "0")}, need: discriminants(dRows, dColumns, pairs(dClasses), pairs(dClasses), dTest)},

	{group: "kernels", data: "letter", reduction: "ovr", learner: "kernel_svm", attributes: kernelSVM,
		targets: []target{ratio(3, 10)},
		peers:   []peer{sklearn("svc", "1e-3"), intelex("svc", "1e-3")}, need: kernelWork(letterRows, letterColumns,
			letterTest)},
	{group: "kernels", data: "letter", reduction: "ovo", learner: "kernel_svm", attributes: kernelSVM, ties: "first",
		targets: []target{ratio(3, 10)}, peers: []peer{sklearn("svc", "1e-3"), intelex("svc", "1e-3"), {"libsvm", "rbf",
			"1e-3", false}},
		need: kernelWork(letterRows, letterColumns, letterTest)},
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

	largest, together float64  // bytes of the largest process of bench and of all, as usage has them
	jobs              int      // of scikit-learn
	predictions       []string // of the test rows, in order
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
	l := line{peer: best.String(), theirs: []outcome{first}, unlike: best.other}
	for i := range s.runs {
		if i > 0 {
			o, err := s.runPeer(s.ctx, c, best)
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
	l.measured = map[string]float64{
		memoryTimes: l.ours[0].together / (8 * c.values()),
		memoryMiB:   l.ours[0].largest / (1 << 20),
	}
	return l, nil
}

// values is the number of values of the training matrix.
func (c contest) values() float64 {
	if c.data == "b" {
		return bRows * bColumns
	}
	return math.NaN()
}

// choose runs every peer once, those of several threads or jobs with all cores first,
// and returns the fastest of those that come close enough to the lowest objective. One
// that takes much longer than the fastest yet is not waited for.
func (s setting) choose(c contest) (candidate, outcome, error) {
	return s.chooseBy(c.peers, func(ctx context.Context, p candidate) (outcome, error) { return s.runPeer(ctx, c, p) })
}

// chooseBy is choose for peers that are run in a way of their own.
func (s setting) chooseBy(peers []peer, run func(context.Context, candidate) (outcome, error)) (candidate, outcome,
	error) {
	var tried []candidate
	var outcomes []outcome
	lowest, patience := math.Inf(1), time.Duration(math.MaxInt64)
	for _, p := range s.candidates(peers) {
		ctx, cancel := s.ctx, context.CancelFunc(func() {})
		if patience < math.MaxInt64 {
			ctx, cancel = context.WithTimeout(s.ctx, patience)
		}
		start := time.Now()
		o, err := run(ctx, p)
		late := ctx.Err() != nil && s.ctx.Err() == nil
		cancel()
		if late {
			continue
		}
		if err != nil {
			return p, o, err
		}
		tried, outcomes = append(tried, p), append(outcomes, o)
		patience = min(patience, time.Since(start)*5/4+10*time.Second)
		if !p.other && o.Objective != 0 {
			lowest = min(lowest, o.Objective)
		}
	}
	best := -1
	for i, o := range outcomes {
		compared := !tried[i].other && o.Objective != 0
		if (!compared || o.Objective <= lowest*(1+equal)) && (best < 0 || o.Seconds < outcomes[best].Seconds) {
			best = i
		}
	}
	return tried[best], outcomes[best], nil
}

// candidates are the peers with the numbers of jobs that they are tried with.
func (s setting) candidates(peers []peer) []candidate {
	var list []candidate
	for _, p := range peers {
		list = append(list, candidate{p, s.workers})
		if !p.own() && !strings.HasPrefix(p.solver, "multicore") && s.workers > 1 {
			list = append(list, candidate{p, 1})
		}
	}
	return list
}

// runPeer runs a peer.
func (s setting) runPeer(ctx context.Context, c contest, p candidate) (outcome, error) {
	part := func(name string) string { return filepath.Join(s.data(), c.data+"."+name+".svm") }
	switch p.program {
	case "libsvm":
		return s.run(ctx, s.libsvm, part("train"), part("test"), p.solver, "16", "1", p.tol)
	case "liblinear":
		return s.run(ctx, s.liblinear, part("train"), part("test"), p.solver, p.tol, c.reduction)
	}
	args := []string{"test/peers/programs/sklearn_peer.py", s.data(), c.data, c.reduction, p.solver, p.tol,
		strconv.Itoa(p.jobs)}
	if p.program == "intelex" {
		args = append([]string{"-m", "sklearnex"}, args...)
	}
	return s.run(ctx, s.python, args...)
}

// run runs a peer with a file for its predictions as the last argument, and reads
// the JSON on the last line that it prints.
func (s setting) run(ctx context.Context, name string, args ...string) (o outcome, err error) {
	path := filepath.Join(s.work, "predictions.txt")
	defer os.Remove(path)
	if err := answer(commandUntil(ctx, name, append(args, path)...), &o); err != nil {
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

// line is what a row came to.
type line struct {
	peer         string
	unlike       bool // the peer minimises something else
	theirs, ours []outcome
	measured     map[string]float64 // beside the ratio, by measure
}

// figures are the line's, one for each target of the row, the first with the roofline.
func (s setting) figures(r row, l line) []figures.Figure {
	var list []figures.Figure
	for i, t := range r.targets {
		f := figures.Empty(r.work, t.measure)
		f.Target, f.CPU, f.Date = t.Target, s.cpu, s.date
		f.Runs, f.BenchSeconds = len(l.ours), median(seconds(l.ours))
		if t.measure == figures.Ratio {
			l.compare(&f)
		} else {
			f.Figure = l.measured[t.measure]
		}
		if i == 0 {
			s.roofline(&f, r.need)
		}
		list = append(list, f)
	}
	return list
}

// compare fills in what was measured of both sides.
func (l line) compare(f *figures.Figure) {
	theirs, ours, ratios := l.theirs[0], l.ours[0], l.ratios()
	f.Peer, f.Version = l.peer, theirs.Version
	f.PeerSeconds = median(seconds(l.theirs))
	f.Figure, f.Least, f.Largest = median(ratios), slices.Min(ratios), slices.Max(ratios)
	f.PeerAccuracy, f.BenchAccuracy, f.Agreement = theirs.Accuracy, ours.Accuracy, l.agreement()
	if theirs.Objective != 0 && !l.unlike {
		f.PeerObjective, f.BenchObjective, f.ObjectiveExcess = theirs.Objective, ours.Objective,
			ours.Objective/theirs.Objective-1
	}
}

// roofline fills in what the work needs beside what the machine can do.
func (s setting) roofline(f *figures.Figure, need roofline.Work) {
	const giga = 1e9
	m := s.machine
	f.ReadOne, f.Read, f.FlopsOne, f.Flops = m.ReadOne/giga, m.Read/giga, m.FlopsOne/giga, m.Flops/giga
	limit, bound := m.Limit(need)
	if bound == "" {
		return
	}
	f.Gigabytes, f.Gigaflops = need.Bytes/giga, need.Flops/giga
	f.LimitSeconds, f.Bound, f.OfLimit = limit, bound, limit/f.BenchSeconds
}

// remark says what is wrong with a line, beside a floor that is missed.
func remark(f figures.Figure) string {
	text := ""
	if f.ObjectiveExcess > equal {
		text += "  OUR OBJECTIVE IS HIGHER"
	}
	if !math.IsNaN(f.ObjectiveExcess) && f.Agreement < 0.995 {
		text += "  OTHER PREDICTIONS"
	}
	return text
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

// ratios are the peer's seconds over ours, pair by pair.
func (l line) ratios() []float64 {
	var list []float64
	for i := range l.ours {
		list = append(list, l.theirs[i].Seconds/l.ours[i].Seconds)
	}
	return list
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
