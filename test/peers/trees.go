package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/shapes"
)

// treeWork is work with very many labels or classes, or with one of the reductions of Vowpal Wabbit, which bench and
// others do with one thread each, once.
type treeWork struct {
	work, data       string                                               // data is the name of its files
	write            func(s setting, path func(part string) string) error // the svm file of a part
	features, labels int
	classes          bool // one a row
	costs            bool // of mistakes, by how far classes are apart
	ours             []ownTrial
	peers            []peerTrial // the first is the one of equal work
	others           []string    // programs whose best setting is compared with bench's best
	targets          []target
	limit, patience  time.Duration // of the row, and of each program; 0 for three minutes
	full             bool
}

// ownTrial is a setting of bench: blocks of its learner and its reduction.
type ownTrial struct{ settings, learner, reduction string }

// peerTrial is a setting of a program of trees_peer.py.
type peerTrial struct{ program, settings, arguments string }

// Measures beside the ratio.
const (
	precisionBelow = "precision at 1 below the peer's on equal work"
	lossOver       = "loss over the least of the peer's settings"
	memoryOver     = "memory of all processes over the peer's"
)

// secondsOver is how bench's best setting compares with that of another program, whichever predicts best.
func secondsOver(program string) string {
	return "seconds over those of " + program + ", the best settings of both"
}

// What the programs are told; the first of each program is the work of bench, as far as it can be had.
var (
	balancedTree = ownTrial{"balanced, C = 1", exactLogreg, `"label_tree" "tree" { build = "balanced" }`}
	balancedMore = ownTrial{"balanced, C = 10", logregMore, balancedTree.reduction}
	kmeansMore   = ownTrial{"k-means, C = 10", logregMore, `"label_tree" "tree" { build = "kmeans" }`}
	// The wheel of napkinXC 0.7.2 ends with a segmentation fault where it is to build its default tree, by k-means.
	napkinEqual = peerTrial{"napkinxc", "balanced, C = 1, beam",
		`{"tree_type": "balancedInOrder", "norm": false, "liblinear_c": 1, "tree_search_type": "beam"}`}
	napkinUsual = peerTrial{"napkinxc", "balanced, else its defaults", `{"tree_type": "balancedInOrder"}`}
	pecosEqual  = peerTrial{"pecos", "arity 2, logistic, C = 1, beam", `{"nr_splits": 2, "max_leaf_size": 100,
		"solver_type": "L2R_LR_DUAL", "post_processor": "sigmoid", "beam_size": 10}`}
	pecosUsual    = peerTrial{"pecos", "its defaults", `{}`}
	multilabelOwn = peerTrial{"libmultilabel", "arity 100, squared hinge, C = 1", `{"options": "-s 1 -B 1 -m 1 -q"}`}
)

// Learners of bench. With tol = 1e-6 it comes as near to the minimum as napkinXC does (decision 0055), which has C = 10
// by default.
const (
	exactLogreg = "\"logreg\" \"learner\" {\n  penalize_intercept = true\n  tol                = 1e-6\n}"
	plainLogreg = "\"logreg\" \"learner\" {\n  penalize_intercept = true\n}"
	logregMore  = "\"logreg\" \"learner\" {\n  penalize_intercept = true\n  C                  = 10\n}"
)

// wabbit is Vowpal Wabbit with options, bits for its hash table and passes.
func wabbit(options string, bits, passes int) peerTrial {
	return peerTrial{"vw", fmt.Sprintf("%s -b %d, %s", options, bits, passesOf(passes)),
		fmt.Sprintf(`{"options": "%s -b %d --passes %d --holdout_off"}`, options, bits, passes)}
}

// treeWorks are the rows of label trees.
func treeWorks() []treeWork {
	eurlex := treeWork{work: "label tree, eurlex shape, 15,449 × 186,104 sparse, 3,956 labels", data: "labels3956",
		features: 186_104, labels: 3956, limit: 20 * time.Minute, write: writeEurlex}
	eurlex.peers = treePeers("--plt 3956", 26, 3)
	list := []treeWork{eurlex,
		shaped("amazoncat shape, a fiftieth", "amazoncat50", shapes.AmazonCat(0.02), false),
		shaped("amazoncat shape", "amazoncat", shapes.AmazonCat(1), true),
		shaped("100,000 classes, a fiftieth", "classes50", shapes.Classes(0.02), false),
		shaped("100,000 classes", "classes", shapes.Classes(1), true)}
	for i := range list {
		list[i].ours = []ownTrial{balancedTree, balancedMore, kmeansMore}
		list[i].others = []string{"pecos", "libmultilabel", "vw"}
		if list[i].full {
			list[i].others = list[i].others[:1]
		}
		list[i].targets = []target{ratio(3, 6), small(precisionBelow, 0.01, 0.001), small(memoryOver, 1, 0.5)}
		for _, program := range list[i].others {
			list[i].targets = append(list[i].targets, small(secondsOver(program), 1, 0.5))
		}
		if list[i].full {
			list[i].targets = append(list[i].targets, small(mostGiB, 24, 16))
		}
	}
	return list
}

// shaped is work on a shape of package shapes.
func shaped(name, data string, s shapes.Shape, full bool) treeWork {
	w := treeWork{work: fmt.Sprintf("label tree, %s, %v", name, s), data: data, features: s.Features, labels: s.Labels,
		classes: s.More == 0, full: full, limit: 15 * time.Minute, write: writer(s)}
	places := s.Labels
	if w.classes {
		places++ // they count from 1 in its files
	}
	w.peers = treePeers("--plt "+strconv.Itoa(places), 24, 3)
	if w.classes { // quick enough for what searches exactly
		w.peers = append(w.peers, napkinUsual)
	}
	if full {
		w.limit, w.patience = 24*time.Hour, 4*time.Hour
		w.peers = w.peers[:3] // the memory and the time of the others are too much
	}
	return w
}

// writer writes a shape.
func writer(s shapes.Shape) func(setting, func(string) string) error {
	return func(_ setting, path func(string) string) error { return s.Write(path("train"), path("test")) }
}

// treePeers are the programs with label trees.
func treePeers(plt string, bits, passes int) []peerTrial {
	options := plt + " --loss_function logistic"
	return []peerTrial{napkinEqual, pecosEqual, pecosUsual, multilabelOwn, wabbit(options, 18, 1),
		wabbit(options, bits, passes)}
}

// writeEurlex makes the files by labels.py.
func writeEurlex(s setting, path func(string) string) error {
	if _, err := os.Stat(path("test")); err == nil {
		return nil
	}
	return passThrough(s.command(s.python, "test/peers/programs/labels.py", s.data(), "3956", "15449", "186104"))
}

// reductionWorks are the rows of reductions beside those of Vowpal Wabbit.
func reductionWorks() []treeWork {
	const squares = "\"least_squares\" \"learner\" {}"
	thousand := shapes.Shape{Rows: 20_000, Test: 5000, Features: 5000, Labels: 1000, Words: 45, Told: 0.4, Seed: 3}
	letter := func(setting, func(string) string) error { return nil } // data.py has made it
	work := func(name, option, learner, reduction string) []treeWork {
		own := []ownTrial{{reduction, learner, fmt.Sprintf("%q \"reduction\" {}", reduction)}}
		return []treeWork{
			{work: "as Vowpal Wabbit, letter, " + name, data: "letter", write: letter, features: 16, labels: 26, ours: own,
				peers: append(wabbits(option+" 26", 18), wabbit(option+" 26", 18, 20))},
			{work: fmt.Sprintf("as Vowpal Wabbit, %v, %s", thousand, name), data: "thousand", write: writer(thousand),
				features: thousand.Features, labels: thousand.Labels, ours: own, peers: wabbits(option+" 1000", 24)}}
	}
	list := append(work("oaa", "--loss_function logistic --oaa", plainLogreg, "one_vs_rest"),
		work("ect", "--loss_function logistic --error 1 --ect", plainLogreg, "tournament")...)
	list = append(list, work("csoaa", "--csoaa", squares, "cost_sensitive_one_vs_rest")[0])
	for i := range list {
		list[i].classes, list[i].costs = true, strings.HasSuffix(list[i].work, "csoaa")
		list[i].targets = []target{ratio(1, 3), small(lossOver, 1, 0.95)}
		list[i].limit = 15 * time.Minute
	}
	return list
}

// wabbits are Vowpal Wabbit with its defaults and with five passes, which take minutes for a thousand classes.
func wabbits(options string, bits int) []peerTrial {
	return []peerTrial{wabbit(options, 18, 1), wabbit(options, bits, 5)}
}

func treeRows() []row {
	return lists.Map(append(treeWorks(), reductionWorks()...), func(w treeWork) row {
		r := row{group: w.group(), work: w.work, targets: w.targets, limit: w.limit, full: w.full,
			hold: func(s setting) (line, error) { return s.holdTrees(w) }}
		if w.data == "letter" {
			r.data = w.data
		}
		return r
	})
}

// group is the picture of a row.
func (w treeWork) group() string {
	if w.others == nil {
		return "reductions"
	}
	return "trees"
}

// compare fills in what the trials of a row say of both sides.
func (w treeWork) compare(own, theirs []figures.Trial) line {
	equal := theirs[0]
	if w.others == nil { // of several settings of one program
		equal = least(theirs)
	}
	l := line{peer: equal.Program + " " + equal.Settings, unlike: true,
		theirs: []outcome{{Seconds: equal.Seconds(), Accuracy: equal.Precision[0], Version: equal.Version}},
		ours:   []outcome{{Seconds: own[0].Seconds(), Accuracy: own[0].Precision[0]}},
		measured: map[string]float64{precisionBelow: equal.Precision[0] - own[0].Precision[0],
			memoryOver: own[0].MiB / equal.MiB, lossOver: loss(least(own)) / loss(equal),
			mostGiB: own[0].MiB / 1024}}
	for _, program := range w.others {
		of := lists.Filter(theirs, func(t figures.Trial) bool { return t.Program == program })
		if len(of) > 0 {
			l.measured[secondsOver(program)] = least(own).Seconds() / least(of).Seconds()
		}
	}
	return l
}

// least is the trial of the least loss; one that did not end in time has none.
func least(list []figures.Trial) figures.Trial {
	best := list[0]
	for _, t := range list[1:] {
		if loss(t) < loss(best) || loss(best) != loss(best) {
			best = t
		}
	}
	return best
}

// loss is the mean cost, or the share of rows whose first label or class is wrong.
func loss(t figures.Trial) float64 {
	if t.Cost == t.Cost {
		return t.Cost
	}
	return 1 - t.Precision[0]
}
