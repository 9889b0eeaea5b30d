package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/syntax"
)

// place is how the parents of attributes name a type.
func place(c contract.Component) string { return string(c.Kind) + "." + c.Name }

// ofType is an experiment with a block of a type.
func ofType(c contract.Component) string { return whole(c, written[place(c)]) }

// ofParam is an experiment in which an attribute of a type is written.
func ofParam(c contract.Component, p contract.Param) string {
	switch {
	case p.Name == "sample_weight":
		return strings.Replace(whole(c, "sample_weight = true"), dataOf(c), weighty(), 1)
	case c.Kind == contract.KindEncoder && p.Name == "thresholds":
		return strings.Replace(whole(c, "thresholds = [10, 20]"), dataOf(c), priced(), 1)
	}
	own := written[place(c)+"."+p.Name]
	if told := written["whole "+string(c.Kind)+"."+p.Name]; told != "" && own == "" {
		return told
	}
	return whole(c, cmp.Or(own, written[string(c.Kind)+"."+p.Name], fmt.Sprintf("%s = %s", p.Name, value(p))))
}

// whole is an experiment with a block of a type that holds some lines.
func whole(c contract.Component, body string) string {
	text := alone(c, body)
	switch {
	case dataOf(c) != labels:
		return text
	case c.Kind == contract.KindMetric:
		return text + forLabels
	case c.Kind == contract.KindValidation:
		return text + hamming
	}
	return text + labelled
}

// alone is whole without what rows with labels need besides.
func alone(c contract.Component, body string) string {
	name := "example"
	if c.Kind == contract.KindValidation {
		return dataOf(c) + model + block(`validation`, "method = "+strconv.Quote(c.Name), body)
	}
	own := block(fmt.Sprintf("%s %q %q", c.Kind, c.Name, name), body)
	if c.Kind == contract.KindMetric {
		own = block(fmt.Sprintf("metric %q", c.Name), body)
	}
	switch {
	case c.Kind == contract.KindLearner:
		return dataOf(c) + own + reductionFor(c)
	case c.Kind == contract.KindReducer:
		return dataOf(c) + learnerFor(c) + own
	}
	return dataOf(c) + model + own
}

// dataOf are rows that suit a type.
func dataOf(c contract.Component) string {
	switch {
	case c.Name == "quantile" && c.Kind == contract.KindEncoder:
		return priced()
	case c.Name == "none":
		return points
	case c.Name == "cost":
		return costly()
	case c.Kind == contract.KindMetric && metric.Spec{Type: c.Name}.OfSets():
		return block(`experiment "example"`, "conformal {", "  level = 0.1", "}") + points
	case rooting(c):
		return rooted()
	case slices.Contains([]string{"ml_knn", "iterative_stratification"}, c.Name),
		c.Kind == contract.KindReducer && c.Capabilities.Has(contract.MultiLabel),
		c.Kind == contract.KindMetric && strings.HasPrefix(c.Doc, "Multi-label"):
		return labels
	case c.Kind == contract.KindEncoder:
		return names
	case written["data "+place(c)] != "":
		return written["data "+place(c)]
	}
	return points
}

// reductionFor makes problems of two sides, which every learner trains; of labels each is one.
func reductionFor(c contract.Component) string {
	if dataOf(c) == labels {
		return ""
	}
	return rest
}

// learnerFor can train what a reduction asks for.
func learnerFor(c contract.Component) string {
	if slices.Contains(c.Capabilities.Tasks, contract.Regression) {
		return regression
	}
	return model
}

// example is an experiment in which an attribute that bench itself obeys is written.
func (p part) example(param contract.Param) string {
	if told := written["whole "+p.place+"."+param.Name]; told != "" {
		return told
	}
	body := cmp.Or(written[p.place+"."+param.Name], fmt.Sprintf("%s = %s", param.Name, value(param)))
	switch p.place {
	case "experiment":
		return block(`experiment "example"`, body) + points + model
	case "experiment.conformal":
		inner := strings.ReplaceAll(strings.TrimSpace(body), "\n", "\n    ")
		return block(`experiment "example"`, "conformal {", "  "+inner, "}") + points + model + "metric \"set_size\" {}\n"
	case "dataset":
		if strings.Contains(body, "multilabel") {
			return block(`dataset "mine"`, body) + model + labelled
		} else if written[p.place+"."+param.Name] == "" && param.Name != "generate" {
			body = "generate = \"blobs\"\n" + body
		}
		return block(`dataset "mine"`, body) + model
	case "dataset.classes":
		return rooted() + model
	case "encoder":
		return points + block(`encoder "one_hot" "example"`, body) + model
	case "learner":
		return points + block(`learner "logreg" "example"`, body) + rest
	case "learner.tune":
		return points + "metric \"accuracy\" {}\n" + block(`learner "logreg" "example"`, "tune {", "  C = [0.1, 1, 10]",
			"  "+body, "}")
	case "tune.halving":
		return points + block(`learner "logreg" "example"`, "tune {", "  C = [0.1, 1, 10]", "  halving {", "    "+body,
			"  }", "}")
	case "reduction":
		return points + model + block(`reduction "one_vs_rest" "example"`, body)
	case "executor":
		return points + model + block(`executor `+strconv.Quote(executorWith(param.Name)), with(needed[p.place], body)...)
	case "executor.class":
		return points + model + block(`executor `+strconv.Quote(executorWith(param.Name)), needed["executor"],
			"class \"big\" {", "  "+strings.Join(with(`match = { learner = ["lr"] }`, body), "\n  "), "}")
	}
	return points + varied + "metric \"accuracy\" {}\n" + block(p.place+` "example"`, with(needed[p.place], body)...)
}

// executorWith is a type of executor that has an attribute.
func executorWith(attribute string) string {
	for _, kind := range []string{experiment.SlurmExecutor, "sge", "kubernetes"} {
		has := func(p contract.Param) bool { return p.Name == attribute }
		if slices.ContainsFunc(experiment.ExecutorParams(kind), has) || attribute == "match" {
			return kind
		}
	}
	return experiment.BatchExecutor
}

// needed are the lines without which a block says nothing.
var needed = map[string]string{
	"executor":   `shared_dir = "/shared/bench"`,
	"table":      "metric = metric.accuracy",
	"comparison": "metric = metric.accuracy",
	"curve":      "x = learner.C\nmetric = metric.accuracy",
}

// with are the lines of needed attributes and a body, each attribute once.
func with(needed, body string) (lines []string) {
	for line := range strings.SplitSeq(needed, "\n") {
		if name, _, _ := strings.Cut(line, " "); line != "" && !strings.HasPrefix(body, name+" ") &&
			!strings.Contains(body, "\n"+name+" ") {
			lines = append(lines, line)
		}
	}
	return append(lines, body)
}

// value is a value of an attribute other than its default.
func value(p contract.Param) string {
	_, stated := StatedDefault(p)
	word := ""
	for _, w := range p.OneOf {
		if w != p.Default && w != stated {
			word = strconv.Quote(w)
			break
		}
	}
	number, _ := json.Marshal(someNumber(p))
	isList := strings.HasPrefix(p.Type, "list")
	switch {
	case word != "" && isList:
		return "[" + word + "]"
	case word != "":
		return word
	case p.Type == "bool":
		return strconv.FormatBool(p.Default != true)
	case p.Type == "list(number)":
		return "[" + string(number) + "]"
	case p.Type == contract.LearnerType:
		return "learner.lr"
	case p.Type == "number":
		return string(number)
	case isList:
		return `["x1"]`
	}
	return `"text"`
}

// someNumber is a number that an attribute takes, other than its default where possible.
func someNumber(p contract.Param) float64 {
	tries := []float64{0.5, 2, 3, 5, 10, 20, 1, 0}
	if d, ok := p.Default.(float64); ok {
		tries = append([]float64{d / 2, d * 2, d + 1}, tries...)
	}
	for _, v := range tries {
		if p.InBounds(v) && p.Default != v {
			return v
		}
	}
	if p.Min != nil {
		return *p.Min
	}
	return 1
}

// formatted is an experiment as bench fmt writes it, with an empty line between long blocks.
func formatted(example string) string {
	if example == "" {
		return ""
	}
	text, diags := syntax.Format("example.hcl", []byte(strings.ReplaceAll(example, "\n}\n", "\n}\n\n")))
	if diags.HasErrors() {
		panic("explain: " + diags[0].String())
	}
	return strings.TrimRight(string(text), "\n") + "\n"
}
