package experiment

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/test/must"
)

// only is the one thing that is said of a text.
func only(t *testing.T, src string) diagnostic.Diagnostic {
	t.Helper()
	file, diags := ParseText("test.hcl", []byte(src), nil)
	if file != nil {
		_, more := file.Bind(fakeCatalog())
		diags = append(diags, more...)
	}
	if len(diags) != 1 {
		t.Fatalf("%s: %v", src, diags)
	}
	return diags[0]
}

// A value that another attribute of the block takes, or whose elements this one takes, is
// told from one that nothing does.
func TestValuesOfAnotherAttribute(t *testing.T) {
	const (
		text   = "This must be text, not a list."
		matrix = text + ` Did you mean "matrix", which is a list of lists of numbers?`
		each   = " For a variant of each, write grid(…) in place of the brackets."
	)
	for block, want := range map[string]string{
		`reduction "ecoc" "r" { code = [[1, -1], [-1, 1]] }`:          matrix,
		`reduction "ecoc" "r" { code = grid("d", [[1, 0], [0, 1]]) }`: matrix,
		`reduction "ecoc" "r" { code = [["a"]] }`:                     text,
		`reduction "ecoc" "r" { code = [] }`:                          text,
		`reduction "ecoc" "r" { code = ["a", "b"] }`:                  text + each,
		`reduction "ecoc" "r" { code = grid(["a", "b"], "c") }`:       text,
		`reduction "ecoc" "r" { code = [true] }`:                      text,
		`learner "logreg" "l" { C = [0.1, 1] }`:                       "This must be a number, not a list." + each,
		`learner "logreg" "l" { C = [0] }`:                            "This must be a number, not a list.",
		`validation { folds = [5, 10] }`:                              "This must be a number, not a list.",
	} {
		if d := only(t, minimal+block+"\n"); d.Detail != want {
			t.Errorf("%s: %s %s", block, d.Summary, d.Detail)
		}
	}
}

// What is wrong with the name of an entry points at the name.
func TestPlacesOfNames(t *testing.T) {
	for block, want := range map[string]string{
		`learner "logreg" "l" { grid = [{ C = 1, D = 2 }] }`:                         "D = 2",
		`learner "logreg" "l" { grid = [{ C = 1, "D" = grid(2, 3) }] }`:              `"D" =`,
		"learner \"logreg\" \"l\" {\nC = 1\ngrid = [{ penalty = \"l1\", C = 2 }]\n}": "C = 2",
	} {
		before := block[:strings.Index(block, want)]
		column := len(before) - strings.LastIndex(before, "\n") // after the line's beginning
		if d := only(t, minimal+block+"\n"); d.Range == nil || d.Range.Start.Column != column {
			t.Errorf("%s: %v", block, d)
		}
	}
}

// What belongs to the validation block says so where it is sought.
func TestAttributesOfAnotherBlock(t *testing.T) {
	src := must.Replace(minimal, `"e" {}`, `"e" { folds = 5 }`)
	if d := only(t, src); d.Summary != "folds is not an attribute of experiment" || !strings.Contains(d.Detail, "validation { folds") {
		t.Errorf("%s: %s", d.Summary, d.Detail)
	}
}
