package diff

import (
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/scoretest"
)

const resolved = `{"seed":1,"validation":{"type":"kfold","config":{"folds":3}},
"learners":[{"name":"lr","type":"logreg","config":{"C":1}},{"name":"svm","type":"svm","config":{}}],
"combinations":[["iris","one_hot","lr","ova"],["iris","one_hot","svm","ova"]],
"codes":[{"reduction":"ova","dataset":"iris","rows":["+-","-+"]}]}`

// side is the invented experiment.
func side(t *testing.T) Side {
	t.Helper()
	in := scoretest.Experiment()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	identify(in.Plan)
	return Side{
		Manifest: store.Manifest{Asked: store.Asked{Seed: 1, Resolved: json.RawMessage(resolved)}, Kernels: "portable",
			Bench:   store.Build{Version: "1"},
			Data:    store.Data{Datasets: map[string]string{"iris": strings.Repeat("a", 64), "glass": "g"}},
			Plugins: []service.Origin{{Name: "svm", Version: "1", SHA256: "x"}}},
		Plan: in.Plan, Scores: rows,
	}
}

// identify gives all cells of a dataset one identity.
func identify(p *plan.Plan) {
	p.Identities = map[string]plan.Identity{}
	for i := range p.Cells {
		c := &p.Cells[i]
		c.Identity = c.Dataset
		p.Identities[c.Identity] = plan.Identity{Seed: 1, Dataset: "content of " + c.Dataset, Validation: "kfold"}
	}
}

func compare(t *testing.T, a, b Side) Report {
	t.Helper()
	r, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSame(t *testing.T) {
	r := compare(t, side(t), side(t))
	if !r.Same || len(r.Experiment)+len(r.Data)+len(r.Plugins)+len(r.Bench)+len(r.Folds)+len(r.Statuses) != 0 {
		t.Errorf("%+v", r)
	}
	for _, s := range r.Scores {
		if s.Moved() || s.Mark != "" || s.A != s.B && !math.IsNaN(float64(s.A.Mean)) {
			t.Errorf("%+v", s)
		}
	}
}

func TestSettings(t *testing.T) {
	b := side(t)
	b.Manifest.Resolved = json.RawMessage(must.ReplaceAll(resolved, `"C":1`, `"C":10,"penalty":"l1"`, `"svm","type"`,
		`"svm2","type"`,
		`["iris","one_hot","svm","ova"]`, `["iris","one_hot","svm2","ova"]`, `"-+"`, `"++"`))
	b.Manifest.Plugins = []service.Origin{{Name: "svm", Version: "2", SHA256: "x"}, {Name: "new"}}
	b.Manifest.Bench.Version = "2"
	b.Manifest.Datasets = map[string]string{"iris": strings.Repeat("b", 64), "wine": "w"}
	b.Plan.Identities["iris"] = plan.Identity{Seed: 1, Dataset: "other content", Validation: "kfold"}
	r := compare(t, side(t), b)
	var got []string
	for _, list := range [][]Change{r.Experiment, r.Data, r.Plugins, r.Bench} {
		for _, c := range list {
			got = append(got, c.Path+" "+shown(c.A)+" "+shown(c.B))
		}
	}
	want := []string{
		`codes.ova/iris.rows[1] -+ ++`,
		`combinations.iris/one_hot/svm/ova [iris, one_hot, svm, ova] `,
		`combinations.iris/one_hot/svm2/ova  [iris, one_hot, svm2, ova]`,
		`learners.lr.C 1 10`, `learners.lr.penalty  l1`,
		`learners.svm svm `, `learners.svm2  svm`,
		`glass sha256 = g `, `iris.sha256 aaaaaaaaaaaa… bbbbbbbbbbbb…`, `wine  sha256 = w`,
		`new  nothing set`, `svm.version 1 2`, `version 1 2`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if strings.Join(r.Folds, " ") != "iris" {
		t.Errorf("folds of %s differ", r.Folds)
	}
	if !r.Same {
		t.Error("settings alone make scores differ")
	}
}

// Folds are the same where all that divides the rows is: another target of the same
// file is other data, and more repeats change none of the first.
func TestFolds(t *testing.T) {
	for name, other := range map[string]plan.Identity{
		"":           {Seed: 1, Dataset: "content of iris", Validation: "kfold"},
		"data":       {Seed: 1, Dataset: "another target", Validation: "kfold"},
		"seed":       {Seed: 2, Dataset: "content of iris", Validation: "kfold"},
		"validation": {Seed: 1, Dataset: "content of iris", Validation: "holdout"},
	} {
		b := side(t)
		b.Manifest.Resolved = json.RawMessage(must.Replace(resolved, `"folds":3`, `"folds":3,"repeats":5`))
		b.Plan.Identities["iris"] = other
		if r := compare(t, side(t), b); (len(r.Folds) == 0) != (name == "") {
			t.Errorf("another %q: folds of %q differ", name, r.Folds)
		}
	}
}

// Variants that only one side has are compared with each other, setting by
// setting; one that is left over is listed with its settings.
func TestVariants(t *testing.T) {
	learner := func(name, settings string) string {
		return `{"name":"` + name + `","type":"logreg","config":{` + settings + `}}`
	}
	a := `{"learners":[` + learner("lr[C=1]", `"C":1,"tol":0.1`) + "," + learner("lr[C=10]", `"C":10,"tol":0.1`) + "," +
		learner("svm", "") + `]}`
	b := `{"learners":[` + learner("lr[C=5]", `"C":5,"tol":0.2`) + "," + learner("lr[C=10]", `"C":10,"tol":0.1`) + "," +
		learner("lr[C=7]", `"C":7,"tol":0.1,"weights":[1,2]`) + "," + learner("svm", "") + `]}`
	changes, err := structures(json.RawMessage(a), json.RawMessage(b))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	writeChanges(&got, "Experiment", changes)
	want := "Experiment\n  ~ learners.lr[C=1]→lr[C=5].C: 1 → 5\n  ~ learners.lr[C=1]→lr[C=5].tol: 0.1 → 0.2\n" +
		"  + learners.lr[C=7]: logreg, C = 7, tol = 0.1, weights = [1, 2]\n\n"
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestUnreadableExperiment(t *testing.T) {
	b := side(t)
	b.Manifest.Resolved = json.RawMessage("{")
	if _, err := Compare(side(t), b); err == nil {
		t.Error("no error")
	}
}

// shift adds to the values of a metric of iris with lr.
func shift(s Side, metric string, by ...float64) Side {
	for i := range s.Scores {
		r := &s.Scores[i]
		if r.Metric == metric && r.Dataset == "iris" && r.Learner != "svm" && r.Reduction == "ova" {
			r.Value += by[r.Fold]
		}
	}
	return s
}

func find(t *testing.T, r Report, metric string) Score {
	t.Helper()
	for _, s := range r.Scores {
		if s.Metric == metric && s.Dataset == "iris" && s.Learner != "svm" && s.Reduction == "ova" {
			return s
		}
	}
	t.Fatal("no such score")
	return Score{}
}

// The test on three differences with test parts of 20 and training parts of 100
// rows: t = mean/√((1/3+1/5)·var), 2 degrees of freedom, so that
// p = 1 − |t|/√(t²+2), in closed form.
func TestMovedScores(t *testing.T) {
	for _, test := range []struct {
		metric string
		by     []float64
		mark   string
	}{
		{"accuracy", []float64{-0.3, -0.31, -0.32}, "*"},
		{"accuracy", []float64{0.3, 0.31, 0.32}, "v"},
		{"log_loss", []float64{0.3, 0.31, 0.32}, "*"},
		{"accuracy", []float64{-0.3, 0.31, -0.01}, ""},
	} {
		r := compare(t, side(t), shift(side(t), test.metric, test.by...))
		s := find(t, r, test.metric)
		mean := (test.by[0] + test.by[1] + test.by[2]) / 3
		variance := 0.0
		for _, d := range test.by {
			variance += (d - mean) * (d - mean) / 2
		}
		statistic := mean / math.Sqrt((1.0/3+20.0/100)*variance)
		p := 1 - math.Abs(statistic)/math.Sqrt(statistic*statistic+2)
		if s.Mark != test.mark || math.Abs(float64(s.P)-p) > 1e-9 || math.Abs(float64(s.Difference)-mean) > 1e-12 ||
			s.Changed != 3 || s.Paired != 3 {
			t.Errorf("%v: %+v, want p %v, mark %q", test.by, s, p, test.mark)
		}
		if r.Same {
			t.Error("moved scores are the same")
		}
	}
	b := shift(side(t), "accuracy", -0.3, -0.31, -0.32)
	b.Plan.Identities["iris"] = plan.Identity{Seed: 2}
	if s := find(t, compare(t, side(t), b), "accuracy"); s.Mark != "" || s.Paired != 0 || !math.IsNaN(float64(s.P)) {
		t.Errorf("other folds are paired: %+v", s)
	}
}

func TestStatuses(t *testing.T) {
	b := side(t)
	for i := range b.Scores {
		if r := &b.Scores[i]; r.Dataset == "iris" && r.Fold == 1 {
			r.Status, r.Value = store.Failed, math.NaN()
		}
	}
	r := compare(t, side(t), b)
	if r.Same || len(r.Statuses) < 2 || r.Statuses[0] != (Status{"iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 1",
		store.OK, store.Failed}) {
		t.Errorf("%+v", r.Statuses)
	}
	if s := find(t, r, "accuracy"); s.Changed != 1 || s.Paired != 2 || s.B.N != 2 || s.B.Cells != 3 || s.A.N != 3 {
		t.Errorf("%+v", s)
	}
}

// without leaves out scores of iris with lr and ova, or with all else.
func without(s Side, fold int) Side {
	var kept []score.Row
	for _, r := range s.Scores {
		if r.Fold != fold || r.Dataset != "iris" || r.Learner == "svm" || r.Reduction != "ova" {
			kept = append(kept, r)
		}
	}
	s.Scores = kept
	return s
}

// Means and differences are over the folds that both have; folds that one side
// lacks do not count as differences.
func TestSharedFolds(t *testing.T) {
	whole := side(t)
	var values [3]float64
	for _, r := range whole.Scores {
		if r.Metric == "accuracy" && r.Dataset == "iris" && r.Learner != "svm" && r.Reduction == "ova" {
			values[r.Fold] = r.Value
		}
	}
	a, b := without(side(t), 2), without(side(t), 0)
	r := compare(t, a, b)
	if s := find(t, r, "accuracy"); float64(s.A.Mean) != values[1] || s.A != (Mean{Number(values[1]), 2, 2}) ||
		s.B != s.A || s.Difference != 0 || s.Paired != 1 || s.Changed != 0 {
		t.Errorf("%+v", s)
	}
	if !r.Same {
		t.Error("folds that are missing on one side make a difference")
	}
	if s := find(t, compare(t, without(a, 1), without(b, 2)), "accuracy"); !math.IsNaN(float64(s.Difference)) ||
		s.Paired != 0 || float64(s.A.Mean) != values[0] {
		t.Errorf("no fold is shared: %+v", s)
	}
	text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 100, true) }))
	for _, want := range []string{"1 shared", "all with identical scores",
		"n shared: A, B and B−A are means over the n folds", "5 of them have folds that are missing on one side"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	a.Plan.Identities["iris"] = plan.Identity{Seed: 9}
	other := compare(t, a, b)
	if s := find(t, other, "accuracy"); s.Paired != 0 || float64(s.A.Mean) != (values[0]+values[1])/2 {
		t.Errorf("other folds: %+v", s)
	}
	text = string(scoretest.Render(t, func(w io.Writer) error { return other.Text(w, 100, true) }))
	if !strings.Contains(text, "so they are not pairs") || strings.Contains(text, "shared") {
		t.Errorf("not said why there is no P:\n%s", text)
	}
}

// What one side alone has is listed and makes no difference.
func TestAdditions(t *testing.T) {
	a, whole := side(t), side(t)
	a.Scores = nil
	for _, r := range whole.Scores {
		if r.Metric == "accuracy" && r.Learner != "svm" {
			a.Scores = append(a.Scores, r)
		}
	}
	for _, sides := range [][2]Side{{a, whole}, {whole, a}} {
		r := compare(t, sides[0], sides[1])
		text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 100, false) }))
		if !r.Same || !strings.Contains(text, "all with identical scores") || !strings.Contains(text, "means are only in A") {
			t.Errorf("same %v:\n%s", r.Same, text)
		}
	}
	if r := compare(t, a, shift(side(t), "accuracy", 0, 0.1, 0)); r.Same {
		t.Error("a moved score is none")
	}
}

func TestText(t *testing.T) {
	b := shift(side(t), "accuracy", -0.3, -0.31, -0.32)
	b.Manifest.Resolved = json.RawMessage(must.Replace(resolved, `"C":1`, `"C":10`))
	r := compare(t, side(t), b)
	for _, width := range []int{100, 80} {
		text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, width, true) }))
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d characters: %s", n, line)
			}
		}
	}
	scoretest.Golden(t, "diff.txt", scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 100, false) }))
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

// No value is cut within its JSON, however deep and long it is, and no line hides
// where two long values differ.
func TestValuesAreReadable(t *testing.T) {
	for value, want := range map[string]string{
		`{"name":"a","type":"svm","config":{"C":1,"weights":[1,2]},"host":{"calibrate":"sigmoid","tune":{"folds":3,"metric":{"type":"accuracy","config":{"on":"test"}},"values":{"C":[0.01,1]}}}}`: "svm, C = 1, weights = [1, 2], calibrate = sigmoid, tune (folds = 3, metric (accuracy, on = test), values (C = [0.01, 1]))",
		`[[1,-1,0],[0,1,-1]]`:                   "[1, -1, 0; 0, 1, -1]",
		`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]`: "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more]",
		`null`:                                  "not set", `true`: "true", `1e-7`: "1e-7", `[]`: "[]", `{}`: "nothing set",
	} {
		if got := shown(json.RawMessage(value)); got != want {
			t.Errorf("%s is shown as %s", value, got)
		}
	}
	long := strings.Repeat("0.5 ", 30)
	r := Report{Experiment: []Change{{"learners.lr.weights", json.RawMessage(`"` + long + `1"`),
		json.RawMessage(`"` + long + `2"`)}}}
	text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 60, false) }))
	if !strings.Contains(text, "0.5 1 →") || !strings.Contains(text, "0.5 2\n") {
		t.Errorf("text:\n%s", text)
	}
}

// The labels of multi-label datasets are compared like classes.
func TestLabelsDiffer(t *testing.T) {
	b := side(t)
	b.Manifest.Labels = map[string][]string{"iris": {"beach", "urban"}}
	r := compare(t, side(t), b)
	if len(r.Data) != 1 || r.Data[0].Path != "iris.labels" || shown(r.Data[0].B) != "beach, urban" {
		t.Errorf("data %+v", r.Data)
	}
}

// The test counts a row once that trains several times: so its p-value is that of a fold
// with as many training rows that are all different.
func TestRowsThatTrainTwice(t *testing.T) {
	of := func(sizes store.Sizes) Number {
		a, b := side(t), side(t)
		for i := range a.Scores {
			a.Scores[i].Sizes = sizes
			if r := &b.Scores[i]; r.Fold > 0 && r.Learner != "svm" && r.Reduction == "ova" {
				r.Value -= 0.1 * float64(r.Fold)
			}
		}
		return find(t, compare(t, a, b), "accuracy").P
	}
	twice := of(store.Sizes{TrainRows: 100, DifferentRows: 63, TestRows: 37})
	if once := of(store.Sizes{TrainRows: 63, TestRows: 37}); twice != once || !(twice > 0 && twice < 1) {
		t.Errorf("p = %v, want %v", twice, once)
	}
}
