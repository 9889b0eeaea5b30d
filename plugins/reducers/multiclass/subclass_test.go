package multiclass

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// meant is a training part and what models between the means of their sides say of it.
type meant struct {
	contract.Training
	widths  []int       // problems of each stage
	targets [][]float64 // of all problems
}

// clusters is rows on a line: some around each place of each class.
func clusters(places [][]float64, rows int, noise float64) *meant {
	r := rand.New(rand.NewPCG(4, 4))
	m := &meant{}
	for class, list := range places {
		for _, place := range list {
			for range rows {
				m.add(class, place+noise*r.NormFloat64())
			}
		}
	}
	return m
}

// add adds a row.
func (m *meant) add(class int, x ...float64) {
	for len(m.Counts) <= class {
		m.Counts = append(m.Counts, 0)
	}
	m.Kind = contract.LogOdds
	m.Counts[class]++
	m.Classes = append(m.Classes, class)
	m.Features.Data = append(m.Features.Data, x...)
	m.Features.Rows, m.Features.Cols = len(m.Classes), len(x)
}

// mean is that of some rows.
func (m *meant) mean(of func(i int) bool) []float64 {
	mean, n := make([]float64, m.Features.Cols), 0.0
	for i := range m.Classes {
		if of(i) {
			n++
			for j, x := range m.Features.Row(i) {
				mean[j] += x
			}
		}
	}
	for j := range mean {
		mean[j] /= n
	}
	return mean
}

// model scores the rows: twice how much nearer they are to the mean of the positive rows than
// to that of the negative ones.
func (m *meant) model(targets []float64) []float64 {
	if !slices.Contains(targets, 1) || !slices.Contains(targets, -1) {
		return slices.Repeat([]float64{slices.Max(targets) + slices.Min(targets)}, len(targets)) // it knows one side only
	}
	high := m.mean(func(i int) bool { return targets[i] > 0 })
	low := m.mean(func(i int) bool { return targets[i] < 0 })
	return lists.Map(lists.Range(len(targets)), func(i int) float64 {
		return 2 * (apart(m.Features.Row(i), low) - apart(m.Features.Row(i), high))
	})
}

// apart is the square of a distance.
func apart(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}

// train adds the outputs of a stage.
func (m *meant) train(t *testing.T, s contract.Stage) {
	t.Helper()
	if err := s.Check(len(m.Counts)); err != nil {
		t.Fatal(err)
	}
	m.widths = append(m.widths, s.Targets().Values.Cols)
	for l := range s.Targets().Values.Cols {
		m.targets = append(m.targets, lists.Map(lists.Range(s.Targets().Values.Rows), func(i int) float64 { return s.Targets().Values.Row(i)[l] }))
	}
	m.Outputs = contract.Matrix{Rows: len(m.Classes), Cols: len(m.targets), Data: make([]float64, len(m.Classes)*len(m.targets))}
	for l, targets := range m.targets {
		for i, score := range m.model(targets) {
			m.Outputs.Row(i)[l] = score
		}
	}
}

// run goes through the stages and returns the last one.
func (m *meant) run(t *testing.T, r contract.Reducer) contract.Stage {
	t.Helper()
	stage := mustPlan(t, r, numbered(len(m.Counts)))
	most := stage.Later
	for {
		next, done, err := r.(contract.Stager).Next(stage.State, m.Training)
		if err != nil {
			t.Fatal(err)
		}
		if done || !next.Asks() {
			if m.Outputs.Cols > most {
				t.Errorf("%d problems, announced are %d", m.Outputs.Cols, most)
			}
			return next
		}
		m.train(t, next)
		stage = next
	}
}

// A class on both sides of another is split, and then all rows are right; so are scores and
// probabilities of classes, and what is decoded by what was counted of sub-classes.
func TestSubclasses(t *testing.T) {
	for _, decoding := range []string{"attenuated_euclidean", "laplacian", "probabilistic", "loss_weighted", "loss_based"} {
		m := clusters([][]float64{{-30, 30}, {0}, {100}}, 20, 1)
		config := fmt.Sprintf(`{"code":"subclass_ecoc","draw":0,"decoding":%q}`, decoding)
		if ds := component(t, "ecoc").Check(contract.Config(config)); len(ds) > 0 {
			t.Errorf("%v", show(ds))
		}
		r := build(t, "ecoc", config)
		last := m.run(t, r)
		s, err := readState(last.State)
		if err != nil || !slices.Equal(s.Parts, []int{0, 0, 1, 2}) || s.Code.Classes() != 4 {
			t.Fatalf("%s: sub-classes %v, %v", decoding, s.Parts, err)
		}
		if decoding == "loss_weighted" && slices.Max(s.Rule.Weights[1]) != 1 {
			t.Errorf("the models are never right on the rows of sub-class 1: %v", s.Rule.Weights)
		}
		d, err := r.Decode(last.State, m.Outputs, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(d.Predictions, m.Classes) || d.Scores.Cols != 3 {
			t.Errorf("%s: predictions %v", decoding, d.Predictions)
		}
		if d.Probabilities == nil {
			continue
		}
		for i, class := range m.Classes {
			p := d.Probabilities.Row(i)
			if sum := p[0] + p[1] + p[2]; sum < 1-1e-12 || sum > 1+1e-12 || slices.Max(p) != p[class] {
				t.Errorf("%s: probabilities %v of a row of class %d", decoding, p, class)
			}
		}
	}
}

// depthFirst solves one problem after the other, as the paper does, and calls itself for what a
// problem is split into before it goes on.
type depthFirst struct {
	*meant
	left  [][]float64 // the problems in the end
	tried int
}

func (d *depthFirst) solve(targets []float64, splits int) {
	var far float64
	var one, two []int
	if d.wrong(targets) > 0 && splits < 5 {
		for _, side := range []float64{1, -1} {
			if a, b, distance := d.twoMeans(targets, side); distance > far {
				one, two, far = a, b, distance
			}
		}
	}
	if least := float64(len(targets)) / 50; float64(len(one)) > least && float64(len(two)) > least {
		without := func(rows []int) []float64 {
			kept := slices.Clone(targets)
			for _, i := range rows {
				kept[i] = 0
			}
			return kept
		}
		d.tried += 2
		a, b := without(two), without(one)
		if float64(d.wrong(a)+d.wrong(b)) <= 0.95*float64(d.wrong(targets)) {
			d.solve(a, splits+1)
			d.solve(b, splits+1)
			return
		}
	}
	d.left = append(d.left, targets)
}

// wrong counts the rows on the wrong side of a model.
func (d *depthFirst) wrong(targets []float64) int {
	wrong := 0
	for i, score := range d.model(targets) {
		if targets[i] != 0 && targets[i]*score <= 0 {
			wrong++
		}
	}
	return wrong
}

// twoMeans are the clusters of a side, and the distance of their means.
func (d *depthFirst) twoMeans(targets []float64, side float64) (one, two []int, distance float64) {
	in := func(i int) bool { return targets[i] == side }
	farthest := func(from []float64) []float64 {
		best := -1
		for i := range targets {
			if in(i) && (best < 0 || apart(d.Features.Row(i), from) > apart(d.Features.Row(best), from)) {
				best = i
			}
		}
		return d.Features.Row(best)
	}
	first := farthest(d.mean(in))
	second := farthest(first)
	for range 100 {
		nearer := func(i int) bool { return apart(d.Features.Row(i), second) < apart(d.Features.Row(i), first) }
		one = lists.Filter(lists.Range(len(targets)), func(i int) bool { return in(i) && !nearer(i) })
		two = lists.Filter(lists.Range(len(targets)), func(i int) bool { return in(i) && nearer(i) })
		if len(one) == 0 || len(two) == 0 {
			return nil, nil, 0
		}
		first = d.mean(func(i int) bool { return slices.Contains(one, i) })
		second = d.mean(func(i int) bool { return slices.Contains(two, i) })
	}
	return one, two, apart(first, second)
}

// The stages keep the problems that are left when they are solved one after the other, in that
// order, and the rows of the code are the sides of training rows.
func TestProblemsAreSplitDepthFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	rings, blobs := &meant{}, &meant{}
	for i := range 90 {
		angle, radius := 2*math.Pi*r.Float64(), 1+float64(i%3)+0.1*r.NormFloat64()
		rings.add(i%3, radius*math.Cos(angle), radius*math.Sin(angle))
	}
	for class := range 4 {
		for range 3 {
			x, y := 6*r.Float64(), 6*r.Float64()
			for range 12 {
				blobs.add(class, x+r.NormFloat64(), y+r.NormFloat64())
			}
		}
	}
	deepest := 0
	for name, m := range map[string]*meant{"a line": clusters([][]float64{{-30, 30}, {0}, {9}}, 20, 1), "rings": rings,
		"blobs": blobs, "noise": clusters([][]float64{{0, 4}, {0, 3}, {1, 5}}, 20, 2)} {
		tree, err := treeOf(m.Training)
		if err != nil {
			t.Fatal(err)
		}
		want := depthFirst{meant: m, tried: tree.Columns()}
		for l := range tree.Columns() {
			want.solve(lists.Map(m.Classes, func(class int) float64 { return float64(tree[class][l]) }), 0)
		}
		last := m.run(t, build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"attenuated_euclidean"}`))
		s, err := readState(last.State)
		if err != nil {
			t.Fatal(err)
		}
		got := lists.Map(s.Kept, func(l int) []float64 { return m.targets[l] })
		if !reflect.DeepEqual(got, want.left) || len(m.targets) != want.tried {
			t.Errorf("%s: %d problems of %d are kept, want %d of %d, or others", name, len(got), len(m.targets), len(want.left),
				want.tried)
		}
		rows := map[string]bool{}
		for i, class := range m.Classes {
			rows[fmt.Sprint(class, lists.Map(got, func(targets []float64) float64 { return targets[i] }))] = true
		}
		for sub, class := range s.Parts {
			if row := fmt.Sprint(class, asMatrix(t, s.Code)[sub]); !rows[row] || len(rows) != len(s.Parts) {
				t.Errorf("%s: no training row has %s; %d sub-classes, want %d", name, row, len(s.Parts), len(rows))
			}
		}
		deepest = max(deepest, len(m.widths))
		t.Logf("%s: stages of %v problems, %d are left, %d sub-classes", name, m.widths, len(got), len(s.Parts))
	}
	if deepest < 4 {
		t.Errorf("%d stages: no part is split again", deepest)
	}
}

// A class without training rows has a row of the code all the same.
func TestAClassWithoutRowsHasASide(t *testing.T) {
	m := clusters([][]float64{{-30, 30}, {0}, nil, {100}}, 20, 1)
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"attenuated_euclidean"}`)
	last := m.run(t, r)
	s, err := readState(last.State)
	if err != nil || !slices.Equal(s.Parts, []int{0, 0, 1, 2, 3}) {
		t.Fatalf("sub-classes %v, %v", s.Parts, err)
	}
	d, err := r.Decode(last.State, m.Outputs, contract.LogOdds)
	if err != nil || !slices.Equal(d.Predictions, m.Classes) || d.Scores.Cols != 4 {
		t.Errorf("%+v, %v", d.Predictions, err)
	}
}

// Rows that no split separates: the nodes of the tree are left, and decoding looks at their
// columns alone. Nor is anything split where nothing is wrong or a cluster is too small.
func TestSplitsThatDoNotPay(t *testing.T) {
	for name, test := range map[string]struct {
		m    *meant
		want []int
	}{
		"the same places": {clusters([][]float64{{-1, 1}, {-1, 1, 1}, {9}}, 30, 0), []int{2, 2}},
		"nothing wrong":   {clusters([][]float64{{0}, {20}, {40}}, 30, 1), []int{2}},
	} {
		r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"attenuated_euclidean"}`)
		last := test.m.run(t, r)
		if !slices.Equal(test.m.widths, test.want) {
			t.Errorf("%s: stages of %v problems, want %v", name, test.m.widths, test.want)
		}
		s, err := readState(last.State)
		if err != nil || !slices.Equal(s.Kept, []int{0, 1}) || !slices.Equal(s.Parts, []int{0, 1, 2}) {
			t.Errorf("%s: sub-classes %v of the columns %v, %v", name, s.Parts, s.Kept, err)
		}
		if _, err := r.Decode(last.State, test.m.Outputs, contract.LogOdds); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	few := clusters([][]float64{{-30, 30}, {0}, {9}}, 100, 1)
	for i := 8; i < 100; i++ { // eight rows of 400 are left at -30, a fiftieth
		few.Features.Data[i] = 30
	}
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"attenuated_euclidean"}`)
	if first := mustPlan(t, r, numbered(3)); first.Later != 2*(1+2+4+8+16+32) {
		t.Errorf("%d problems are announced", first.Later)
	}
	last := few.run(t, r)
	d, err := r.Decode(last.State, few.Outputs, contract.LogOdds)
	if err != nil || slices.Equal(d.Predictions, few.Classes) || !slices.Equal(few.widths, []int{2}) {
		t.Errorf("too few: stages of %v problems, %v", few.widths, err)
	}
}

// A second model learns from the columns that are left.
func TestSubclassesAreLearned(t *testing.T) {
	m := clusters([][]float64{{-30, 30}, {0}, {100}}, 20, 1)
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"learned","learner":"nb",`+
		`"thresholds":{"0":1,"1":1,"2":9}}`)
	last := m.run(t, r)
	s, err := readState(last.State)
	if err != nil || len(last.Of) != s.Code.Columns() || !slices.Equal(last.Of, s.Kept) || slices.Equal(s.Kept, []int{0, 1}) ||
		last.Task() != contract.Multiclass {
		t.Fatalf("%+v, %v", last, err)
	}
	same := clusters([][]float64{{-1, 1}, {-1, 1, 1}, {9}}, 30, 0)
	if first := same.run(t, r); !slices.Equal(first.Of, []int{0, 1}) {
		t.Errorf("of splits that did not pay the second model learns from the columns %v", first.Of)
	}
	scores := contract.Matrix{Rows: 1, Cols: m.Outputs.Cols + 3, Data: append(slices.Clone(m.Outputs.Row(0)), 1, 0, 2)}
	d, err := r.Decode(last.State, scores, contract.LogOdds)
	if err != nil || !slices.Equal(d.Scores.Data, []float64{1, 0, 2}) || d.Predictions[0] != 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// Decoders of trees, pairs and the like are refused when the configuration is read, and there is
// a warning of one that counts zeros, of which sub-classes have unequal numbers.
func TestSubclassesHaveNoForm(t *testing.T) {
	for _, decoding := range []string{"product", "max_score", "vote"} {
		compare(t, show(component(t, "ecoc").Check(contract.Config(`{"code":"subclass_ecoc","draw":0,"decoding":"`+decoding+`"}`))),
			[]string{fmt.Sprintf("error [decoding]: decoding = %q does not fit the code", decoding)})
	}
	for config, want := range map[string][]string{`{"code":"subclass_ecoc","draw":0,"decoding":"hamming"}`: {
		"warning [code]: hamming decodes subclass_ecoc badly"}, `{"code":"ecoc_one","draw":0,"decoding":"hamming"}`: {
		"warning [code]: hamming decodes ecoc_one badly"},
		`{"code":"subclass_ecoc","draw":0,"decoding":"hamming","zeros":"mean"}`: nil} {
		compare(t, show(component(t, "ecoc").Check(contract.Config(config))), want)
	}
}

// Damaged states are refused, and outputs of other models than those that were asked for.
func TestStatesOfSubclasses(t *testing.T) {
	m := clusters([][]float64{{-30, 30}, {0}}, 20, 1)
	r := build(t, "ecoc", `{"code":"subclass_ecoc","draw":0,"decoding":"hamming"}`)
	m.run(t, r)
	if !slices.Equal(m.widths, []int{1, 2}) {
		t.Errorf("stages of %v problems", m.widths)
	}
	for columns, want := range map[int]bool{0: true, 1: true, 2: false, 3: true, 4: false} {
		other := m.Training
		other.Outputs = contract.Matrix{Rows: len(m.Classes), Cols: columns}
		for i := range m.Classes {
			other.Outputs.Data = append(other.Outputs.Data, append(slices.Clone(m.Outputs.Row(i)), 0)[:columns]...)
		}
		_, _, err := r.(contract.Stager).Next([]byte(`{"phase":"split","rule":{"method":"hamming"}}`), other)
		if (err == nil) != want || err != nil && strings.Contains(err.Error(), "runtime") {
			t.Errorf("outputs of %d models: %v", columns, err)
		}
	}
	for _, bad := range []string{`"parts":[0],"kept":[0]`, `"parts":[0,-1],"kept":[0]`, `"parts":[0,2],"kept":[0]`,
		`"parts":[0,1,1],"kept":[0]`, `"parts":[0,1],"kept":[1]`, `"parts":[0,1],"kept":[-1]`, `"parts":[0,1],"kept":[0,0]`,
		`"parts":[0,1]`, `"kept":[0]`, `"parts":[],"kept":[]`, `"parts":[0,1],"kept":[0],"design":"one_vs_one","classes":2`} {
		state := `{"phase":"observe","rule":{"method":"hamming"},"rows":["+","-"],` + bad + `}`
		scores := contract.Matrix{Rows: 1, Cols: 1, Data: []float64{1}}
		if _, err := r.Decode([]byte(state), scores, contract.LogOdds); err == nil {
			t.Errorf("sub-classes %s of two rows", bad)
		}
	}
	d := state{Parts: []int{1, 0, 1}}.joined(contract.Decoded{
		Scores: contract.Matrix{Rows: 1, Cols: 3, Data: []float64{-3, -1, -2}}, Predictions: []int{1},
		Probabilities: &contract.Matrix{Rows: 1, Cols: 3, Data: []float64{0.25, 0.5, 0.25}},
	})
	if !slices.Equal(d.Scores.Data, []float64{-1, -2}) || !slices.Equal(d.Probabilities.Data, []float64{0.5, 0.5}) ||
		!reflect.DeepEqual(d.Predictions, []int{0}) {
		t.Errorf("%+v", d)
	}
}
