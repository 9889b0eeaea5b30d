// Package target says what is to be predicted of the rows of a dataset: of each one
// of K classes, or any number of K labels (multi-label data).
package target

// Target is what is to be predicted, whatever rows there are.
type Target struct {
	Names      []string // of the K classes in class order, or of the K labels
	Counts     []int    // rows of each class, or with each label; nil where that is not known
	Rows       int      // rows that are counted, 0 where that is not known
	MultiLabel bool     // a row has any number of labels in place of one class
	// Costs holds for each true class, and in it for each predicted class, what that
	// prediction costs, both in the order of Names; nil where nothing is said of it.
	Costs [][]float64
	// Tree has the classes as its leaves; nil where none is written.
	Tree *Tree
	// Grouped and Weighted say that rows have groups, and weights, where that is known.
	Grouped, Weighted bool
}

// K is the number of classes or labels.
func (t Target) K() int { return len(t.Names) }

// Kind is the word for what rows have: "classes" or "labels".
func (t Target) Kind() string { return KindOf(t.MultiLabel) }

// KindOf is the word for what rows have, with one class or any number of labels.
func KindOf(multiLabel bool) string {
	if multiLabel {
		return "labels"
	}
	return "classes"
}

// Unit is the word for one of what rows have: "class" or "label".
func (t Target) Unit() string {
	if t.MultiLabel {
		return "label"
	}
	return "class"
}

// Counted reports whether it is known how many rows each class or label has.
func (t Target) Counted() bool { return len(t.Counts) == len(t.Names) }

// Occurring leaves out the classes that are known to have no rows. Labels without
// rows stay: they have a number, as models of them have scores.
func (t Target) Occurring() Target {
	if t.MultiLabel || !t.Counted() {
		return t
	}
	some := Target{Rows: t.Rows, Grouped: t.Grouped, Weighted: t.Weighted}
	var kept []int
	for k, n := range t.Counts {
		if n > 0 {
			some.Names, some.Counts = append(some.Names, t.Names[k]), append(some.Counts, n)
			kept = append(kept, k)
		}
	}
	some.Costs, some.Tree = t.CostsOf(kept), t.TreeOf(kept)
	return some
}

// TreeOf returns the tree of some classes, given by their numbers; nil without a tree.
func (t Target) TreeOf(classes []int) *Tree {
	if t.Tree == nil {
		return nil
	}
	return t.Tree.Of(classes)
}

// CostsOf returns the costs of some classes, given by their numbers; nil without costs.
func (t Target) CostsOf(classes []int) [][]float64 {
	if t.Costs == nil {
		return nil
	}
	part := make([][]float64, len(classes))
	for n, i := range classes {
		for _, j := range classes {
			part[n] = append(part[n], t.Costs[i][j])
		}
	}
	return part
}

// Rows are what n rows have, or what is predicted of them.
type Rows struct {
	// Class is the number of each row's class, −1 for a row without one, which is
	// never used. Of the rows of a multi-label dataset it is 0, or −1 where some
	// label has no value.
	Class []int
	// Y are the labels of the rows of a multi-label dataset, and else without rows. A row may have no
	// label; one whose Class is −1 has none.
	Y Labels
}

// And returns the rows with more of the same target behind them.
func (r Rows) And(more Rows) Rows {
	return Rows{Class: append(r.Class, more.Class...), Y: r.Y.And(more.Y)}
}
