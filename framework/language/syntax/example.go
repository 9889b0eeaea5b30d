package syntax

import (
	"strings"
)

// Examples holds a block of each type, as messages show it. Together they are an
// experiment file.
var Examples = map[string]string{
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
	"comparison": `comparison "main" { metric = metric.accuracy }`,
	"curve":      "curve \"length\" {\n  x      = reduction.columns\n  metric = metric.accuracy\n}",
	"executor":   `executor "slurm" { shared_dir = "/shared/bench" }`,
}

// ExampleOf is a sentence that shows a block of a type.
func ExampleOf(blockType string) string {
	example := Examples[blockType]
	if strings.Contains(example, "\n") {
		return "Write for example:\n\n" + indented(example)
	}
	return "Write for example " + example + "."
}

// indented is a text whose lines begin with two blanks, except empty ones.
func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n  "), "\n  \n", "\n\n")
}
