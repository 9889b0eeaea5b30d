package labeltree

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// all are trees of k labels by every build.
func all(k, arity, leaf int) map[string]Tree {
	rng := rand.New(rand.NewPCG(uint64(k), uint64(arity)))
	x := contract.Matrix{Rows: k, Cols: 3, Data: make([]float64, 3*k)}
	counts := make([]int, k)
	for label := range k {
		for j := range 3 {
			x.Row(label)[j] = rng.NormFloat64()
		}
		counts[label] = rng.IntN(20)
	}
	of := directions(contract.Rows{Matrix: x}, oneEach(k))
	return map[string]Tree{
		"balanced": balanced(k, arity, leaf), "random": random(rng, k, arity, leaf),
		"kmeans": kmeans(rng, of, 3, arity, leaf), "huffman": huffman(counts, arity),
	}
}

// oneEach gives each of some labels one row, the first the first.
func oneEach(labels int) [][]int32 {
	return lists.Map(lists.Range(labels), func(label int) []int32 { return []int32{int32(label)} })
}

func TestBuild(t *testing.T) {
	for _, k := range []int{1, 2, 3, 5, 16, 50} {
		for _, arity := range []int{2, 3, 7} {
			for _, leaf := range []int{1, 4, 100} {
				for name, tree := range all(k, arity, leaf) {
					at := fmt.Sprintf("%s, k %d, arity %d, leaf %d", name, k, arity, leaf)
					if err := tree.check(k); err != nil {
						t.Errorf("%s: %v", at, err)
					}
					for _, f := range tree.families() {
						if n := f.to - f.from; n < 2 || n > max(arity, leaf) {
							t.Errorf("%s: node %d has %d children", at, f.parent, n)
						}
					}
				}
			}
		}
	}
}

// Huffman's own example of 13 symbols has codes of 3.42 digits on average.
func TestHuffman(t *testing.T) {
	counts := []int{20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1} // percent: Huffman 1952, table I
	if sum := meanDepth(huffman(counts, 2), counts); sum != 342 {
		t.Errorf("labels are %v deep on average, want 3.42", float64(sum)/100)
	}
	// Five equal labels by threes: one joint of three, then one of three.
	tree := huffman([]int{1, 1, 1, 1, 1}, 3)
	if !slices.Equal(tree.Parents, []int{-1, 0, 0, 0, 3, 3, 3}) || !slices.Equal(tree.Labels, []int{-1, 3, 4, -1, 0, 1, 2}) {
		t.Errorf("%v", tree)
	}
	// Of four labels two are joined first, so that the root has three parts.
	if tree := huffman([]int{5, 1, 2, 4}, 3); !slices.Equal(tree.Parents, []int{-1, 0, 0, 0, 1, 1}) {
		t.Errorf("%v", tree)
	}
}

// Two directions of labels are the two parts, of the same size.
func TestKMeans(t *testing.T) {
	x := contract.Matrix{Rows: 6, Cols: 2, Data: []float64{3, 0.1, 0, 2, 1, 0.2, 0.1, 1, 5, 0, 0.3, 4}}
	of := directions(contract.Rows{Matrix: x}, oneEach(6))
	for seed := range uint64(20) {
		tree := kmeans(rand.New(rand.NewPCG(seed, 0)), of, 2, 2, 3)
		var parts []string
		for _, f := range tree.families()[1:] {
			parts = append(parts, fmt.Sprint(tree.Labels[f.from:f.to]))
		}
		slices.Sort(parts)
		if !slices.Equal(parts, []string{"[0 2 4]", "[1 3 5]"}) {
			t.Errorf("seed %d: %v", seed, parts)
		}
	}
	// All are nearest to the first centre, which has room for two: those stay that would lose most.
	both := []int32{0, 1}
	c := clusters{of: []vector{{both, []float64{1, 0.9}}, {both[:1], []float64{1}}, {both, []float64{1, 0.1}},
		{both, []float64{1, 0.8}}}, d: 2, arity: 2}
	parts, mean := c.assigned(lists.Range(4), [][]float64{{1, 0}, {0, 1}})
	if fmt.Sprint(parts) != "[[1 2] [0 3]]" || math.Abs(mean-3.7/4) > 1e-15 {
		t.Errorf("%v with the mean similarity %v", parts, mean)
	}
	// A label is the direction of the sum of directions of its rows.
	two := contract.Matrix{Rows: 2, Cols: 2, Data: []float64{10, 0, 0, 1}}
	sum := directions(contract.Rows{Matrix: two}, [][]int32{{0, 1}, nil})
	if half := math.Sqrt(0.5); len(sum[0].values) != 2 || math.Abs(sum[0].values[0]-half) > 1e-15 ||
		math.Abs(sum[0].values[1]-half) > 1e-15 || sum[1].values != nil {
		t.Errorf("%v", sum)
	}
}

// Rows in compressed form give the trees of the same rows in full.
func TestKMeansOfSparseRows(t *testing.T) {
	const n, d, k = 200, 30, 25
	rng := rand.New(rand.NewPCG(5, 6))
	full := contract.Matrix{Rows: n, Cols: d, Data: make([]float64, n*d)}
	csr, rows := contract.CSR{Indptr: []int64{0}}, make([][]int32, k)
	for i := range n {
		for j := range d {
			if rng.IntN(6) == 0 {
				v := rng.NormFloat64()
				full.Row(i)[j] = v
				csr.Indices, csr.Data = append(csr.Indices, int32(j)), append(csr.Data, v)
			}
		}
		csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
		label := rng.IntN(k)
		rows[label] = append(rows[label], int32(i))
	}
	sparse := contract.Rows{Matrix: contract.Matrix{Rows: n, Cols: d},
		Sparse: &contract.SparseMatrix{Rows: n, Cols: d, CSR: csr}}
	tree := func(x contract.Rows) string {
		return fmt.Sprint(kmeans(rand.New(rand.NewPCG(1, 0)), directions(x, rows), d, 3, 2))
	}
	if a, b := tree(contract.Rows{Matrix: full}), tree(sparse); a != b {
		t.Errorf("%s\nand %s", a, b)
	}
}

func TestTreesAreChecked(t *testing.T) {
	for name, tree := range map[string]Tree{
		"empty":          {},
		"no root":        {Parents: []int{0, 0}, Labels: []int{0, 1}},
		"later parent":   {Parents: []int{-1, 2, 0}, Labels: []int{-1, 0, 1}},
		"apart":          {Parents: []int{-1, 0, 1, 0}, Labels: []int{-1, -1, 0, 1}},
		"leaf above":     {Parents: []int{-1, 0, 1}, Labels: []int{-1, 0, 1}},
		"twice":          {Parents: []int{-1, 0, 0}, Labels: []int{-1, 0, 0}},
		"missing":        {Parents: []int{-1, 0, 0}, Labels: []int{-1, 0, -1}},
		"other label":    {Parents: []int{-1, 0, 0}, Labels: []int{-1, 0, 2}},
		"fewer":          {Parents: []int{-1, 0}, Labels: []int{-1, 0}},
		"other lengths":  {Parents: []int{-1, 0, 0}, Labels: []int{-1, 0}},
		"negative label": {Parents: []int{-1, 0, 0}, Labels: []int{-1, 0, -2}},
	} {
		if name == "apart" { // the children of the root do not follow each other
			tree = Tree{Parents: []int{-1, 0, 1, 1, 0}, Labels: []int{-1, -1, 0, 1, 2}}
			if tree.check(3) == nil {
				t.Errorf("%s is taken", name)
			}
			continue
		}
		if tree.check(2) == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// drawn are some trees with scores of their nodes.
func drawn(k, trees int, rooted, shared bool) (in searcher, scores []float64) {
	rng := rand.New(rand.NewPCG(uint64(k), 3))
	var list []Tree
	for range trees {
		list = append(list, random(rng, k, 2, 3))
	}
	c := columnsOf(list, rooted, shared)
	for range c.count {
		scores = append(scores, 2*rng.NormFloat64())
	}
	return newSearcher(list, c, k, 0, 4), scores
}

// An exact search, and a beam that is wide enough, find the best of all labels.
func TestSearches(t *testing.T) {
	for _, k := range []int{2, 7, 40} {
		for _, rooted := range []bool{false, true} {
			in, scores := drawn(k, 1, rooted, !rooted)
			every := lists.Map(lists.Range(k), func(label int) found {
				return found{label, in.mean(label, &known{scores: scores})}
			})
			slices.SortFunc(every, better)
			for _, beam := range []int{0, 40} {
				in.beam = beam
				if got := in.find(&known{scores: scores}); !slices.Equal(got, every[:min(4, k)]) {
					t.Errorf("k %d, rooted %v, beam %d: %v, want %v", k, rooted, beam, got, every)
				}
			}
		}
	}
}

// A beam of one node goes on from the better part alone, though the best label is below the other.
func TestNarrowBeam(t *testing.T) {
	tree := balanced(4, 2, 2) // 0 1 | 2 3
	c := columnsOf([]Tree{tree}, false, false)
	scores := []float64{0.1, 0, -1, -1, 5, -5} // parts, then labels
	for beam, want := range map[int][]int{0: {2, 0}, 1: {0, 1}, 2: {2, 0}} {
		in := newSearcher([]Tree{tree}, c, 4, beam, 2)
		got := lists.Map(in.find(&known{scores: scores}), func(f found) int { return f.number })
		if !slices.Equal(got, want) {
			t.Errorf("beam %d finds %v, want %v", beam, got, want)
		}
	}
}

// The probability of several trees is the mean of theirs, also of labels that few of them find.
func TestSeveralTrees(t *testing.T) {
	in, scores := drawn(9, 3, false, true)
	for _, f := range in.find(&known{scores: scores}) {
		sum := 0.0
		for tree := range in.trees {
			p := 1.0
			for node := in.leaves[tree][f.number]; node > 0; node = in.trees[tree].Parents[node] {
				s := scores[in.of[tree][node]]
				if in.mirrored[tree][node] {
					s = -s
				}
				p *= decode.Sigmoid(s)
			}
			sum += p
		}
		if math.Abs(math.Exp(f.logP)-sum/3) > 1e-15 {
			t.Errorf("label %d has %v, want %v", f.number, math.Exp(f.logP), sum/3)
		}
	}
}

// decoded are the scores of a balanced tree of four labels, 0 1 | 2 3.
func decoded(t *testing.T, c config, many bool, scores ...float64) contract.Decoded {
	t.Helper()
	s := state{Labels: 4, Trees: []Tree{balanced(4, 2, 2)}, Many: many}
	return whole(t, c, s, scores)
}

// whole decodes the scores of a row, and fills in the values of all labels.
func whole(t *testing.T, c config, s state, scores []float64) contract.Decoded {
	t.Helper()
	d, err := c.Decode(s, contract.Matrix{Rows: 1, Cols: len(scores), Data: scores}, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Top.Check(1, s.Labels, s.Many); err != nil {
		t.Fatal(err)
	}
	all, p := d.Top.Dense(s.Labels, s.Many)
	chosen := d.Top.Chosen(s.Many)
	out := contract.Decoded{Scores: contract.Matrix{Rows: 1, Cols: s.Labels, Data: all}, Predictions: chosen.Class,
		Probabilities: &contract.Matrix{Rows: 1, Cols: s.Labels, Data: p}}
	if s.Many {
		out.Predictions = lists.Map(chosen.Y.Table(s.Labels), func(has int8) int { return int(has) })
	}
	return out
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
}

func TestDecode(t *testing.T) {
	two := config{Search: exactly, Top: 2}
	ln3 := math.Log(3) // of ¾
	d := decoded(t, two, false, ln3, ln3, 0)
	if !near(d.Probabilities.Data, []float64{9. / 16, 3. / 16, 1. / 8, 1. / 8}) || d.Predictions[0] != 0 {
		t.Errorf("classes: %v, %v", d.Probabilities.Data, d.Predictions)
	}
	if !near(d.Scores.Data, []float64{math.Log(9. / 16), math.Log(3. / 16), others, others}) {
		t.Errorf("scores of classes: %v", d.Scores.Data)
	}
	d = decoded(t, two, true, ln3, 0, ln3, -ln3, ln3, ln3)
	if !near(d.Probabilities.Data, []float64{9. / 16, 0, 3. / 8, 0}) || !slices.Equal(d.Predictions, []int{1, 0, 0, 0}) {
		t.Errorf("labels: %v, %v", d.Probabilities.Data, d.Predictions)
	}
	low := 0.25
	two.Threshold = &low
	if d = decoded(t, two, true, ln3, 0, ln3, -ln3, ln3, ln3); !slices.Equal(d.Predictions, []int{1, 0, 1, 0}) {
		t.Errorf("labels above 1/4: %v", d.Predictions)
	}
	two.Top = 9
	if d = decoded(t, two, false, ln3, ln3, 0); !near(d.Probabilities.Data, []float64{9. / 16, 3. / 16, 1. / 8, 1. / 8}) {
		t.Errorf("all classes: %v", d.Probabilities.Data)
	}
}

// Probabilities of classes sum to 1 where those of nodes do not, and where all are tiny.
func TestProbabilitiesSumToOne(t *testing.T) {
	flat := balanced(5, 2, 5)
	s := state{Labels: 5, Trees: []Tree{flat}}
	for _, scores := range [][]float64{{9, 9, 9, 1, -2}, {-900, -901, -902, -903, -904}, {0, 0, 0, 0, 0}} {
		for _, top := range []int{1, 3, 5} {
			c := config{Search: exactly, Top: top}
			d := whole(t, c, s, scores)
			if sum := lists.Sum(d.Probabilities.Data); math.Abs(sum-1) > 1e-12 {
				t.Errorf("%v, top %d: %v sums to %v", scores, top, d.Probabilities.Data, sum)
			}
			best := slices.MaxFunc(lists.Range(5), func(a, b int) int {
				return cmp.Compare(d.Probabilities.Data[a], d.Probabilities.Data[b])
			})
			if d.Predictions[0] != 0 || top > 1 && d.Probabilities.Data[best] > d.Probabilities.Data[0]+1e-15 {
				t.Errorf("%v, top %d: %v, %v", scores, top, d.Predictions, d.Probabilities.Data)
			}
		}
	}
}

// The rows of a child are those of its parent, +1 if they have a label below it; two children of classes share a
// problem.
func TestSubsets(t *testing.T) {
	for _, many := range []bool{false, true} {
		trees := []Tree{balanced(90, 2, 10), random(rand.New(rand.NewPCG(1, 2)), 90, 2, 10)}
		columns := columnsOf(trees, many, !many)
		problems := columns.subsets(trees, 90, many)
		if err := (contract.Stage{Problems: problems}).Check(90); err != nil {
			t.Fatal(err)
		}
		for at, tree := range trees {
			for node, l := range columns.of[at] {
				if l == none || columns.mirrored[at][node] {
					continue
				}
				below := tree.below(90)
				var among []int32
				if node > 0 && (many || tree.Parents[node] > 0) {
					among = below[tree.Parents[node]]
				}
				if p := problems[l]; !slices.Equal(p.Positive, below[node]) || !slices.Equal(p.Among, among) {
					t.Errorf("many %v, tree %d, node %d: %v", many, at, node, p)
				}
			}
		}
	}
}

// Of many classes the problems are subsets, of few a code.
func TestManyClasses(t *testing.T) {
	for k, coded := range map[int]bool{mostCoded: true, mostCoded + 1: false} {
		s := state{Labels: k}
		c := config{Build: inBalance, Arity: 2, Leaf: 100, Trees: 1}
		stage, err := c.Next(&s, contract.Training{Classes: lists.Range(k), Counts: slices.Repeat([]int{1}, k)})
		if err != nil || (stage.Code() != nil) != coded || stage.Count() != s.columns().count {
			t.Errorf("%d classes: %d problems, %v", k, stage.Count(), err)
		}
	}
}

// Seek asks for the scores that the search reads, no others, and finds what Decode finds of all.
func TestSeek(t *testing.T) {
	const n, k = 30, 60
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []config{
		{Search: byBeam, Beam: 2, Top: 4}, {Search: exactly, Top: 3}, {Search: byBeam, Beam: 1, Top: 1},
	} {
		for _, many := range []bool{false, true} {
			s := state{Labels: k, Many: many, Rooted: many, Trees: []Tree{random(rng, k, 2, 5), random(rng, k, 3, 4)}}
			all := contract.Matrix{Rows: n, Cols: s.columns().count}
			for range n * all.Cols {
				all.Data = append(all.Data, 2*rng.NormFloat64())
			}
			want, err := c.Decode(s, all, contract.LogOdds)
			if err != nil {
				t.Fatal(err)
			}
			got, asked := sought(t, c, s, all)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, many %v: %v\nwant %v", c, many, got.Top, want.Top)
			}
			if asked >= n*all.Cols/2 {
				t.Errorf("%+v, many %v: %d scores of %d are asked for", c, many, asked, n*all.Cols)
			}
		}
	}
}

// sought seeks until nothing is lacking.
func sought(t *testing.T, c config, s state, all contract.Matrix) (d contract.Decoded, asked int) {
	t.Helper()
	has := make([]int8, len(all.Data))
	for {
		known := contract.Known{Columns: target.Listed(has, all.Cols)}
		for row := range all.Rows {
			for _, column := range known.Columns.Row(row) {
				known.Scores = append(known.Scores, all.Row(row)[column])
			}
		}
		lacks, d, err := c.Seek(s, known, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		if len(lacks.Of) == 0 {
			return d, asked
		}
		for row := range all.Rows {
			for _, column := range lacks.Row(row) {
				if has[row*all.Cols+int(column)] != 0 {
					t.Fatalf("row %d lacks column %d, which is known", row, column)
				}
				has[row*all.Cols+int(column)] = 1
				asked++
			}
		}
	}
}

func TestConfigurations(t *testing.T) {
	component := Components()[0]
	for name, c := range map[string]struct {
		settings map[string]any
		want     string // the summary of the diagnostic
	}{
		"defaults":        {map[string]any{}, ""},
		"forest":          {map[string]any{"trees": 3, "draw": 1}, ""},
		"equal trees":     {map[string]any{"trees": 3, "build": "huffman"}, "3 trees that are all the same"},
		"draw in vain":    {map[string]any{"draw": 3, "build": "balanced"}, "draw has no effect"},
		"leaf in vain":    {map[string]any{"leaf": 3, "build": "huffman"}, "leaf has no effect"},
		"beam in vain":    {map[string]any{"beam": 3, "search": "exact"}, "beam has no effect"},
		"another build":   {map[string]any{"build": "oak"}, "build"},
		"too few leaves":  {map[string]any{"leaf": 0}, "leaf"},
		"no children":     {map[string]any{"arity": 1}, "arity"},
		"past the border": {map[string]any{"threshold": 1.5}, "threshold"},
	} {
		ds := component.Check(contract.NewConfig(c.settings))
		switch {
		case c.want == "" && len(ds) > 0:
			t.Errorf("%s: %v", name, ds)
		case c.want != "" && (len(ds) == 0 || !strings.Contains(ds[0].Summary, c.want)):
			t.Errorf("%s: %v, want %q", name, ds, c.want)
		}
	}
}
