package methods

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// titles are what papers call components of bench and of the plugins that it ships, by kind and type.
var titles = map[contract.Kind]map[string]string{
	contract.KindEncoder: {"one_hot": "one-hot encoding", "hashing": "feature hashing", "target": "target encoding",
		"ordinal": "ordinal encoding", "frequency": "frequency encoding", "none": "the numbers of the file"},
	contract.KindLearner: {"logreg": "logistic regression", "svm": "a linear support vector machine",
		"kernel_svm": "a support vector machine with a kernel", "kernel_ridge": "kernel ridge regression",
		"lda": "linear discriminant analysis", "qda": "quadratic discriminant analysis", "least_squares": "least squares",
		"perceptron": "the perceptron", "pocket": "the pocket algorithm", "naive_bayes": "naive Bayes",
		"tree": "a classification tree", "adaboost": "AdaBoost on trees", "knn": "nearest neighbours",
		"majority": "the majority class as a baseline"},
	contract.KindReducer: {"one_vs_rest": "one-vs-rest", "ordered_one_vs_rest": "ordered one-vs-rest",
		"one_vs_one": "one-vs-one", "ecoc": "error-correcting output codes", "nested_dichotomies": "nested dichotomies",
		"binary_relevance": "binary relevance", "classifier_chain": "classifier chains", "label_powerset": "label powerset",
		"plst": "principal label space transformation"},
}

// titleOf is what papers call a component, or its type where bench does not know.
func titleOf(kind contract.Kind, part plan.Part) string {
	if title := titles[kind][part.Type]; title != "" && (part.Plugin == nil || isShipped(part)) {
		return title
	}
	if part.Plugin == nil || isShipped(part) {
		return strings.ReplaceAll(clean(part.Type), "_", " ")
	}
	return clean(part.Type)
}

// shippedBy are the plugins of bench that offer learners with a known objective or title, by type.
var shippedBy = map[string]string{"logreg": "logreg", "svm": "svm", "kernel_svm": "svm", "kernel_ridge": "svm",
	"lda": "lda", "qda": "qda", "least_squares": "least_squares", "perceptron": "perceptron", "pocket": "perceptron",
	"naive_bayes": "naive_bayes", "tree": "tree", "adaboost": "tree", "knn": "knn", "majority": "majority"}

// isShipped reports whether a part is of a plugin that bench ships, whose types no other plugin can offer beside it.
func isShipped(part plan.Part) bool {
	if part.Plugin == nil {
		return false
	}
	learner := part.Kind == contract.KindLearner && shippedBy[part.Type] == part.Plugin.Name
	return learner || part.Plugin.Name == "reducers"
}

// trained says what a learner minimised in the problems that it was given, and by which solver; nothing where bench
// does not know.
func (w *writer) trained(n plan.Named) []string {
	if !isShipped(n.Part) {
		return nil
	}
	s := settingsOf(n.Config)
	var parts []string
	binary, direct := w.given(n.Name)
	if f := objective(n.Type, s, false); binary && f != "" {
		parts = append(parts, "minimising "+f)
	}
	switch f := objective(n.Type, s, true); {
	case !direct || f == "" || binary && f == objective(n.Type, s, false):
	case binary:
		parts = append(parts, "without a reduction "+f)
	default:
		parts = append(parts, "minimising "+f)
	}
	if by := solver(n.Type, s, binary, direct); by != "" {
		parts = append(parts, "solved by "+by)
	}
	return parts
}

// given reports what kinds of problems a learner was given in the cells that are ok.
func (w *writer) given(learner string) (binary, direct bool) {
	for _, c := range w.ran.Cells {
		if c.Learner != learner {
			continue
		}
		if w.ran.Parts[w.ran.Identities[c.Identity].Reduction].Type == "direct" {
			direct = true
		} else {
			binary = true
		}
	}
	return binary, direct
}

// objective is what a learner minimises, in binary problems of targets ±1 or in a multiclass problem; "" where there is
// no such function, or bench does not know.
func objective(kind string, s settings, direct bool) string {
	switch {
	case kind == "logreg" && direct:
		return formula(penalty(s, "W", true)+"C·Σ −log softmax(f(x))_y", penalty(s, "W", false)+
			`C\sum -\log\mathrm{softmax}(f(x))_y`)
	case kind == "logreg":
		return formula(penalty(s, "w", true)+"C·Σ log(1 + exp(−y f(x)))",
			penalty(s, "w", false)+`C\sum\log(1+\exp(-y f(x)))`)
	case kind == "svm" && direct:
		return formula("½‖W‖² + ½‖b‖² + C·Σ (max_k(f_k(x) + 1 − [k = y]) − f_y(x))",
			`\frac{1}{2}\|W\|^2+\frac{1}{2}\|b\|^2+C\sum(\max_k(f_k(x)+1-[k=y])-f_y(x))`)
	case kind == "svm":
		power, exponent := "²", "^2"
		if s["loss"] == "hinge" {
			power, exponent = "", ""
		}
		return formula(penalty(s, "w", true)+"C·Σ max(0, 1 − y f(x))"+power, penalty(s, "w", false)+
			`C\sum\max(0,1-y f(x))`+exponent)
	case kind == "kernel_svm":
		return formula("½‖f‖² + C·Σ max(0, 1 − y (f(x) + b))", `\frac{1}{2}\|f\|^2+C\sum\max(0,1-y(f(x)+b))`)
	case kind == "kernel_ridge":
		return formula("Σ (y − f(x))² + alpha·‖f‖²", `\sum(y-f(x))^2+\mathrm{alpha}\,\|f\|^2`)
	case kind == "least_squares":
		return formula("‖Y − XW − b‖² + alpha·‖W‖²", `\|Y-XW-b\|^2+\mathrm{alpha}\,\|W\|^2`)
	}
	return ""
}

// penalty is the penalty of a linear learner with the sign after it, as text or LaTeX.
func penalty(s settings, w string, text bool) string {
	parts := map[string][2]string{"l2": {"½‖" + w + "‖²", `\frac{1}{2}\|` + w + `\|^2`},
		"l1": {"‖" + w + "‖₁", `\|` + w + `\|_1`}}
	kind, isText := s["penalty"].(string)
	if !isText {
		kind = "l2" // of a learner without a choice
	}
	var all []string
	i := map[bool]int{true: 0, false: 1}[text]
	if p, has := parts[kind]; has {
		all = append(all, p[i])
	}
	if s["penalize_intercept"] == true {
		all = append(all, [2]string{"½b²", `\frac{1}{2}b^2`}[i])
	}
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, [2]string{" + ", "+"}[i]) + [2]string{" + ", "+"}[i]
}

// solver is how a learner finds the minimum; "" where bench does not know, or where it is a formula.
func solver(kind string, s settings, binary, direct bool) string {
	switch {
	case kind == "logreg" && (s["penalty"] == "l1" || s["solver"] == "newton"):
		return "Newton's method"
	case kind == "logreg" && s["solver"] == "gd":
		return "gradient descent"
	case kind == "logreg" && s["solver"] == "sgd":
		return "stochastic gradient descent"
	case kind == "logreg" && s["solver"] == "adagrad":
		return "stochastic gradient descent with steps of AdaGrad"
	case kind == "logreg" && binary && s["penalty"] == "l2" && s["start"] == "zeros":
		return "L-BFGS (on sparse features by dual coordinate descent)"
	case kind == "logreg":
		return "L-BFGS"
	case kind == "svm" && s["loss"] == "hinge" && !direct:
		return "dual coordinate descent, near the minimum with conjugate gradients"
	case kind == "svm" && s["loss"] == "squared_hinge" && !direct:
		return "L-BFGS (on sparse features by dual coordinate descent)"
	case kind == "kernel_svm":
		return "decomposition of the dual problem with second-order selection of pairs"
	}
	return ""
}

// settingsOfAll lists the settings of variants, "C = 0.1, 1 or 10, penalty = l2", without those that have no value.
func settingsOfAll(variants []plan.Named) string {
	all := map[string][]string{}
	for i, n := range variants {
		for name, value := range settingsOf(configOf(n)) {
			text := "none"
			if value != nil {
				text = settingText(value)
			}
			if i > 0 && all[name] == nil || !slices.Contains(all[name], text) {
				all[name] = append(all[name], text)
			}
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if values := all[name]; len(values) > 1 || values[0] != "none" {
			parts = append(parts, fmt.Sprintf("%s = %s", clean(name), clean(strings.Join(values, " or "))))
		}
	}
	return strings.Join(parts, ", ")
}

// configOf is the configuration of a part without the parameters that tuning chooses.
func configOf(n plan.Named) contract.Config {
	var host struct{ Tune *tuning }
	values := settingsOf(n.Config)
	if len(n.Host) == 0 || n.Host.Decode(&host) != nil || host.Tune == nil {
		return n.Config
	}
	for _, name := range host.Tune.Parameters {
		delete(values, name)
	}
	return contract.NewConfig(map[string]any(values))
}
