package experiment

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
)

// longestLabel is how many characters a label of a block has at most.
const longestLabel = 80

// label decodes the label of a block and notes it in the experiment.
func (b *binder) label(kind contract.Kind, block *hclsyntax.Block, name string) {
	b.Obeyed(block, LabelParams(), func(_ string, value any) error {
		label := value.(string)
		if err := checkLabel(label); err != nil {
			return err
		}
		if b.exp.Labels == nil {
			b.exp.Labels = map[contract.Kind]map[string]string{}
		}
		if b.exp.Labels[kind] == nil {
			b.exp.Labels[kind] = map[string]string{}
		}
		b.exp.Labels[kind][name] = label
		return nil
	})
}

// checkLabel says why tables cannot hold a label.
func checkLabel(label string) error {
	switch n := utf8.RuneCountInString(label); {
	case strings.TrimSpace(label) != label || label == "":
		return fmt.Errorf("a label is not empty, and has no blanks at its ends")
	case n > longestLabel:
		return fmt.Errorf("it has %d characters, and a label has at most %d", n, longestLabel)
	case strings.ContainsAny(label, "/[]") || strings.ContainsFunc(label, unicode.IsControl):
		return fmt.Errorf(`a label holds no "/", "[", "]" and no control characters: tables join labels by them`)
	}
	return nil
}

// labelsApart reports a block that readers could not distinguish from another of its kind.
func (b *binder) labelsApart(kind contract.Kind, names []string) {
	labels := b.exp.Labels[kind]
	called := lists.Map(names, func(name string) string {
		if label, has := labels[name]; has {
			return label
		}
		return name
	})
	for i, name := range names {
		for j, other := range names[:i] {
			if called[i] != called[j] {
				continue
			}
			block := b.declared[kind][name]
			if _, own := labels[name]; !own {
				block, other = b.declared[kind][other], name
			}
			b.Errorf(mistake.Duplicate, block.Body.Attributes[contract.LabelOption].Expr.Range(),
				fmt.Sprintf("The label %q is taken", called[i]),
				"Tables call the %s %q so too. Give one of them another label.", kind, other)
		}
	}
}
