package explore

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/store"
)

// Limits of an entry.
const (
	mostSquare = 20 // classes of a whole confusion table
	mostPairs  = 60 // confusions that are listed where there are more classes
)

// Entry is what a method predicts of a dataset, over folds and repeats.
type Entry struct {
	Tested int     `json:"tested"` // rows, once for each time they are tested
	Of     int     `json:"of"`     // rows among them that were predicted wrong
	Wrong  []Wrong `json:"wrong"`  // those, or a sample of them, in the order of the plan
	// Counts has true class down and predicted class across (K × K), or of each label how
	// many rows have it and get it, only get it, and only have it. Nil where there are too
	// many classes: then Pairs lists the most frequent confusions, each with true class,
	// predicted class and number, and Confused counts them all.
	Counts   []int    `json:"counts,omitempty"`
	Pairs    [][3]int `json:"pairs,omitempty"`
	Confused int      `json:"confused,omitempty"`

	target  target.Target
	each    int // most of Wrong
	random  *rand.Rand
	numbers []int          // of Wrong among the wrong rows
	pairs   map[[2]int]int // nil for labels and few classes
}

// Wrong is a row that was predicted wrong: repeat, fold, number of the row in the
// dataset, counted from 0, and true and predicted class, or lists of labels.
type Wrong [5]any

func newEntry(t target.Target, seed, each int) *Entry {
	e := &Entry{target: t, each: each, random: rand.New(rand.NewPCG(0, uint64(seed)))}
	switch k := t.K(); {
	case t.MultiLabel:
		e.Counts = make([]int, 3*k)
	case k <= mostSquare:
		e.Counts = make([]int, k*k)
	default:
		e.pairs = map[[2]int]int{}
	}
	return e
}

// add counts the predictions of a cell.
func (e *Entry) add(repeat, fold int, p store.Predictions) {
	e.Tested += len(p.Rows)
	for i, row := range p.Rows {
		if e.target.MultiLabel {
			has, gets := labels(p.Truth.Y.Row(i)), labels(p.Predicted.Y.Row(i))
			e.count(has, gets)
			if !slices.Equal(has, gets) {
				e.wrong(Wrong{repeat, fold, row, has, gets})
			}
			continue
		}
		is, got := p.Truth.Class[i], p.Predicted.Class[i]
		if e.Counts != nil {
			e.Counts[is*p.K+got]++
		}
		if is == got {
			continue
		}
		if e.pairs != nil {
			e.pairs[[2]int{is, got}]++
		}
		e.wrong(Wrong{repeat, fold, row, is, got})
	}
}

// labels are the numbers of the labels of a row, an empty list where it has none.
func labels(of []int32) []int {
	return lists.Map(of, func(label int32) int { return int(label) })
}

// count counts the labels that a row has and gets, only gets, and only has.
func (e *Entry) count(has, gets []int) {
	for _, l := range has {
		if slices.Contains(gets, l) {
			e.Counts[3*l]++
		} else {
			e.Counts[3*l+2]++
		}
	}
	for _, l := range gets {
		if !slices.Contains(has, l) {
			e.Counts[3*l+1]++
		}
	}
}

// wrong keeps a row if it is of the sample: each of the wrong rows is with the same
// probability (Vitter's algorithm R, ACM Transactions on Mathematical Software 11, 1985).
func (e *Entry) wrong(w Wrong) {
	e.Of++
	if len(e.Wrong) < e.each {
		e.Wrong, e.numbers = append(e.Wrong, w), append(e.numbers, e.Of)
		return
	}
	if at := e.random.IntN(e.Of); at < e.each {
		e.Wrong[at], e.numbers[at] = w, e.Of
	}
}

// finish puts the sample in order and lists the confusions.
func (e *Entry) finish() {
	order := lists.Range(len(e.Wrong))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(e.numbers[a], e.numbers[b]) })
	e.Wrong = lists.Map(order, func(i int) Wrong { return e.Wrong[i] })
	e.Confused = len(e.pairs)
	for pair, n := range e.pairs {
		e.Pairs = append(e.Pairs, [3]int{pair[0], pair[1], n})
	}
	slices.SortFunc(e.Pairs, func(a, b [3]int) int {
		return cmp.Or(cmp.Compare(b[2], a[2]), cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	e.Pairs = e.Pairs[:min(len(e.Pairs), mostPairs)]
}
