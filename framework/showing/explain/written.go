package explain

import (
	_ "embed"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
)

//go:embed examples.txt
var examples string

// written holds the parts of examples.txt by their headings.
var written = func() map[string]string {
	parts := map[string]string{}
	for _, part := range strings.Split("\n"+examples, "\n== ")[1:] {
		heading, text, _ := strings.Cut(part, "\n")
		parts[heading] = strings.TrimSpace(text) + "\n"
	}
	return parts
}()

// rooted are rows whose classes are leaves of a tree.
func rooted() string { return block(`dataset "points"`, written["dataset.classes.tree"]) }

// rooting reports whether a type needs a tree of the classes.
func rooting(c contract.Component) bool {
	return c.Name == "hierarchical" || c.Kind == contract.KindMetric && metric.Spec{Type: c.Name}.CountsTree()
}

// costly are rows with costs of mistakes, weighty rows with weights, and priced rows whose classes
// are made of numbers.
func costly() string  { return block(`dataset "points"`, written["dataset.costs"]) }
func weighty() string { return block(`dataset "mine"`, written["dataset.weights"]) }
func priced() string  { return block(`dataset "mine"`, written["dataset.discretize"]) }

// testExample is an experiment that asks for a significance test.
func testExample(test string) string {
	text := strings.Replace(written["whole comparison"], "friedman", test, 1)
	if test == "five_by_two" {
		text += "validation {\n  folds   = 2\n  repeats = 5\n}\n"
	}
	return text
}

// blockExample is an experiment with a block of a kind; the message's example is that of errors on
// blocks of the kind.
func blockExample(name, message string) string {
	if whole := written["whole "+name]; whole != "" {
		return whole
	}
	return points + model + message + "\n"
}
