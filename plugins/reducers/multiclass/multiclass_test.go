package multiclass

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/trial"
)

// What tests try reductions with.
var (
	all       = trial.Of(Components())
	component = all.Component
	build     = all.Build
	mustPlan  = trial.Plan
	reduction = trial.Reduction
	numbered  = trial.Numbered
	show      = trial.Show
	compare   = trial.Compare
)

// readState reads a state that is stored.
func readState(b []byte) (s state, err error) {
	err = json.Unmarshal(b, &s)
	return s, err
}

func TestDesignedCodes(t *testing.T) {
	tests := []struct {
		name, config string
		classes      int
		want         contract.Code
	}{
		{"one_vs_rest", `{"decoding":"max_score"}`, 2, codes.OneVsRest(2)},
		{"one_vs_rest", `{"decoding":"hamming"}`, 4, codes.OneVsRest(4)},
		{"one_vs_one", `{"decoding":"vote"}`, 2, contract.Pairs(2)},
		{"one_vs_one", `{"decoding":"vote"}`, 4, contract.Pairs(4)},
		{"ecoc", `{"code":"dense_random","draw":0,"decoding":"hamming"}`, 4, codes.Exhaustive(4)},
		{"ecoc", `{"code":"dense_random","draw":0,"decoding":"hamming"}`, 2, codes.Exhaustive(2)},
		{"ecoc", `{"matrix":[[-1],[1]],"draw":0,"decoding":"hamming"}`, 2, contract.Dense{{-1}, {1}}},
	}
	for _, test := range tests {
		stage := mustPlan(t, build(t, test.name, test.config), numbered(test.classes))
		if !reflect.DeepEqual(stage.Code(), test.want) || stage.Task() != contract.Binary || stage.Outputs != contract.NoOutputs {
			t.Errorf("%s for %d classes: %+v, want code %v", test.name, test.classes, stage, test.want)
		}
	}
}

func TestRandomCodeIsSharedByDecoders(t *testing.T) {
	plan := func(config string) contract.Code {
		return mustPlan(t, build(t, "ecoc", config), numbered(10)).Code()
	}
	hamming := plan(`{"code":"dense_random","draw":0,"decoding":"hamming"}`)
	loss := plan(`{"code":"dense_random","draw":0,"decoding":"loss_based","loss":"exponential"}`)
	if !reflect.DeepEqual(hamming, loss) {
		t.Error("two decoders of one code have different codes")
	}
	if got := hamming.Columns(); got != 34 {
		t.Errorf("%d columns, want 34", got)
	}
	twenty := plan(`{"code":"dense_random","columns":20,"candidates":5,"draw":0,"decoding":"hamming"}`)
	if got := twenty.Columns(); got != 20 {
		t.Errorf("%d columns, want 20", got)
	}
	for _, issue := range code.Lint(hamming.(contract.Dense)) {
		t.Error(issue.Text(nil))
	}
}

// TestPerfectScores decodes the words of the code itself: every class must come
// back, for every reduction, decoding, convention and K.
func TestPerfectScores(t *testing.T) {
	losses := []string{"zero_one", "hinge", "squared_hinge", "squared", "exponential", "logistic", "binomial_deviance",
		"linear"}
	configs := map[string][]string{
		"one_vs_rest": {`{"decoding":"max_score"}`},
		"one_vs_one":  {`{"decoding":"vote"}`, `{"decoding":"vote","ties":"first"}`},
		"ecoc":        {},
	}
	for name, prefix := range map[string]string{"one_vs_rest": "", "one_vs_one": "",
		"ecoc": `"code":"dense_random","candidates":20,"draw":0,`} {
		configs[name] = append(configs[name], fmt.Sprintf(`{%s"decoding":"hamming","zeros":"mean"}`, prefix),
			fmt.Sprintf(`{%s"decoding":"loss_based"}`, prefix))
		for _, loss := range losses {
			configs[name] = append(configs[name],
				fmt.Sprintf(`{%s"decoding":"loss_based","loss":%q,"zeros":"count"}`, prefix, loss))
		}
	}
	for name, list := range configs {
		for _, config := range list {
			for _, k := range []int{2, 3, 5, 8} {
				r := build(t, name, config)
				stage := mustPlan(t, r, numbered(k))
				scores := contract.Matrix{Rows: k, Cols: stage.Code().Columns()}
				for _, row := range asMatrix(t, stage.Code()) {
					for _, m := range row {
						scores.Data = append(scores.Data, float64(m))
					}
				}
				d, err := r.Decode(stage.State, scores, contract.Margin)
				if err != nil {
					t.Fatalf("%s %s: %v", name, config, err)
				}
				for want, got := range d.Predictions {
					if got != want {
						t.Errorf("%s %s, %d classes: word of class %d decodes to %d", name, config, k, want, got)
					}
				}
				if d.Scores.Rows != k || d.Scores.Cols != k || (d.Probabilities != nil) != strings.Contains(config, "max_score") {
					t.Errorf("%s %s: %d × %d class scores, probabilities %v", name, config, d.Scores.Rows, d.Scores.Cols,
						d.Probabilities)
				}
			}
		}
	}
}

func TestDefaults(t *testing.T) {
	scores := contract.Matrix{Rows: 1, Cols: 3, Data: []float64{0.5, -3, 2}} // every class wins one pair
	tests := []struct {
		config string
		want   []float64
		class  int
	}{
		{`{"decoding":"vote"}`, []float64{1, 1, 1}, 1},
		{`{"decoding":"vote","ties":"first"}`, []float64{1, 1, 1}, 0},
		{`{"decoding":"hamming"}`, []float64{-1.5, -1.5, -1.5}, 1},
		{`{"decoding":"hamming","zeros":"skip"}`, []float64{-1, -1, -1}, 1},
		{`{"decoding":"loss_based"}`, []float64{-5.5, -2.5, -4}, 1}, // hinge, zeros cost 1
		{`{"decoding":"loss_based","zeros":"mean"}`, []float64{-2.25, -0.75, -1.5}, 1},
	}
	for _, test := range tests {
		r := build(t, "one_vs_one", test.config)
		d, err := r.Decode(mustPlan(t, r, numbered(3)).State, scores, contract.Margin)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(d.Scores.Data, test.want) || d.Predictions[0] != test.class {
			t.Errorf("%s: %v, class %d, want %v, class %d", test.config, d.Scores.Data, d.Predictions[0], test.want, test.class)
		}
	}
}

func TestProbabilities(t *testing.T) {
	r := build(t, "one_vs_rest", `{"decoding":"max_score"}`)
	state := mustPlan(t, r, numbered(3)).State
	scores := contract.Matrix{Rows: 1, Cols: 3, Data: []float64{math.Log(7.0 / 3), math.Log(0.25), math.Log(2.0 / 3)}}
	d, err := r.Decode(state, scores, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.7 / 1.3, 0.2 / 1.3, 0.4 / 1.3} {
		if got := d.Probabilities.Data[k]; math.Abs(got-want) > 1e-15 {
			t.Errorf("class %d: probability %v, want %v", k, got, want)
		}
	}
	if m, err := r.Decode(state, scores, contract.Margin); err != nil ||
		!reflect.DeepEqual(m.Probabilities, d.Probabilities) {
		t.Errorf("margins: probabilities %v, error %v", m.Probabilities, err)
	}
	two := build(t, "one_vs_rest", `{"decoding":"max_score"}`)
	d, err = two.Decode(mustPlan(t, two, numbered(2)).State,
		contract.Matrix{Rows: 1, Cols: 1, Data: []float64{-math.Log(3)}}, contract.LogOdds)
	if err != nil || d.Predictions[0] != 1 || math.Abs(d.Probabilities.Data[1]-0.75) > 1e-15 {
		t.Errorf("two classes: %+v, error %v", d, err)
	}
	native := build(t, "direct", `{}`)
	stage := mustPlan(t, native, numbered(3))
	if stage.Task() != contract.Multiclass || stage.Code() != nil {
		t.Errorf("direct: stage %+v", stage)
	}
	d, err = native.Decode(stage.State, scores, contract.LogOdds)
	if err != nil || d.Probabilities == nil || d.Predictions[0] != 0 {
		t.Errorf("direct: %+v, error %v", d, err)
	}
	if d, err := native.Decode(stage.State, scores, contract.Margin); err != nil || d.Probabilities != nil {
		t.Errorf("direct from margins: probabilities %v, error %v", d.Probabilities, err)
	}
	if _, err := native.Decode(stage.State, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 2}},
		contract.LogOdds); err == nil {
		t.Error("direct takes 2 scores for 3 classes")
	}
}

func TestNarrow(t *testing.T) {
	for _, test := range []struct {
		component, decoding string
		logOdds, margins    bool // whether there are probabilities
		needs               bool // log-odds
	}{
		{"one_vs_rest", "max_score", true, true, false}, {"one_vs_rest", "hamming", false, false, false},
		{"one_vs_rest", "loss_based", true, false, false},
		{"one_vs_one", "vote", false, false, false}, {"one_vs_one", "coupling", true, false, true},
		{"one_vs_one", "bradley_terry", true, false, true},
		{"nested_dichotomies", "product", true, false, true}, {"ecoc", "learned", true, false, false},
		{"ecoc", "coverage", false, false, false},
		{"ordered_one_vs_rest", "first", false, false, false}, {"ordered_one_vs_rest", "product", true, false, true},
	} {
		c := component(t, test.component).Under(contract.Config(fmt.Sprintf(`{"decoding":%q}`, test.decoding)))
		if c.GivesProbabilities(contract.LogOdds) != test.logOdds || c.GivesProbabilities(contract.Margin) != test.margins ||
			(len(c.Needs) == 1) != test.needs || !c.Can(contract.Binary) || !c.Has(contract.Deterministic) {
			t.Errorf("%s, %s: %+v", test.component, test.decoding, c)
		}
	}
	for _, c := range Components() {
		if c.Kind != contract.KindReducer || c.Doc == "" || c.NewReducer == nil || !c.Capabilities.Has(contract.Deterministic) ||
			len(c.Capabilities.Tasks) == 0 {
			t.Errorf("incomplete component %+v", c)
		}
	}
}

func TestStateIsChecked(t *testing.T) {
	r := build(t, "one_vs_one", `{"decoding":"vote"}`)
	good := string(mustPlan(t, r, numbered(3)).State)
	scores := contract.Matrix{Rows: 1, Cols: 3, Data: []float64{1, 2, 3}}
	if _, err := r.Decode([]byte(good), scores, contract.Margin); err != nil {
		t.Fatal(err)
	}
	rows := must.Replace(good, `"design":"one_vs_one","classes":3`, `"rows":["++0","-0+","0--"]`)
	if _, err := r.Decode([]byte(rows), scores, contract.Margin); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "{}", "[]", `{"rows":["",""]}`, must.Replace(rows, "+", "x"),
		must.Replace(rows, "+", ""), must.Replace(good, "vote", ""), must.Replace(good, "s\":3", "s\":-3"),
		must.Replace(good, "s\":3", "s\":3000000000")} {
		if _, err := r.Decode([]byte(bad), scores, contract.Margin); err == nil {
			t.Errorf("state %s is accepted", bad)
		}
	}
}

// Every decoder is offered by the reduction for any code, once.
func TestDecodersAreOffered(t *testing.T) {
	for _, p := range component(t, "ecoc").Params {
		if p.Name != "decoding" {
			continue
		}
		offered := slices.Sorted(slices.Values(p.OneOf))
		all := slices.Sorted(slices.Values(decode.Select(func(decode.Decoder) bool { return true })))
		if !slices.Equal(offered, all) || p.Default != "hamming" {
			t.Errorf("ecoc decodes by %v, %v by default; there are %v", offered, p.Default, all)
		}
	}
}

// asMatrix is a code as a matrix.
func asMatrix(t *testing.T, c contract.Code) contract.Dense {
	t.Helper()
	dense, err := code.WrittenOut(c)
	if err != nil {
		t.Fatal(err)
	}
	return dense
}
