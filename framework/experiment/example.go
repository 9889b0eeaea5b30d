package experiment

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

// examples holds a block of each type, as messages show it. Together they are an
// experiment file.
var examples = map[string]string{
	"experiment": `experiment "uci" {}`,
	"bench":      `bench { required_version = ">= 0.1" }`,
	"variable":   `variable "folds" { default = 10 }`,
	"locals":     `locals { strengths = [0.1, 1, 10] }`,
	"dataset":    "dataset \"glass\" {\n  file   = \"glass.csv\"\n  target = \"Type\"\n}",
	"encoder":    `encoder "one_hot" "plain" {}`,
	"learner":    `learner "logreg" "lr" {}`,
	"reduction":  `reduction "one_vs_rest" "ova" {}`,
	"validation": `validation { folds = 10 }`,
	"metric":     `metric "accuracy" {}`,
	"grid":       `grid "main" { learners = [learner.lr] }`,
	"table":      `table "main" { metric = metric.accuracy }`,
}

// exampleOf is a sentence that shows a block of a type.
func exampleOf(blockType string) string {
	example := examples[blockType]
	if strings.Contains(example, "\n") {
		return "Write for example:\n\n" + indented(example)
	}
	return "Write for example " + example + "."
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// triedExample is a sentence that shows values to try of the first parameter that
// has some.
func triedExample(params ...contract.Param) string {
	for _, p := range params {
		if values := someValues(p); len(values) > 0 {
			return fmt.Sprintf("Write for example %s = [%s].", p.Name, strings.Join(values, ", "))
		}
	}
	return "Write a list of values."
}

// someValues returns a few values of a parameter, as a file would have them.
func someValues(p contract.Param) []string {
	switch {
	case len(p.OneOf) > 0:
		return wording.Quoted(p.OneOf[:min(len(p.OneOf), 3)])
	case p.Type == "bool":
		return []string{"true", "false"}
	case p.Type != "number":
		return nil
	}
	var values []string
	for _, f := range []float64{0.1, 1, 10, 0.5, 2, 5, 100} {
		if inBounds(p, f) && len(values) < 3 {
			values = append(values, formatNumber(f))
		}
	}
	return values
}
