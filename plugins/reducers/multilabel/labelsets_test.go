package multilabel

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/test/must"
)

// labelsetVectors are testdata/labelsets.json, over the rows of multilabel.json.
type labelsetVectors struct {
	Pruned []struct {
		Phi                 float64
		Seen                [][]int
		Scores, Passthrough [][]float64
	}
	CPLST []struct {
		Components int
		A          [][]float64
	}
	Between [][2]float64 // of each label, scores between which its proportional threshold lies
}

func readLabelsets(t *testing.T) labelsetVectors {
	t.Helper()
	b, err := os.ReadFile("testdata/labelsets.json")
	if err != nil {
		t.Fatal(err)
	}
	var v labelsetVectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A pruned second stage sees the labels that NumPy says correlate, and scores as ridge
// regressions of scikit-learn on these.
func TestPrunedStacking(t *testing.T) {
	_, s := readVectors(t)
	for _, want := range readLabelsets(t).Pruned {
		phi := text(want.Phi)
		d, stages := s.run(t, build(t, "stacking", `{"in_sample":false,"phi":`+phi+`}`))
		if off := distance(d.Scores, want.Scores); off > 1e-9 || len(stages) != 5 {
			t.Errorf("phi %s: scores are off by %g after %d stages", phi, off, len(stages))
		}
		for l, stage := range stages[1:] {
			if !slices.Equal(stage.Of, want.Seen[l]) || !slices.Equal(stage.Problems.(contract.Labelled), []int{l}) {
				t.Errorf("phi %s: label %v sees %v, want %v", phi, stage.Problems, stage.Of, want.Seen[l])
			}
		}
		d, _ = s.run(t, build(t, "stacking", `{"in_sample":false,"passthrough":true,"phi":`+phi+`}`))
		if off := distance(d.Scores, want.Passthrough); off > 1e-9 {
			t.Errorf("phi %s with features: scores are off by %g", phi, off)
		}
	}
}

// text is a number as JSON.
func text(v any) string { return fmt.Sprint(v) }

func TestConditionalProjections(t *testing.T) {
	_, s := readVectors(t)
	for _, want := range readLabelsets(t).CPLST {
		config := `{"components":` + text(want.Components) + `}`
		d, stages := s.run(t, build(t, "cplst", config))
		if len(stages) != 2 || !stages[0].Features || stages[1].Targets().Values.Cols != want.Components {
			t.Errorf("%s: stages %+v", config, stages)
		}
		scores := make([][]float64, len(want.A))
		for i, row := range want.A {
			for _, a := range row {
				scores[i] = append(scores[i], 2*a-1)
			}
		}
		if off := distance(d.Scores, scores); off > 1e-8 {
			t.Errorf("%s: scores are off by %g", config, off)
		}
	}
}

// As many out-of-fold scores are above a proportional threshold as rows have the label.
func TestProportionalThresholds(t *testing.T) {
	_, s := readVectors(t)
	d, _ := s.run(t, build(t, "binary_relevance", `{"threshold":"proportional"}`))
	plain, _ := s.run(t, build(t, "binary_relevance", `{}`))
	for i, score := range plain.Scores.Data {
		between := readLabelsets(t).Between[i%4]
		if middle := (between[0] + between[1]) / 2; (d.Predictions[i] == 1) != (score > middle) {
			t.Errorf("label %d with score %v is predicted %d, its threshold lies in the middle of %v", i%4, score,
				d.Predictions[i], between)
		}
	}
}

// RCut takes the largest scores, of equal ones the first, whatever they are.
func TestTop(t *testing.T) {
	r := build(t, "binary_relevance", `{"top":2}`)
	scores := contract.Matrix{Rows: 2, Cols: 4, Data: []float64{-3, -1, -2, -4, 2, 1, 2, 2}}
	for kind, probable := range map[contract.ScoreKind]bool{contract.Margin: false, contract.LogOdds: true} {
		d, err := r.Decode(mustPlan(t, r, numbered(4)).State, scores, kind)
		if want := []int{0, 1, 1, 0, 1, 0, 1, 0}; err != nil || !slices.Equal(d.Predictions, want) ||
			(d.Probabilities != nil) != probable {
			t.Errorf("%s: %+v, %v", kind, d, err)
		}
	}
	_, s := readVectors(t)
	for _, test := range []named{{"plst", `{"components":2,"center":true,"top":1}`}, {"cplst", `{"components":2,"top":1}`},
		{"classifier_chain", `{"ensemble":1,"draw":0,"top":1}`}, {"stacking", `{"in_sample":false,"top":1}`}} {
		d, _ := s.run(t, build(t, test.name, test.config))
		for row := range slices.Chunk(d.Predictions, 4) {
			if sum(row) != 1 {
				t.Errorf("%s predicts %v", test.name, row)
			}
		}
		if _, ds := build(t, test.name, must.Replace(test.config, `"top":1`, `"top":5`)).Plan(
			numbered(4)); contract.FirstError(ds) == nil {
			t.Errorf("%s takes more labels than there are", test.name)
		}
	}
}

func sum(list []int) int {
	total := 0
	for _, v := range list {
		total += v
	}
	return total
}

// Each model of rakel is label_powerset on its labels alone, with the same base; where they
// overlap labels have shares of votes.
func TestLabelsetsAreSmallPowersets(t *testing.T) {
	for _, base := range []string{"direct", "one_vs_rest", "one_vs_one"} {
		checkLabelsets(t, fmt.Sprintf(`"base":%q}`, base))
	}
}

func checkLabelsets(t *testing.T, base string) {
	_, s := readVectors(t)
	for _, config := range []string{`{"size":3,"disjoint":true,"draw":0}`, `{"size":4,"disjoint":true,"draw":0}`,
		`{"size":2,"models":4,"disjoint":false,"draw":0}`, `{"size":3,"disjoint":false,"draw":0}`,
		`{"size":2,"models":6,"disjoint":false,"threshold":0.2,"draw":0}`} {
		config = must.Replace(config, "}", ","+base)
		d, stages := s.run(t, build(t, "rakel", config))
		state, err := unpacked[labelsetState](stages[len(stages)-1].State)
		if err != nil {
			t.Fatal(err)
		}
		votes, known := make([]float64, len(d.Predictions)), make([]float64, 4)
		problems := 0
		for _, subset := range state.Subsets {
			some := s
			some.names, some.y = nil, nil
			for _, l := range subset {
				some.names = append(some.names, s.names[l])
				known[l]++
			}
			for _, row := range s.y {
				some.y = append(some.y, labels.Of(row, 4, subset))
			}
			own, alone := some.run(t, build(t, "label_powerset", "{"+base))
			problems += alone[len(alone)-1].Count()
			for at, has := range own.Predictions {
				i, l := at/len(subset), subset[at%len(subset)]
				votes[i*4+l] += float64(has)
				if strings.Contains(config, "true") && d.Scores.Row(i)[l] != own.Scores.Data[at] {
					t.Errorf("%s: row %d, label %d scores %v alone, here %v", config, i, l, own.Scores.Data[at], d.Scores.Row(i)[l])
				}
			}
		}
		if last := stages[len(stages)-1]; last.Count() != problems || last.Count() > stages[0].Later {
			t.Errorf("%s: %d problems of %d announced, want %d", config, last.Count(), stages[0].Later, problems)
		}
		threshold := 0.5
		if strings.Contains(config, "0.2") {
			threshold = 0.2
		}
		for at, v := range votes {
			if share := v / known[at%4]; (d.Predictions[at] == 1) != (share > threshold) ||
				!strings.Contains(config, "true") && d.Scores.Data[at] != share {
				t.Errorf("%s: %v of the models predict entry %d, prediction %d", config, share, at, d.Predictions[at])
			}
		}
	}
}

// Sets are drawn by the seed, are different, and the disjoint ones have each label once.
func TestDrawnLabelsets(t *testing.T) {
	drawn := map[string]bool{}
	for seed := range uint64(20) {
		for config, want := range map[string]int{`{"size":3,"disjoint":false,"draw":0}`: 14,
			`{"size":3,"models":35,"disjoint":false,"draw":0}`: 35, `{"size":3,"disjoint":true,"draw":0}`: 3} {
			r := numbered(7)
			r.Seed = seed
			stage := mustPlan(t, build(t, "rakel", config), r)
			if again := mustPlan(t, build(t, "rakel", config), r); string(again.State) != string(stage.State) {
				t.Errorf("%s: drawn again %s, was %s", config, again.State, stage.State)
			}
			s, err := unpacked[labelsetState](stage.State)
			if err != nil || len(s.Subsets) != want || stage.Later != want {
				t.Fatalf("%s: %+v, later %d, %v", config, s, stage.Later, err)
			}
			slices.SortFunc(s.Subsets, slices.Compare)
			if len(slices.CompactFunc(slices.Clone(s.Subsets), slices.Equal)) != want {
				t.Errorf("%s draws a set twice: %v", config, s.Subsets)
			}
			if all := slices.Sorted(slices.Values(slices.Concat(s.Subsets...))); want == 3 &&
				!slices.Equal(all, []int{0, 1, 2, 3, 4, 5, 6}) {
				t.Errorf("%s: %v", config, s.Subsets)
			}
			drawn[string(stage.State)] = true
		}
	}
	if len(drawn) < 30 {
		t.Errorf("20 seeds draw %d different lists", len(drawn))
	}
}

// With a cluster for each label HOMER is binary relevance.
func TestAFlatHierarchyIsBinaryRelevance(t *testing.T) {
	_, s := readVectors(t)
	relevance, _ := s.run(t, build(t, "binary_relevance", `{}`))
	flat, stages := s.run(t, build(t, "homer", `{"clusters":4,"partition":"clusters","draw":0}`))
	if distance(flat.Scores, [][]float64{relevance.Scores.Data}) > 0 || !slices.Equal(flat.Predictions, relevance.Predictions) {
		t.Error("other scores")
	}
	if len(stages) != 2 || stages[0].Later < 4 {
		t.Errorf("stages %+v", stages)
	}
	deep, stages := s.run(t, build(t, "homer", `{"clusters":2,"partition":"random","draw":0}`))
	if stages[1].Targets().Values.Cols != 6 || !slices.Contains(stages[1].Targets().Values.Data, 0) {
		t.Errorf("%d problems", stages[1].Targets().Values.Cols)
	}
	for i, score := range deep.Scores.Data {
		if (deep.Predictions[i] == 1) != (score > 0) {
			t.Errorf("score %v predicts %d", score, deep.Predictions[i])
		}
	}
}

// With a label powerset at its nodes HOMER is label_powerset where one node has all labels, and
// else each node is one on the rows that have it, of which its children are the labels.
func TestHomerOfPowersets(t *testing.T) {
	_, s := readVectors(t)
	want, _ := s.run(t, build(t, "label_powerset", `{}`))
	flat, stages := s.run(t, build(t, "homer", `{"clusters":4,"partition":"clusters","base":"label_powerset","draw":0}`))
	if !reflect.DeepEqual(flat.Scores, want.Scores) || !slices.Equal(flat.Predictions, want.Predictions) || len(stages) != 2 {
		t.Error("a flat hierarchy has other scores than label_powerset")
	}
	r := build(t, "homer", `{"clusters":2,"partition":"random","base":"label_powerset","draw":0}`)
	deep, stages := s.run(t, r)
	state, err := unpacked[hierarchyState](stages[1].State)
	if err != nil || stages[1].Count() != 3 || stages[1].Task() != contract.Multiclass || len(state.Nodes) != 6 {
		t.Fatalf("%+v, %v", state, err)
	}
	has := func(row []int8, node labels.Node) int8 {
		return slices.Max(lists.Map(node.Labels, func(l int) int8 { return row[l] }))
	}
	scores, fires := make([][]float64, 6), make([][]int, 6) // of each node and row
	for parent := -1; parent < 6; parent++ {
		own := s
		own.x, own.y, own.names = nil, nil, nil
		var family []int
		for at, node := range state.Nodes {
			if node.Parent == parent {
				family, own.names = append(family, at), append(own.names, fmt.Sprint(at))
			}
		}
		if family == nil {
			continue
		}
		for i, row := range s.y {
			if parent < 0 || has(row, state.Nodes[parent]) > 0 {
				own.x = append(own.x, s.x[i])
				own.y = append(own.y, lists.Map(family, func(at int) int8 { return has(row, state.Nodes[at]) }))
			}
		}
		d, _ := own.run(t, build(t, "label_powerset", `{}`))
		for i := range s.test {
			for j, at := range family {
				score, fire := d.Scores.Row(i)[j], d.Predictions[i*len(family)+j]
				if parent >= 0 {
					score, fire = min(score, scores[parent][i]), min(fire, fires[parent][i])
				}
				scores[at], fires[at] = append(scores[at], score), append(fires[at], fire)
			}
		}
	}
	for at, node := range state.Nodes {
		for i := range s.test {
			if l := node.Labels[0]; len(node.Labels) == 1 &&
				(math.Abs(deep.Scores.Row(i)[l]-scores[at][i]) > 1e-12 || deep.Predictions[i*4+l] != fires[at][i]) {
				t.Errorf("row %d, label %d: %v and %d, want %v and %d", i, l, deep.Scores.Row(i)[l], deep.Predictions[i*4+l],
					scores[at][i], fires[at][i])
			}
		}
	}
	// Nobody has the labels of one node: it says none of them.
	next := nextOf(t, r, rowsOf("0000", "0000", "0000"))
	if next.Count() != 3 || slices.Contains(next.Targets().Values.Data, leftOut) || next.Targets().Groups != 2 {
		t.Errorf("%+v", next)
	}
	if _, _, err := r.(contract.Stager).Next(mustPlan(t, r, numbered(4)).State, rowsOf("0101")); err == nil ||
		!strings.Contains(err.Error(), "too few for label sets") {
		t.Errorf("one row: %v", err)
	}
	for sets, want := range map[string]string{`[["01"],["1"]]`: "sets of 2 nodes", `[["011"]]`: "not a set of 2 labels",
		`[["02"]]`: "not a set of 2 labels", `[[]]`: "no label sets", `null`: "another base"} {
		damaged := `{"labels":2,"nodes":[{"labels":[0],"parent":-1},{"labels":[1],"parent":-1}],"sets":` + sets + `}`
		_, err := r.Decode([]byte(damaged), contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 2}}, contract.Margin)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("sets %s: %v", sets, err)
		}
	}
	for _, name := range []string{"binary_relevance", "label_powerset"} {
		config := contract.Config(`{"clusters":2,"partition":"random","draw":0,"base":"` + name + `"}`)
		if tasks := component(t, "homer").Under(config).Tasks; len(tasks) != 1 ||
			(tasks[0] == contract.Multiclass) != (name == "label_powerset") {
			t.Errorf("%s: tasks %v", name, tasks)
		}
	}
}

// The labels are those of the largest scores, as many as a ridge regression for each
// number of labels says.
func TestMetaLabeler(t *testing.T) {
	_, s := readVectors(t)
	relevance, _ := s.run(t, build(t, "binary_relevance", `{}`))
	d, stages := s.run(t, build(t, "metalabeler", `{}`))
	if distance(d.Scores, [][]float64{relevance.Scores.Data}) > 0 || len(stages) != 2 || stages[1].Task() != contract.Multiclass {
		t.Fatalf("stages %+v", stages)
	}
	var sizes []int
	for _, row := range s.y {
		sizes = append(sizes, sum([]int{int(row[0]), int(row[1]), int(row[2]), int(row[3])}))
	}
	numbers := slices.Compact(slices.Sorted(slices.Values(sizes)))
	for i, x := range s.test {
		best, want := math.Inf(-1), 0
		for _, number := range numbers {
			y := make([]float64, len(sizes))
			for at, size := range sizes {
				y[at] = -1
				if size == number {
					y[at] = 1
				}
			}
			if v := ridge(s.x, y, s.alpha, func(int) bool { return true })(x); v > best {
				best, want = v, number
			}
		}
		row := d.Predictions[i*4 : i*4+4]
		if sum(row) != want {
			t.Errorf("row %d has %d labels, want %d", i, sum(row), want)
		}
		for a := range 4 {
			for b := range 4 {
				if row[a] > row[b] && d.Scores.Row(i)[a] < d.Scores.Row(i)[b] {
					t.Errorf("row %d: %v of scores %v", i, row, d.Scores.Row(i))
				}
			}
		}
	}
	second := build(t, "metalabeler", `{"learner":"other"}`)
	next, done, err := second.(contract.Stager).Next(mustPlan(t, second, numbered(2)).State,
		contract.Training{Labels: []int8{1, 0, 1, 1}, Counts: []int{2, 1}})
	if err != nil || done || next.Learner != "learner" || !slices.Equal(next.Targets().Values.Data, []float64{0, 1}) {
		t.Errorf("%+v, %v", next, err)
	}
	three, _, err := second.(contract.Stager).Next(mustPlan(t, second, numbered(3)).State,
		contract.Training{Labels: []int8{1, 0, 0, 1, 1, 1}, Counts: []int{2, 1, 1}})
	if err != nil || three.Targets().Groups != 2 {
		t.Fatalf("%+v, %v", three, err)
	}
	d, err = second.Decode(three.State, contract.Matrix{Rows: 2, Cols: 5,
		Data: []float64{3, 1, 2, 0, 1, 1, 2, 3, 1, 0}}, contract.Margin)
	if err != nil || !slices.Equal(d.Predictions, []int{1, 1, 1, 0, 0, 1}) {
		t.Errorf("rows of one and of three labels: %+v, %v", d, err)
	}
	next, done, err = second.(contract.Stager).Next(mustPlan(t, second, numbered(2)).State,
		contract.Training{Labels: []int8{1, 0, 0, 1}, Counts: []int{1, 1}})
	if err != nil || !done {
		t.Fatalf("rows of one label each: %+v, %v", next, err)
	}
	d, err = second.Decode(next.State, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{-2, -1}}, contract.LogOdds)
	if err != nil || !slices.Equal(d.Predictions, []int{0, 1}) || d.Probabilities != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestLabelsetConfigurations(t *testing.T) {
	for _, test := range []struct {
		name, config string
		want         []string
	}{
		{"rakel", `{"size":3,"disjoint":true,"models":4,"threshold":0.3,"draw":0}`, []string{
			"error [models]: disjoint labelsets need no number", "error [threshold]: disjoint labelsets have no votes"}},
		{"rakel", `{"size":13,"disjoint":true,"draw":0}`, []string{`error [size]: Wrong value for "size"`}},
		{"homer", `{"clusters":1,"partition":"clusters","draw":0}`, []string{`error [clusters]: Wrong value for "clusters"`}},
		{"homer", `{"clusters":2,"partition":"best","draw":0}`, []string{`error [partition]: Wrong value for "partition"`}},
		{"stacking", `{"in_sample":false,"phi":0}`, []string{`error [phi]: Wrong value for "phi"`}},
		{"cplst", `{}`, []string{"error []: missing number of components"}},
		{"binary_relevance", `{"top":2,"threshold":0.4}`, []string{"error [top]: top contradicts threshold"}},
		{"binary_relevance", `{"threshold":"proportional","folds":3}`, nil},
		{"classifier_chain", `{"threshold":"proportional","ensemble":1,"draw":0}`,
			[]string{`error [threshold]: threshold = "proportional" needs out-of-fold scores`}},
	} {
		compare(t, show(component(t, test.name).Check(contract.Config(test.config))), test.want)
	}
	for config, want := range map[string]string{`{"size":5,"disjoint":false,"draw":0}`: "size is 5",
		`{"size":2,"models":7,"disjoint":false,"draw":0}`: "models is 7"} {
		_, ds := build(t, "rakel", config).Plan(numbered(4))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
}

// States that were damaged on the way are errors.
func TestDamagedLabelsetStates(t *testing.T) {
	for name, states := range map[string][]string{
		"rakel": {`{"labels":2,"subsets":[]}`, `{"labels":2,"subsets":[[0,2]]}`, `{"labels":2,"subsets":[[0]],"sets":[["01"]]}`,
			`{"labels":2,"subsets":[[0]],"sets":[[]]}`, `{"labels":2,"subsets":[[0]]}`},
		"homer": {`{"labels":2}`, `{"labels":2,"nodes":[{"labels":[2],"parent":-1}]}`,
			`{"labels":2,"nodes":[{"labels":[1],"parent":0}]}`,
			`{"labels":2,"nodes":[{"labels":[0],"parent":-1},{"labels":[1],"parent":-1}],"sets":[["01"]]}`},
		"metalabeler": {`{"labels":2}`, `{"labels":2,"numbers":[3]}`, `{"labels":2,"numbers":[1,1]}`},
	} {
		for _, state := range states {
			config := string(permutable[slices.IndexFunc(permutable, func(p named) bool { return p.name == name })].config)
			if _, err := build(t, name, config).Decode([]byte(state), contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 2}},
				contract.Margin); err == nil {
				t.Errorf("%s takes the state %s", name, state)
			}
		}
	}
}
