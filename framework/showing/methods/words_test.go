package methods

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// planned is a plan of one combination with some parts, the last of each kind.
func planned(repeats int, parts ...plan.Part) *plan.Plan {
	p := &plan.Plan{Seed: 5, Datasets: make([]plan.Dataset, 1)}
	var i plan.Identity
	for _, part := range parts {
		hash := p.AddPart(part)
		switch part.Kind {
		case contract.KindLearner:
			i.Learner = hash
		case contract.KindReducer:
			i.Reduction = hash
		case contract.KindValidation:
			i.Validation = hash
		}
	}
	for repeat := range repeats {
		p.Cells = append(p.Cells, plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}, Repeat: repeat,
			Identity: p.Add(i)})
	}
	return p
}

// What bench does with a learner, and the second learner of a reduction, determine
// results like the settings of plugins.
func TestMethodsOfLearners(t *testing.T) {
	tuned := plan.Part{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{"C":0.001,"loss":"hinge"}`),
		Host: contract.Config(`{"abstain":0.5,"calibrate":"sigmoid","tune":{"folds":3,"metric":{"type":"accuracy","config":{"on":"test"}},"parameters":["C"],"values":{"C":[0.001,1]}}}`)}
	p := planned(1, tuned, plan.Part{Kind: contract.KindReducer, Type: "one_vs_rest",
		Config: contract.Config(`{"decoding":"learned"}`)})
	i := p.Identities[p.Cells[0].Identity]
	i.Isolated = true
	i.Learners = map[string]string{"learner": p.AddPart(plan.Part{Kind: contract.KindLearner, Type: "tree",
		Config: contract.Config(`{"max_depth":3}`)})}
	p.Cells[0].Identity = p.Add(i)
	names := Names(p)
	want := []Meaning{
		{"learner", "l", "svm, tuned: C from 0.001, 1, by accuracy on 3 inner folds, scores calibrated (sigmoid), abstains " +
			"from scores below 0.5, loss = hinge"},
		{"reduction", "r", "one_vs_rest, decoding = learned, learner = (tree, max_depth = 3)"},
	}
	if len(names) != 3 || names[1] != want[0] || names[2] != want[1] {
		t.Errorf("names %q", names)
	}
	if !Isolated(p) {
		t.Error("not isolated")
	}
	p.Labels = map[contract.Kind]map[string]string{contract.KindReducer: {"r": "Codes"}, contract.KindDataset: {"d": "D"}}
	p.Datasets = []plan.Dataset{{Name: "d"}}
	labelled, _ := p.Labelled()
	want[1].Name, want[1].Words = "Codes", "r in files: "+want[1].Words
	names = Names(labelled)
	if len(names) != 4 || names[0] != (Meaning{"dataset", "D", "d in files"}) || names[3] != want[1] {
		t.Errorf("with labels %q", names)
	}
}

// A reduction's calibration is that of class probabilities.
func TestCalibratedClassesInWords(t *testing.T) {
	for host, want := range map[string]string{
		`{"calibrate":"temperature"}`: "temperature scaling",
		`{"calibrate":"dirichlet","calibrate_lambda":0.5,"calibrate_mu":2}`: "Dirichlet calibration with off-diagonal and " +
			"intercept regularisation, λ = 0.5, μ = 2",
		`{"calibrate":"top_label","calibrate_bin_rows":40}`: "histograms of the predicted class with bins of 40 rows",
	} {
		part := plan.Part{Kind: contract.KindReducer, Type: "one_vs_rest", Config: contract.Config(`{}`), Host: contract.Config(host)}
		want = "one_vs_rest, class probabilities calibrated by " + want + ", fitted to training rows out of 3 inner folds"
		if got := partWords(part); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMethodsOfAHoldout(t *testing.T) {
	part := plan.Part{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{"C":1}`),
		Host: contract.Config(`{"tune":{"holdout":0.3,"metric":{"type":"accuracy","config":{}},"parameters":["C"],"values":{"C":[1,2]}}}`)}
	listed := part
	listed.Host = contract.Config(`{"tune":{"folds":3,"metric":{"type":"accuracy","config":{}},"parameters":["C","loss"],"candidates":[{"C":1},{"C":2,"loss":"hinge"}]}}`)
	if got := partWords(listed); got != "svm, tuned: C and loss from 2 combinations, by accuracy on 3 inner folds" {
		t.Errorf("%q", got)
	}
	if got := partWords(part); got != "svm, tuned: C from 1, 2, by accuracy on 30 % of the training rows" {
		t.Errorf("%q", got)
	}
}

func TestMethodsSayWhatMeansAreOver(t *testing.T) {
	plain := metric.Spec{Name: "f1", Type: "f1", Config: contract.Config(`{}`)}
	pooled := metric.Spec{Name: "pooled", Type: "f1", Config: contract.Config(`{"over":"pooled"}`)}
	matrix := metric.Spec{Name: "confusion", Type: "confusion", Config: contract.Config(`{}`)}
	const folds, repeats = "folds", "repeats of values that are pooled over folds"
	for _, c := range []struct {
		metrics    []metric.Spec
		singleRows bool
		want       string
	}{
		{nil, false, folds},
		{[]metric.Spec{plain, matrix}, false, folds},
		{[]metric.Spec{pooled, matrix}, false, repeats},
		{[]metric.Spec{plain, pooled}, false, folds + ", or over " + repeats},
		{[]metric.Spec{plain}, true, repeats},
	} {
		p := planned(2, plan.Part{Kind: contract.KindValidation, Type: "kfold", Config: contract.Config(`{"folds":3}`)})
		p.Metrics, p.Datasets[0].SingleRows = c.metrics, c.singleRows
		if got := averaged(p); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestMethods(t *testing.T) {
	for _, c := range []struct {
		method, config string
		repeats        int
		want           string
	}{
		{"kfold", `{"folds":10}`, 3, "10-fold cross-validation, not stratified, repeated 3 times"},
		{"holdout", `{"test":0.3,"stratify":true}`, 1, "Holdout of 30 % of the rows, stratified"},
		{"holdout", `{"test":0.125,"stratify":false}`, 1, "Holdout of 12.5 % of the rows"},
		{"iterative_stratification", `{"folds":5,"order":2}`, 1,
			"5-fold cross-validation by iterative stratification of labels and their pairs (Szymański & Kajdanowicz 2017)"},
		{"predefined", `{"splits":"ab"}`, 3, "The folds of a split file, repeated 3 times"},
		{"iterative_stratification", `{"folds":5}`, 2,
			"5-fold cross-validation by iterative stratification (Sechidis et al. 2011), repeated 2 times"},
		{"leave_one_out", `{}`, 1, "Leave-one-out cross-validation"},
		{"predefined", `{}`, 1, "The division into training and test rows that comes with each dataset"},
		{"later", `{"x":1}`, 1, "later, x = 1"},
	} {
		got := Divisions(planned(c.repeats, plan.Part{Kind: contract.KindValidation, Type: c.method,
			Config: contract.Config(c.config)}))
		if got != c.want {
			t.Errorf("%s: %s", c.method, got)
		}
	}
	for _, c := range []struct{ kind, config, want string }{
		{"accuracy", `{"on":"test"}`, "accuracy"},
		{"f1", `{"average":"macro","on":"test"}`, "f1, macro average over classes"},
		{"fbeta", `{"average":"micro","beta":0.5,"on":"train","classes":["a","b"]}`,
			`fbeta, micro average over classes, beta = 0.5, classes = ["a","b"], on the training rows`},
		{"kappa", `{"weights":"none"}`, "kappa, weights = none"},
	} {
		p := planned(1)
		p.Metrics = []metric.Spec{{Name: "m", Type: c.kind, Config: contract.Config(c.config)}}
		names := Names(p)
		if names[len(names)-1] != (Meaning{"metric", "m", c.want}) {
			t.Errorf("%s: %+v", c.want, names)
		}
	}
	long := settings{"matrix": strings.Repeat("ä", 100)}
	if got := long.words(); got != ", matrix = "+strings.Repeat("ä", longestSetting)+"…" {
		t.Errorf("long: %s", got)
	}
	if names := Names(&plan.Plan{}); names != nil {
		t.Errorf("of nothing: %+v", names)
	}
}
