package labeltree

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// all are trees of k labels by every build.
func all(k, arity, leaf int) map[string]Tree {
	rng := rand.New(rand.NewPCG(uint64(k), uint64(arity)))
	of := contract.Matrix{Rows: k, Cols: 3, Data: make([]float64, 3*k)}
	counts := make([]int, k)
	for label := range k {
		for j := range 3 {
			of.Row(label)[j] = rng.NormFloat64()
		}
		unit(of.Row(label))
		counts[label] = rng.IntN(20)
	}
	return map[string]Tree{
		"balanced": balanced(k, arity, leaf), "random": random(rng, k, arity, leaf),
		"kmeans": kmeans(rng, of, arity, leaf), "huffman": huffman(counts, arity),
	}
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
	of := directions(x, func(row int) []int { return []int{row} }, 6)
	for seed := range uint64(20) {
		tree := kmeans(rand.New(rand.NewPCG(seed, 0)), of, 2, 3)
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
	c := clusters{contract.Matrix{Rows: 4, Cols: 2, Data: []float64{1, 0.9, 1, 0, 1, 0.1, 1, 0.8}}, nil, 2}
	parts, mean := c.assigned(lists.Range(4), [][]float64{{1, 0}, {0, 1}})
	if fmt.Sprint(parts) != "[[1 2] [0 3]]" || math.Abs(mean-3.7/4) > 1e-15 {
		t.Errorf("%v with the mean similarity %v", parts, mean)
	}
	// A label is the direction of the sum of directions of its rows.
	two := directions(contract.Matrix{Rows: 2, Cols: 2, Data: []float64{10, 0, 0, 1}}, func(int) []int { return []int{0} }, 2)
	if half := math.Sqrt(0.5); math.Abs(two.Row(0)[0]-half) > 1e-15 || math.Abs(two.Row(0)[1]-half) > 1e-15 ||
		two.Row(1)[0] != 0 {
		t.Errorf("%v", two)
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
			every := lists.Map(lists.Range(k), func(label int) found { return found{label, in.mean(label, scores)} })
			slices.SortFunc(every, better)
			for _, beam := range []int{0, 40} {
				in.beam = beam
				if got := in.find(scores); !slices.Equal(got, every[:min(4, k)]) {
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
		if got := lists.Map(in.find(scores), func(f found) int { return f.number }); !slices.Equal(got, want) {
			t.Errorf("beam %d finds %v, want %v", beam, got, want)
		}
	}
}

// The probability of several trees is the mean of theirs, also of labels that few of them find.
func TestSeveralTrees(t *testing.T) {
	in, scores := drawn(9, 3, false, true)
	for _, f := range in.find(scores) {
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

// Problems of many families come in several stages, and are the same as those in one.
func TestStages(t *testing.T) {
	const n, k = 700, 90
	rng := rand.New(rand.NewPCG(1, 2))
	y := make([]int8, n*k)
	for range 3 * n {
		y[rng.IntN(n)*k+rng.IntN(k)] = 1
	}
	tree := balanced(k, 2, 10)
	rows := rowsBelow(tree, y, k)
	families := tree.families()
	for _, f := range families {
		p := targets([]family{f}, rows, marked(rows[f.parent], n), f.to-f.from)
		for at, row := range p.Rows {
			for node := f.from; node < f.to; node++ {
				want := -1.0
				if slices.Contains(rows[node], row) {
					want = 1
				}
				if got := p.Values.Row(at)[node-f.from]; got != want {
					t.Fatalf("row %d of node %d is %v, want %v", row, node, got, want)
				}
			}
		}
	}
	p, taken, err := asked(families, rows, n)
	if err != nil || taken != len(families) || p.Values.Cols != len(tree.Parents)-1 {
		t.Errorf("%d of %d families, %d columns, %v", taken, len(families), p.Values.Cols, err)
	}
	// Rows without any of the labels train nothing, and there is a row at least.
	none := rowsBelow(tree, make([]int8, n*k), k)
	if p, _, err := asked(families[3:4], none, n); err != nil || len(p.Rows) != 1 || lists.Sum(p.Values.Data) != 0 {
		t.Errorf("%v, %v", p, err)
	}
}

// The problems of a large tree come in several stages, in the order of its columns, with a root
// in front if there are rows without labels.
func TestSeveralStages(t *testing.T) {
	const n, k = 20000, 300
	rng := rand.New(rand.NewPCG(1, 2))
	training := contract.Training{Labels: make([]int8, n*k), Counts: make([]int, k)}
	for range 3 * n {
		training.Labels[rng.IntN(n)*k+rng.IntN(k)] = 1
	}
	s := state{Labels: k}
	c := config{Build: inBalance, Arity: 3, Leaf: 10, Trees: 1}
	stages, sums := 0, []float64(nil)
	for asks := true; asks; stages++ {
		stage, err := c.Next(&s, training)
		if err == nil {
			err = stage.Check(k)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := stage.Targets().Values
		if len(p.Data) > mostValues {
			t.Errorf("stage %d has %d values", stages, len(p.Data))
		}
		for l := range p.Cols {
			sum := 0.0
			for i := range p.Rows {
				sum += p.Row(i)[l]
			}
			sums = append(sums, sum)
		}
		asks = stage.Asks()
	}
	rows := rowsBelow(s.Trees[0], training.Labels, k)
	columns := s.columns()
	if !s.Rooted || stages < 3 || len(sums) != columns.count {
		t.Fatalf("%d stages of %d columns, %d nodes, with a root: %v", stages, len(sums), columns.count, s.Rooted)
	}
	for node, l := range columns.of[0] {
		all := n
		if node > 0 {
			all = len(rows[s.Trees[0].Parents[node]])
		}
		if want := float64(2*len(rows[node]) - all); sums[l] != want {
			t.Errorf("targets of node %d sum to %v, want %v", node, sums[l], want)
		}
	}
}

func marked(rows []int, n int) []bool {
	in := make([]bool, n)
	for _, i := range rows {
		in[i] = true
	}
	return in
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
