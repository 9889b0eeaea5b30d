package labeltree

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/logreg/logistic"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/test/reference"
)

//go:embed testdata
var files embed.FS

// dataset is one of trees.json: rows with labels, and trees that napkinXC built and trained.
type dataset struct {
	Name  string      `json:"name"`
	K     int         `json:"k"`
	X     [][]float64 `json:"x"`
	Y     [][]int     `json:"y"` // labels of each row
	Trees []trained   `json:"trees"`
}

type trained struct {
	Settings struct {
		Kind  string `json:"tree_type"`
		Arity int    `json:"arity"`
		Leaf  int    `json:"max_leaves"`
	} `json:"settings"`
	Nodes [][3]int                  `json:"tree"`  // parent, node and label
	Asked [][][2]float64            `json:"asked"` // of each row, nodes that train on it, and 1 or 0
	Exact [][][2]float64            `json:"exact"` // of each row, labels and their probabilities
	Beams map[string][][][2]float64 `json:"beams"`
}

func load(t *testing.T) (all []dataset) {
	t.Helper()
	b, err := files.ReadFile("testdata/trees.json")
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// read numbers the nodes of a tree anew, so that parents come before their children.
func (c trained) read() (tree Tree, number map[int]int) {
	number = map[int]int{}
	for queue := []int{-1}; len(queue) > 0; queue = queue[1:] {
		for _, node := range c.Nodes {
			if node[0] == queue[0] {
				parent, known := number[node[0]]
				if !known {
					parent = -1
				}
				number[node[1]] = tree.add(parent, node[2])
				queue = append(queue, node[1])
			}
		}
	}
	return tree, number
}

// training is what Next sees of the rows.
func (d dataset) training() contract.Training {
	t := contract.Training{Counts: make([]int, d.K)}
	for _, labels := range d.Y {
		if d.Name == "classes" {
			t.Classes = append(t.Classes, labels[0])
		} else {
			slices.Sort(labels)
			t.Lists.Add(lists.Map(labels, func(label int) int32 { return int32(label) })...)
		}
		for _, label := range labels {
			t.Counts[label]++
		}
	}
	return t
}

// problems returns the targets of all columns of a tree, 0 where a row is left out, and the state.
func (d dataset) problems(t *testing.T, c config, trees ...Tree) (columns [][]float64, s state) {
	t.Helper()
	s = state{Labels: d.K, Trees: trees}
	training := d.training()
	stage, err := c.Next(&s, training)
	if err == nil {
		err = stage.Check(d.K)
	}
	if err != nil {
		t.Fatal(err)
	}
	code, subsets := stage.Code(), s.columns().subsets(trees, d.K, s.Rooted)
	if code == nil {
		subsets = stage.Problems.(contract.Subsets)
	}
	for l := range stage.Count() {
		column := targetsOf(subsets[l], d.Y)
		for i, class := range training.Classes {
			if want := float64(code.Column(l)[class]); column[i] != want {
				t.Errorf("column %d of row %d is %v as a subset and %v in the code", l, i, column[i], want)
			}
		}
		columns = append(columns, column)
	}
	return columns, s
}

// targetsOf are the targets of a subset on rows with labels, 0 where a row is left out.
func targetsOf(s contract.Subset, y [][]int) []float64 {
	return lists.Map(y, func(labels []int) float64 {
		in := func(set []int32) bool {
			return slices.ContainsFunc(labels, func(label int) bool { return slices.Contains(set, int32(label)) })
		}
		switch {
		case in(s.Positive):
			return 1
		case s.Among == nil || in(s.Among):
			return -1
		}
		return 0
	})
}

// scored trains logistic regression on each column and scores all rows.
func (d dataset) scored(t *testing.T, columns [][]float64) contract.Matrix {
	t.Helper()
	x := contract.Matrix{Rows: len(d.X), Cols: len(d.X[0]), Data: slices.Concat(d.X...)}
	out := contract.Matrix{Rows: x.Rows, Cols: len(columns), Data: make([]float64, x.Rows*len(columns))}
	for l, column := range columns {
		p := contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Cols: x.Cols}}
		for i, y := range column {
			if y != 0 {
				p.X.Rows, p.X.Data, p.Y = p.X.Rows+1, append(p.X.Data, x.Row(i)...), append(p.Y, y)
			}
		}
		settings := map[string]any{"C": 1.0, "penalize_intercept": true, "tol": 1e-12}
		for i, s := range reference.Scores(reference.Train(t, logistic.Component(), settings, p), x, 1) {
			out.Row(i)[l] = s
		}
	}
	return out
}

func eachTree(t *testing.T, do func(t *testing.T, d dataset, c trained)) {
	for _, d := range load(t) {
		for _, c := range d.Trees {
			t.Run(fmt.Sprint(d.Name, " ", c.Settings), func(t *testing.T) { do(t, d, c) })
		}
	}
}

// Each node has the rows of napkinXC, with its signs.
func TestRowsOfNodes(t *testing.T) {
	eachTree(t, func(t *testing.T, d dataset, c trained) {
		tree, number := c.read()
		columns, s := d.problems(t, config{}, tree)
		of := s.columns()
		for i, asked := range c.Asked {
			want := map[int]float64{}
			for _, update := range asked {
				want[number[int(update[0])]] = 2*update[1] - 1
			}
			if d.Name == "classes" {
				delete(want, 0) // the root, which is every row's
			}
			got := map[int]float64{}
			for node, l := range of.of[0] {
				if l == none || columns[l][i] == 0 {
					continue
				}
				got[node] = columns[l][i]
				if of.mirrored[0][node] {
					got[node] = -got[node]
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("row %d: %v, want %v", i, got, want)
			}
		}
	})
}

// near32 is how well 32-bit numbers of napkinXC determine a probability.
const near32 = 4e-6

// The same trees, rows and C give the probabilities of napkinXC, and the same labels in the
// same order, by an exact search and by beams.
func TestProbabilitiesOfNapkinXC(t *testing.T) {
	eachTree(t, func(t *testing.T, d dataset, c trained) {
		tree, _ := c.read()
		columns, s := d.problems(t, config{}, tree)
		scores := d.scored(t, columns)
		root := 1.0
		if d.Name == "classes" {
			root = decode.Sigmoid(10) // what a node has there that is every row's
		}
		exact := newSearcher(s.Trees, s.columns(), d.K, 0, d.K)
		same(t, "exact", exact, scores, c.Exact, root)
		for width, want := range c.Beams {
			beam := newSearcher(s.Trees, s.columns(), d.K, int(width[0]-'0'), d.K)
			same(t, "beam "+width, beam, scores, want, root)
		}
	})
}

func same(t *testing.T, by string, in searcher, scores contract.Matrix, want [][][2]float64, root float64) {
	t.Helper()
	for i := range scores.Rows {
		got := in.find(&known{scores: scores.Row(i)})
		numbers := lists.Map(got, func(f found) int { return f.number })
		if len(got) != len(want[i]) {
			t.Errorf("%s, row %d: %d labels %v are found, and %v by napkinXC", by, i, len(got), numbers, want[i])
			continue
		}
		for at, f := range got {
			p, other := root*math.Exp(f.logP), want[i][at]
			if math.Abs(p-other[1]) > near32 || f.number != int(other[0]) && !tied(want[i], at) {
				t.Errorf("%s, row %d, place %d: label %d with %v, and by napkinXC %v", by, i, at, f.number, p, other)
			}
		}
	}
}

// tied reports whether a label and one beside it are as probable as 32-bit numbers can say.
func tied(row [][2]float64, at int) bool {
	near := func(i, j int) bool { return i >= 0 && j < len(row) && math.Abs(row[i][1]-row[j][1]) < 2*near32 }
	return near(at-1, at) || near(at, at+1)
}

// Trees that are made without chance are those of napkinXC: balanced ones node by node, Huffman's
// with the same mean depth.
func TestTreesOfNapkinXC(t *testing.T) {
	eachTree(t, func(t *testing.T, d dataset, c trained) {
		theirs, _ := c.read()
		switch c.Settings.Kind {
		case "balancedInOrder":
			ours := balanced(d.K, c.Settings.Arity, c.Settings.Leaf)
			if !slices.Equal(ours.Parents, theirs.Parents) || !slices.Equal(ours.Labels, theirs.Labels) {
				t.Errorf("%v, and napkinXC's %v", ours, theirs)
			}
		case "huffman":
			counts := d.training().Counts
			if a, b := meanDepth(huffman(counts, 2), counts), meanDepth(theirs, counts); a != b {
				t.Errorf("rows go down %d nodes, and napkinXC's %d", a, b)
			}
		}
	})
}

// meanDepth is the sum of the depths of labels, times their rows.
func meanDepth(t Tree, counts []int) (sum int) {
	for label, node := range t.leaves(len(counts)) {
		for ; node > 0; node = t.Parents[node] {
			sum += counts[label]
		}
	}
	return sum
}
