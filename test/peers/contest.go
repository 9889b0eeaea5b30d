package main

import (
	"math"
	"time"

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
		limit: 2 * time.Hour, peers: []peer{liblinear("7", "1e-3")},
		need: densePairs(100000, aloiColumns, 1000, aloiTest, logregPassesD)},
	// scikit-learn holds two matrices of rows × pairs, 16 GB.
	{group: "pairs", data: "aloi1000", reduction: "ovo", learner: "lda", what: ", five decoders", decoders: fiveDecoders,
		targets: []target{ratio(3, 50), small(memoryMiB, 2048, 1024)}, full: true, limit: 2 * time.Hour,
		peers: []peer{libsvmLinear},
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

// brief is how long work may take that is measured up to three times as often.
const brief = 15 * time.Second

// hold lets the best peer and bench do the work in turns.
func (s setting) hold(c contest) (line, error) {
	best, first, err := s.choose(c)
	if err != nil {
		return line{}, err
	}
	l := line{peer: best.String(), theirs: []outcome{first}, unlike: best.other}
	begun := time.Now()
	for i := 0; i < s.runs || i < 3*s.runs && time.Since(begun) < brief; i++ {
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
