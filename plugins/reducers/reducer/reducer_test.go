package reducer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/test/must"
)

func component(t testing.TB, name string) contract.Component {
	t.Helper()
	for _, c := range Components() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no component %q", name)
	return contract.Component{}
}

// build makes a reducer as the host would: the schema's defaults filled in.
func build(t testing.TB, name, config string) contract.Reducer {
	t.Helper()
	r, err := component(t, name).Reducer(contract.Config(config))
	if err != nil {
		t.Fatalf("%s %s: %v", name, config, err)
	}
	return r
}

func mustPlan(t testing.TB, r contract.Reducer, reduction contract.Reduction) contract.Stage {
	t.Helper()
	stage, ds := r.Plan(reduction)
	for _, d := range ds {
		if d.Severity == contract.Error {
			t.Fatalf("%+v", d)
		}
	}
	return stage
}

func reduction(classes ...string) contract.Reduction {
	return contract.Reduction{Classes: classes, Counts: make([]int, len(classes)), Seed: 7}
}

func numbered(k int) contract.Reduction {
	var classes []string
	for i := range k {
		classes = append(classes, fmt.Sprint(i))
	}
	return reduction(classes...)
}

// show writes diagnostics compactly: severity, path and summary.
func show(ds []contract.Diagnostic) []string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, fmt.Sprintf("%s %v: %s", d.Severity, d.Path, d.Summary))
	}
	return lines
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
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
		if !reflect.DeepEqual(stage.Code, test.want) || stage.Task != contract.Binary || stage.Outputs != contract.NoOutputs {
			t.Errorf("%s for %d classes: %+v, want code %v", test.name, test.classes, stage, test.want)
		}
	}
}

func TestRandomCodeIsSharedByDecoders(t *testing.T) {
	plan := func(config string) contract.Code {
		return mustPlan(t, build(t, "ecoc", config), numbered(10)).Code
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
				scores := contract.Matrix{Rows: k, Cols: stage.Code.Columns()}
				for _, row := range asMatrix(t, stage.Code) {
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
	if stage.Task != contract.Multiclass || stage.Coded() {
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
			(len(c.Needs) == 1) != test.needs || !c.Can(contract.Binary) || !c.Deterministic {
			t.Errorf("%s, %s: %+v", test.component, test.decoding, c)
		}
	}
	for _, c := range Components() {
		if c.Kind != contract.KindReducer || c.Doc == "" || c.NewReducer == nil || !c.Capabilities.Deterministic ||
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

// FuzzReducer builds, plans and decodes whatever the configuration and state
// say: it may refuse, it must not panic.
func FuzzReducer(f *testing.F) {
	f.Add("ecoc", []byte(`{"matrix":[[1,-1],[-1,1]],"decoding":"hamming"}`),
		[]byte(`{"rule":{"method":"hamming"},"rows":["+-","-+"]}`))
	f.Add("ecoc", []byte(`{"matrix":[[1,null],[2]],"classes":["a","a"],"decoding":"loss_based"}`),
		[]byte(`{"rows":["0"]}`))
	f.Add("ecoc", []byte(`{"code":"dense_random","columns":3,"candidates":3,"decoding":"hamming"}`), []byte(`{}`))
	f.Add("one_vs_rest", []byte(`{"decoding":"max_score"}`), []byte(`{"rule":{"method":"max_score"},"rows":["+","-"]}`))
	f.Add("one_vs_one", []byte(`{"decoding":"loss_based","loss":"exponential","zeros":"skip"}`),
		[]byte(`{"rule":{"method":"loss_based","loss":"exponential","zeros":"skip"},"rows":["00","-+"]}`))
	f.Add("direct", []byte(`{}`), []byte(`{"classes":2}`))
	f.Add("ecoc", []byte(`{"code":"subclass_ecoc","decoding":"hamming"}`),
		[]byte(`{"phase":"observe","rule":{"method":"product"},"rows":["+0","-+","--"],"parts":[0,1,0],"kept":[0,1]}`))
	f.Add("nested_dichotomies", []byte(`{"tree":"random_pair","ensemble":2,"decoding":"product"}`),
		[]byte(`{"phase":"pair","rule":{"method":"product"},"rows":["+","-"],"skip":1,"seed":7}`))
	f.Add("ecoc", []byte(`{"code":"ordinal","order":["2","0","1"],"decoding":"cumulative"}`),
		[]byte(`{"rule":{"method":"hamming"},"rows":["+","-"],"skip":1}`))
	f.Add("direct", []byte(`{"thresholds":{"0":1,"1":2,"2":1e300}}`), []byte(`{"classes":2,"thresholds":[1,-1]}`))
	f.Add("ecoc", []byte(`{"code":"minimal","decoding":"inverse_hamming"}`),
		[]byte(`{"rule":{"method":"inverse_hamming"},"rows":["+0","-+","0-"]}`))
	f.Add("ecoc", []byte(`{"code":"exhaustive","decoding":"beta_density","ties":"first"}`),
		[]byte(`{"rule":{"method":"laplacian"},"rows":["+","-"]}`))
	f.Add("ecoc", []byte(`{"matrix":[[1,1],[1,-1],[-1,-1]],"decoding":"cumulative","thresholds":{"0":1,"1":1,"2":1}}`),
		[]byte(`{"rule":{"method":"probabilistic","thresholds":[0,1]},"rows":["+","-"]}`))
	f.Add("class_number", []byte(`{}`), []byte(`{"classes":2}`))
	f.Add("binary_relevance", []byte(`{"threshold":"tuned"}`), []byte(`{"labels":1,"thresholds":[0]}`))
	f.Add("stacking", []byte(`{"threshold":0.5,"inputs":"outputs"}`), []byte(`{"labels":1}`))
	f.Add("plst", []byte(`{"components":1,"threshold":"cardinality"}`),
		[]byte(`{"labels":1,"mean":[0],"v":[[1]],"thresholds":[1]}`))
	f.Add("classifier_chain", []byte(`{"order":["0","1","2"],"ensemble":1}`), []byte(`{"chains":[[0],[0]],"links":2}`))
	f.Add("label_powerset", []byte(`{}`), []byte(`{"labels":2,"sets":["01"]}`))
	f.Add("calibrated_label_ranking", []byte(`{}`), []byte(`{"labels":2,"pairs":"+"}`))
	f.Fuzz(func(t *testing.T, name string, config, state []byte) {
		for _, c := range Components() {
			if c.Name != name {
				continue
			}
			valid := true
			if c.Validate != nil {
				for _, d := range c.Check(config) {
					valid = valid && d.Severity != contract.Error
				}
			}
			r, err := c.Reducer(config)
			if err != nil {
				return
			}
			if !valid {
				t.Fatal("an invalid configuration builds a reducer")
			}
			stage, _ := r.Plan(numbered(3))
			rng := rand.New(rand.NewPCG(1, 0))
			for _, cols := range []int{1, 2, stage.Columns()} {
				scores := contract.Matrix{Rows: 2, Cols: cols}
				for range 2 * cols {
					scores.Data = append(scores.Data, 1e4*rng.NormFloat64())
				}
				checkDecoded(t, r, state, scores)
				checkDecoded(t, r, stage.State, scores)
			}
		}
	})
}

func checkDecoded(t *testing.T, r contract.Reducer, state []byte, scores contract.Matrix) {
	t.Helper()
	d, err := r.Decode(state, scores, contract.LogOdds)
	if err != nil {
		return
	}
	for _, k := range d.Predictions {
		if k < 0 || k >= max(2, d.Scores.Cols) {
			t.Fatalf("class %d of %d", k, d.Scores.Cols)
		}
	}
	for _, s := range d.Scores.Data {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			t.Fatalf("class score %v", s)
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
