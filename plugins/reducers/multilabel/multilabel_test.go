package multilabel

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
	"github.com/manyclass/bench/test/trial"
)

// unpacked reads a state.
func unpacked[S any](b []byte) (s S, err error) {
	err = json.Unmarshal(b, &s)
	return s, err
}

// What tests try reductions with; the harness takes reductions of classes, too.
var (
	all       = trial.Of(slices.Concat(Components(), multiclass.Components()))
	component = all.Component
	build     = all.Build
	mustPlan  = trial.Plan
	reduction = trial.Reduction
	numbered  = trial.Numbered
	show      = trial.Show
	compare   = trial.Compare
)

// Every reduction against what other programs make of the same rows.
func TestMultiLabelVectors(t *testing.T) {
	v, s := readVectors(t)
	type vector struct {
		name, config string
		want         [][]float64
	}
	tests := []vector{
		{"binary_relevance", `{}`, v.Relevance},
		{"stacking", `{"in_sample":false}`, v.Stacking["out_of_fold"]},
		{"stacking", `{"in_sample":false,"folds":5,"inputs":"outputs","passthrough":false}`, v.Stacking["out_of_fold"]},
		{"stacking", `{"in_sample":false,"passthrough":true}`, v.Stacking["passthrough"]},
		{"stacking", `{"in_sample":false,"inputs":"outputs_and_features"}`, v.Stacking["passthrough"]},
		{"stacking", `{"in_sample":true}`, v.Stacking["in_sample"]},
		{"calibrated_label_ranking", `{}`, v.Votes},
	}
	for _, c := range v.Chains {
		var order []string
		for _, l := range c.Order {
			order = append(order, fmt.Sprintf("%q", s.names[l]))
		}
		tests = append(tests, vector{"classifier_chain",
			fmt.Sprintf(`{"order":[%s],"ensemble":1,"draw":0}`, strings.Join(order, ",")), c.Scores})
	}
	for _, p := range v.PLST {
		want := make([][]float64, len(p.A))
		for i, row := range p.A {
			for _, a := range row {
				want[i] = append(want[i], 2*a-1)
			}
		}
		tests = append(tests, vector{"plst", fmt.Sprintf(`{"components":%d,"center":%v}`, p.Components, p.Center), want})
	}
	for _, test := range tests {
		d, _ := s.run(t, build(t, test.name, test.config))
		if off := distance(d.Scores, test.want); off > 1e-9 {
			t.Errorf("%s %s: scores are off by %g", test.name, test.config, off)
		}
		for i, score := range d.Scores.Data {
			if score != 0 && (d.Predictions[i] == 1) != (score > 0) {
				t.Errorf("%s %s: score %v predicts %d", test.name, test.config, score, d.Predictions[i])
			}
		}
	}
	if d, _ := s.run(t, build(t, "label_powerset", `{}`)); !slices.Equal(d.Predictions, slices.Concat(v.Powerset...)) {
		t.Errorf("label_powerset predicts %v", d.Predictions)
	}
}

// With all components PLST is binary relevance by the same ridge regression with a
// free intercept. The regression is linear in its targets and reproduces constants,
// so on targets −1 and 1 it says 2A − 1 where on 0 and 1 it says A.
func TestPLSTIsBinaryRelevance(t *testing.T) {
	_, s := readVectors(t)
	relevance, _ := s.run(t, build(t, "binary_relevance", `{}`))
	for _, config := range []string{
		`{"components":4,"center":true}`, `{"components":4,"center":false}`,
		`{"explained":1,"center":true}`, `{"components":4,"center":true,"threshold":0.5}`,
	} {
		d, _ := s.run(t, build(t, "plst", config))
		if off := distance(d.Scores, [][]float64{relevance.Scores.Data}); off > 1e-9 {
			t.Errorf("%s: scores are off by %g", config, off)
		}
		if !slices.Equal(d.Predictions, relevance.Predictions) {
			t.Errorf("%s: other predictions", config)
		}
	}
	few, _ := s.run(t, build(t, "plst", `{"components":3,"center":true}`))
	if off := distance(few.Scores, [][]float64{relevance.Scores.Data}); off < 1e-3 {
		t.Errorf("without a component scores are off by %g only", off)
	}
}

func TestExplainedShare(t *testing.T) {
	v, s := readVectors(t)
	for share, want := range map[float64]int{
		v.Explained[0] - 1e-6: 1, v.Explained[0]: 1, v.Explained[0] + 1e-6: 2, v.Explained[1] + 1e-6: 3,
		v.Explained[2] + 1e-6: 4, 1: 4,
	} {
		_, stages := s.run(t, build(t, "plst", fmt.Sprintf(`{"explained":%v,"center":true}`, share)))
		if got := stages[1].Targets().Values.Cols; got != want {
			t.Errorf("a share of %v has %d components, want %d", share, got, want)
		}
	}
}

func TestAChainOfOneLabelIsBinaryRelevance(t *testing.T) {
	_, s := readVectors(t)
	one := s
	one.names, one.y = s.names[:1], nil
	for _, row := range s.y {
		one.y = append(one.y, row[:1])
	}
	relevance, _ := one.run(t, build(t, "binary_relevance", `{}`))
	for name, config := range map[string]string{
		"classifier_chain": `{"ensemble":1,"draw":0}`, "calibrated_label_ranking": `{}`,
		"plst": `{"components":1,"center":true}`,
	} {
		d, stages := one.run(t, build(t, name, config))
		if !slices.Equal(d.Predictions, relevance.Predictions) {
			t.Errorf("%s of one label: other predictions", name)
		}
		if name == "classifier_chain" && (!reflect.DeepEqual(d, relevance) || len(stages) != 1 || stages[0].Later != 0) {
			t.Errorf("a chain of one label: %+v", stages)
		}
	}
}

// permutable is every multi-label reduction with configurations under which labels
// can be renumbered.
var permutable = []named{
	{"binary_relevance", `{}`}, {"binary_relevance", `{"threshold":"tuned"}`},
	{"binary_relevance", `{"threshold":"cardinality","folds":3}`},
	{"stacking", `{"in_sample":false}`}, {"stacking", `{"in_sample":false,"passthrough":true,"threshold":0.2}`},
	{"plst", `{"components":2,"center":true}`}, {"plst", `{"explained":0.9,"center":false,"threshold":"tuned"}`},
	{"classifier_chain", `{"order":["a","c","d","b"],"ensemble":1,"draw":0}`},
	{"label_powerset", `{}`}, {"calibrated_label_ranking", `{}`},
	{"binary_relevance", `{"threshold":"proportional"}`}, {"binary_relevance", `{"top":2}`},
	{"stacking", `{"in_sample":false,"phi":0.15}`}, {"cplst", `{"components":2}`}, {"metalabeler", `{}`},
	{"rakel", `{"size":2,"models":6,"disjoint":false,"draw":0}`}, {"rakel", `{"size":4,"disjoint":true,"draw":0}`},
	{"homer", `{"clusters":4,"partition":"clusters","draw":0}`},
	{"homer", `{"clusters":4,"partition":"clusters","base":"label_powerset","draw":0}`},
	{"pruned_sets", `{"prune":2,"subsets":2,"ensemble":1,"draw":0}`}, {"pruned_sets", `{"prune":2,"ensemble":3,"draw":0}`},
	{"pruned_sets", `{"prune":2,"larger_than":0,"base":"one_vs_one","ensemble":1,"draw":0}`},
	{"copy_transformation", `{"method":"copy","draw":0}`}, {"copy_transformation", `{"method":"ignore","top":2,"draw":0}`},
}

// named is a reduction with a configuration.
type named struct{ name, config string }

func TestLabelPermutationPermutesResults(t *testing.T) {
	_, s := readVectors(t)
	order := []int{2, 0, 3, 1}
	other := s
	other.names, other.y = nil, nil
	for _, l := range order {
		other.names = append(other.names, s.names[l])
	}
	for _, row := range s.y {
		var permuted []int8
		for _, l := range order {
			permuted = append(permuted, row[l])
		}
		other.y = append(other.y, permuted)
	}
	for _, test := range permutable {
		want, _ := s.run(t, build(t, test.name, test.config))
		got, _ := other.run(t, build(t, test.name, test.config))
		for i := range s.test {
			for to, from := range order {
				at, was := i*4+to, i*4+from
				if math.Abs(got.Scores.Data[at]-want.Scores.Data[was]) > 1e-9 || got.Predictions[at] != want.Predictions[was] {
					t.Fatalf("%s %s: row %d, label %s: %v and %d, was %v and %d", test.name, test.config, i, s.names[from],
						got.Scores.Data[at], got.Predictions[at], want.Scores.Data[was], want.Predictions[was])
				}
			}
		}
	}
}

// Each multi-label reduction says so and keeps its promises.
func TestMultiLabelCapabilities(t *testing.T) {
	count := 0
	for _, c := range Components() {
		if !c.Capabilities.Has(contract.MultiLabel) {
			continue
		}
		count++
		config := contract.Config(permutable[slices.IndexFunc(permutable,
			func(p named) bool { return p.name == c.Name })].config)
		if ds := c.Check(config); ds != nil {
			t.Errorf("%s: %v", c.Name, show(ds))
		}
		if !c.Under(config).Has(contract.MultiLabel) || !c.Under(contract.Config(`{`)).Has(contract.MultiLabel) {
			t.Errorf("%s: narrowed it is not multi-label", c.Name)
		}
		if _, ds := build(t, c.Name, string(config)).Plan(contract.Reduction{}); contract.FirstError(ds) == nil {
			t.Errorf("%s takes data without labels", c.Name)
		}
		if ds := c.Check(contract.Config(`{"unknown":1}`)); contract.FirstError(ds) == nil {
			t.Errorf("%s takes an unknown attribute", c.Name)
		}
	}
	if count != 12 {
		t.Errorf("%d multi-label reductions", count)
	}
	single := component(t, "class_number").Capabilities
	if single.Has(contract.MultiLabel) || !single.Can(contract.Regression) {
		t.Errorf("class_number: %+v", single)
	}
}

// The sigmoids of log-odds are probabilities, and sums over label sets are too.
func TestLabelProbabilities(t *testing.T) {
	l := math.Log
	relevance := build(t, "binary_relevance", `{}`)
	state := mustPlan(t, relevance, reduction("a", "b")).State
	d, err := relevance.Decode(state, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{l(3), l(0.25)}}, contract.LogOdds)
	if err != nil || math.Abs(d.Probabilities.Data[0]-0.75) > 1e-15 || math.Abs(d.Probabilities.Data[1]-0.2) > 1e-15 ||
		!slices.Equal(d.Predictions, []int{1, 0}) {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := relevance.Decode(state, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 0}},
		contract.Margin); err != nil || d.Probabilities != nil || !slices.Equal(d.Predictions, []int{1, 0}) {
		t.Errorf("margins: %+v, %v", d, err)
	}

	sets := build(t, "label_powerset", `{}`)
	next, _, err := sets.(contract.Stager).Next(mustPlan(t, sets, reduction("a", "b")).State,
		contract.Training{Labels: []int8{1, 0, 1, 1, 0, 0, 1, 1}, Counts: []int{3, 2}})
	if err != nil || next.Targets().Groups != 3 || !slices.Equal(next.Targets().Values.Data, []float64{0, 1, 2, 1}) {
		t.Fatalf("%+v, %v", next, err)
	}
	scores := contract.Matrix{Rows: 1, Cols: 3, Data: []float64{l(0.3), l(0.3), l(0.4)}}
	if d, err = sets.Decode(next.State, scores, contract.LogOdds); err != nil ||
		!slices.Equal(d.Predictions, []int{0, 0}) {
		t.Fatalf("%+v, %v", d, err)
	}
	if p := d.Probabilities.Data; math.Abs(p[0]-0.6) > 1e-15 || math.Abs(p[1]-0.3) > 1e-15 {
		t.Errorf("label_powerset: probabilities %v", p)
	}
	if d, err = sets.Decode(next.State, contract.Matrix{Rows: 1, Cols: 3, Data: []float64{1, 3, -2}},
		contract.Margin); err != nil ||
		d.Probabilities != nil || !slices.Equal(d.Scores.Data, []float64{5, 2}) {
		t.Errorf("label_powerset of margins: %+v, %v", d, err)
	}
}

// Rows that all have the same labels are still a problem of two classes, since
// there is no model of one.
func TestASingleLabelSet(t *testing.T) {
	r := build(t, "label_powerset", `{}`)
	next, _, err := r.(contract.Stager).Next(mustPlan(t, r, reduction("a", "b")).State,
		contract.Training{Labels: []int8{0, 1, 0, 1}, Counts: []int{0, 2}})
	if err != nil || next.Targets().Groups != 2 || next.Check(2) != nil {
		t.Fatalf("%+v, %v", next, err)
	}
	d, err := r.Decode(next.State, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{-1, 4}}, contract.LogOdds)
	if err != nil || !slices.Equal(d.Predictions, []int{0, 1}) || !slices.Equal(d.Scores.Data, []float64{0, 1}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestPairsThatAreTrained(t *testing.T) {
	v, s := readVectors(t)
	_, stages := s.run(t, build(t, "calibrated_label_ranking", `{}`))
	if got := strings.Count(v.Pairs, "?"); len(stages) != 2 || stages[1].Targets().Values.Cols != got ||
		!reflect.DeepEqual(stages[0].Problems, contract.Labelled{0, 1, 2, 3}) || stages[0].Later != 6 {
		t.Errorf("%d pairs are trained, want %d", stages[1].Targets().Values.Cols, got)
	}
	r := build(t, "calibrated_label_ranking", `{}`)
	last, done, err := r.(contract.Stager).Next(mustPlan(t, r, reduction("a", "b")).State,
		contract.Training{Labels: []int8{1, 0, 1, 1}, Counts: []int{2, 1}})
	if err != nil || !done {
		t.Fatalf("nothing to train: %+v, %v", last, err)
	}
	d, err := r.Decode(last.State, contract.Matrix{Rows: 2, Cols: 2, Data: []float64{1, -1, -1, -1}}, contract.Margin)
	if err != nil || !slices.Equal(d.Scores.Data, []float64{1, -1, -1, -2}) ||
		!slices.Equal(d.Predictions, []int{1, 0, 0, 0}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestClassNumber(t *testing.T) {
	v, s := readVectors(t)
	s.y, s.classes, s.names = nil, v.Classes, []string{"1", "2", "3"}
	d, stages := s.run(t, build(t, "class_number", `{}`))
	if len(stages) != 2 || stages[0].Count() != 0 || stages[1].Task() != contract.Regression {
		t.Errorf("stages %+v", stages)
	}
	for i, number := range v.Number {
		nearest := 0
		for k := range 3 {
			want := -math.Abs(number - float64(k+1))
			if got := d.Scores.Row(i)[k]; math.Abs(got-want) > 1e-9 {
				t.Errorf("row %d, class %d: score %v, want %v", i, k, got, want)
			}
			if want > -math.Abs(number-float64(nearest+1)) {
				nearest = k
			}
		}
		if d.Predictions[i] != nearest {
			t.Errorf("row %d: %v is class %d", i, number, d.Predictions[i])
		}
	}
	r := build(t, "class_number", `{}`)
	d, err := r.Decode(mustPlan(t, r, numbered(3)).State,
		contract.Matrix{Rows: 7, Cols: 1, Data: []float64{-9, 1.5, 1.5000001, 2.5, 3.4, 1e300, -1e300}}, contract.Margin)
	if want := []int{0, 0, 1, 1, 2, 2, 0}; err != nil || !slices.Equal(d.Predictions, want) {
		t.Errorf("predictions %v, want %v; %v", d.Predictions, want, err)
	}
}

func TestMultiLabelStatesAreChecked(t *testing.T) {
	for name, states := range map[string][]string{
		"binary_relevance": {``, `[]`, `{}`, `{"labels":2}`},
		"plst": {`{"labels":1}`, `{"labels":1,"mean":[0],"v":[[1,1]]}`,
			`{"labels":1,"mean":[],"v":[[1]]}`},
		"classifier_chain": {`{}`, `{"chains":[[]],"links":1}`, `{"chains":[[0],[1]],"links":2}`,
			`{"chains":[[0,0]],"links":2}`, `{"chains":[[0]],"links":2}`, `{"chains":[[0],[0,1]],"links":1}`},
		"label_powerset":           {`{"labels":1}`, `{"labels":1,"sets":["2","1"]}`, `{"labels":1,"sets":["10"]}`},
		"calibrated_label_ranking": {`{"labels":1}`, `{"labels":1,"pairs":"?"}`, `{"labels":2,"pairs":"x"}`},
		"stacking":                 {`{"labels":-1}`, `{"labels":1}`},
		"class_number":             {`{"classes":1}`, `{}`},
	} {
		config := map[string]string{"plst": `{"components":1,"center":true}`,
			"classifier_chain": `{"ensemble":1,"draw":0}`}[name]
		if config == "" {
			config = `{}`
		}
		for _, state := range states {
			if _, err := build(t, name, config).Decode([]byte(state), contract.Matrix{Rows: 1, Cols: 1, Data: []float64{1}},
				contract.Margin); err == nil {
				t.Errorf("%s: state %s is accepted", name, state)
			}
		}
	}
	for _, test := range permutable {
		r := build(t, test.name, test.config)
		stage := mustPlan(t, r, reduction("a", "b", "c", "d"))
		for _, scores := range []float64{math.NaN(), math.Inf(1)} {
			all := contract.Matrix{Rows: 1, Cols: stage.Count(), Data: slices.Repeat([]float64{scores}, stage.Count())}
			if _, err := r.Decode(stage.State, all, contract.Margin); err == nil {
				t.Errorf("%s takes scores %v", test.name, scores)
			}
		}
		if !stage.Asks() {
			continue
		}
		for _, training := range []contract.Training{{}, {Labels: make([]int8, 7), Counts: make([]int, 4)},
			{Labels: make([]int8, 8), Counts: make([]int, 2)}} {
			if _, _, err := r.(contract.Stager).Next(stage.State, training); err == nil {
				t.Errorf("%s takes training rows %+v", test.name, training)
			}
		}
	}
}

func TestMultiLabelLimitsAreNamed(t *testing.T) {
	names := make([]string, 7000)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for _, test := range []struct {
		name, config string
		labels       int
		want         string
	}{
		{"plst", `{"components":5,"center":true}`, 4, "at most 4 components"},
		{"classifier_chain", `{"ensemble":500,"draw":0}`, 21, "more than 10000 models"},
		{"calibrated_label_ranking", `{}`, 7000, "too many pairs"},
	} {
		_, ds := build(t, test.name, test.config).Plan(reduction(names[:test.labels]...))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	training := contract.Training{Counts: make([]int, 13)}
	for set := range maxSets + 1 {
		for l := range 13 {
			training.Labels = append(training.Labels, int8(set>>l&1))
		}
	}
	r := build(t, "label_powerset", `{}`)
	state := mustPlan(t, r, reduction(names[:13]...)).State
	if _, _, err := r.(contract.Stager).Next(state, training); err == nil ||
		!strings.Contains(err.Error(), "limited to 4096") {
		t.Errorf("%d sets: %v", maxSets+1, err)
	}
	training.Labels = training.Labels[13:]
	if next, _, err := r.(contract.Stager).Next(state, training); err != nil || next.Targets().Groups != maxSets {
		t.Errorf("%d sets: %d, %v", maxSets, next.Targets().Groups, err)
	}
}

// Random labels and scores never break a decoder, and what is predicted are labels.
func TestMultiLabelProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		k, s := 1+random.IntN(5), sample{alpha: 0.1}
		for l := range k {
			s.names = append(s.names, string(rune('a'+l)))
		}
		for i := range 40 {
			row := []float64{random.NormFloat64(), random.NormFloat64()}
			labels := make([]int8, k)
			for l := range labels {
				if random.IntN(l+2) == 0 {
					labels[l] = 1
				}
			}
			s.x, s.y = append(s.x, row), append(s.y, labels)
			if i < 9 {
				s.test = append(s.test, row)
			}
		}
		for _, c := range []named{
			{"binary_relevance", `{"threshold":"tuned","folds":4}`}, {"stacking", `{"in_sample":false,"folds":3}`},
			{"plst", `{"explained":0.5,"center":true,"threshold":"cardinality"}`},
			{"classifier_chain", `{"ensemble":3,"draw":0}`},
			{"label_powerset", `{}`}, {"calibrated_label_ranking", `{}`},
		} {
			d, _ := s.run(t, build(t, c.name, c.config))
			if len(d.Predictions) != 9*k || d.Scores.Cols != k || len(d.Scores.Data) != 9*k {
				t.Fatalf("%s: %d predictions, %d × %d scores", c.name, len(d.Predictions), d.Scores.Rows, d.Scores.Cols)
			}
			for _, p := range d.Predictions {
				if p != 0 && p != 1 {
					t.Fatalf("%s predicts %d", c.name, p)
				}
			}
		}
	}
}
