package draft

import (
	"fmt"
	"slices"
)

// What still runs in about a minute, in products of rows, features and classes.
const (
	smallWork   = 4e6
	mediumWork  = 1e8
	mostPairs   = 30        // classes for which all pairs are trained
	mostWeights = 1_000_000 // of a model of all classes at once
	kernelRows  = 2_000     // for a kernel machine
	treeWork    = 2e6       // rows times features, labels and folds
	buckets     = 256       // features of columns with very many values
)

// plan is what is compared.
type plan struct {
	learners, reductions []string // blocks
	names                []string // of the learners that reductions apply to
	folds                int
	multiLabel, binary   bool
	uneven               bool // classes differ much in size
	holdout, grouped     bool
	whole                bool // logreg is among the learners, and can be trained on all classes at once
	metric               string
}

// work is the product of rows, features and classes.
func (d *Draft) work() float64 { return d.area() * float64(d.table.Target.K()) }

// area is the number of values that are not zero, once categorical columns are encoded.
func (d *Draft) area() float64 {
	if s := d.table.Sparse; s != nil {
		return float64(len(s.Indices))
	}
	features := 0
	for i := range d.table.Columns {
		features += max(1, min(len(d.table.Columns[i].Levels), buckets))
	}
	return float64(features) * float64(d.table.Rows)
}

// folds is the number of folds: fewer of large data, and of data with a class of few rows, but at least three.
func (d *Draft) folds() int {
	if d.wishes.Folds > 0 {
		return d.wishes.Folds
	}
	if d.Source.Group != "" {
		return min(d.foldsOfRows(), d.groups())
	}
	return d.foldsOfRows()
}

// foldsOfRows is the number of folds without regard to groups.
func (d *Draft) foldsOfRows() int {
	most := 3
	switch work := d.work(); {
	case work <= smallWork:
		most = 10
	case work <= mediumWork && !d.table.Target.MultiLabel:
		most = 5
	}
	if d.table.Target.MultiLabel {
		return most
	}
	for _, folds := range []int{10, 5} {
		if folds <= most && slices.Min(d.counts()) >= folds {
			return folds
		}
	}
	return 3
}

// divided is the most work of data that are divided into folds: labels are trained one by one.
func (d *Draft) divided() float64 {
	if d.table.Target.MultiLabel {
		return mediumWork
	}
	return 20 * mediumWork
}

// rare counts the classes with fewer rows than folds.
func (d *Draft) rare() (n int) {
	if d.table.Target.MultiLabel {
		return 0
	}
	for _, rows := range d.counts() {
		if rows < d.folds() {
			n++
		}
	}
	return n
}

// plan chooses learners and reductions by the size of the data.
func (d *Draft) plan() plan {
	k := d.table.Target.K()
	p := plan{folds: d.folds(), multiLabel: d.table.Target.MultiLabel, binary: k == 2,
		grouped: d.Source.Group != "", metric: d.wishes.Metric,
		holdout: d.work() > d.divided() && d.wishes.Folds == 0,
		whole:   d.table.Sparse == nil || k*d.table.Sparse.Cols <= mostWeights}
	d.learners(&p)
	p.reduce(k)
	p.uneven = d.uneven()
	return p
}

// learners chooses the learners, unless the user has.
func (d *Draft) learners(p *plan) {
	for _, kind := range d.wishes.Learners {
		p.learners = append(p.learners, fmt.Sprintf("learner %q %q {}", kind, kind))
		p.names = append(p.names, kind)
	}
	if p.names != nil {
		p.whole = p.whole && slices.Contains(p.names, "logreg")
		return
	}
	learner := func(kind, name, doc string) {
		p.learners = append(p.learners, fmt.Sprintf("learner %q %q {} # %s", kind, name, doc))
		p.names = append(p.names, name)
	}
	learner("logreg", "logreg", "logistic regression; C = grid(0.1, 1, 10) tries three strengths")
	labels := 1.
	if p.multiLabel {
		labels = float64(d.table.Target.K())
	}
	if d.table.Sparse == nil && d.area()*labels*float64(d.folds()) <= treeWork {
		learner("tree", "tree", "decision tree")
	}
	if d.table.Sparse == nil && d.table.Rows <= kernelRows && d.work() <= smallWork {
		learner("kernel_svm", "svc", "support vector machine with the RBF kernel")
	}
}

// reduce chooses the reductions.
func (p *plan) reduce(k int) {
	reduction := func(text string) { p.reductions = append(p.reductions, text) }
	switch {
	case p.multiLabel:
		reduction("reduction \"binary_relevance\" \"relevance\" {} # a problem for each label")
		reduction("reduction \"classifier_chain\" \"chain\" {} # each label also sees the labels before it")
	case p.binary:
		reduction("reduction \"one_vs_one\" \"ovo\" {} # two classes are one binary problem")
	default:
		reduction("reduction \"one_vs_rest\" \"ova\" {}")
		if k <= mostPairs {
			reduction("reduction \"one_vs_one\" \"ovo\" {}")
		}
		if k > 3 { // three classes have three columns in all
			reduction("reduction \"ecoc\" \"code\" {\n  code = \"dense_random\"\n  decoding = \"loss_based\"\n}")
		}
	}
}

// uneven reports whether the largest class has more than three times the rows of the smallest.
func (d *Draft) uneven() bool {
	counts := d.counts()
	return slices.Max(counts) > 3*max(1, slices.Min(counts))
}
