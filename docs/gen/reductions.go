package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
)

// elsewhere says of attributes with many values where each has a row of a table.
var elsewhere = map[string]string{
	"decoding": "How the scores of the binary models become a class: see [decoders](#decoders).",
	"code":     "A design instead of a matrix: see [designs](#designs).",
}

// pointing returns reductions whose attributes with many values send readers to a table,
// in place of saying what each value means.
func pointing(list []contract.Component) []contract.Component {
	return lists.Map(list, func(c contract.Component) contract.Component {
		c.Params = slices.Clone(c.Params)
		for i := range c.Params {
			if doc, found := elsewhere[c.Params[i].Name]; found {
				c.Params[i].Doc = doc
			}
		}
		return c
	})
}

// forms says in words what codes a decoder takes.
var forms = map[decode.Form]string{
	decode.AnyCode: "any",
	decode.OneEach: "a column for each class, in which it alone is +1",
	decode.Chain:   "the same for each class but one",
	decode.Pairs:   "pairs of classes",
	decode.Trees:   "binary trees of classes",
	decode.Steps:   "thresholds between ordered classes",
}

// decoderTable renders the table of decoders.
func decoderTable(list []decode.Decoder) string {
	var b strings.Builder
	b.WriteString("| `decoding` | takes | codes | scores that it needs | probabilities from | attributes |\n|:--|:--|:--|:--|:--|:--|\n")
	for _, d := range list {
		options := lists.Map(d.Options, func(o decode.Option) string { return string(o) })
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", d.Method, escape(d.Doc), forms[d.Codes], kinds(d.Needs, "any"),
			kinds(d.Probabilities, "–"), quoted(options, ""))
	}
	return b.String()
}

// designTable renders the table of designs of codes.
func designTable(list []multiclass.Design) string {
	var b strings.Builder
	b.WriteString("| `code` | the code | attributes |\n|:--|:--|:--|\n")
	for _, d := range list {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", d.Name, escape(d.Doc), quoted(d.Attributes, ""))
	}
	return b.String()
}

// kinds lists kinds of score in words.
func kinds(list []contract.ScoreKind, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(lists.Map(list, func(k contract.ScoreKind) string { return words(string(k)) }), ", ")
}
