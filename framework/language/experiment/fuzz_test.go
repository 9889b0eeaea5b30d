package experiment

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

// FuzzParse feeds any text to Parse and Bind: they may find mistakes, but must
// neither panic nor return an experiment with errors.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.hcl")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b), "5")
	}
	f.Add(minimal+`learner "svm" "s" { C = grid(grid(1), 2)[0] }`, "[1, 2]")
	f.Add(minimal+`learner "svm" "s" { C = min([for x in [1, 2] : x * 2]...) }`, "{}")
	f.Add(minimal+`table "t" { metric = metric[0] }`, "")
	f.Fuzz(func(t *testing.T, src, value string) {
		file, diags := ParseText("fuzz.hcl", []byte(src), map[string]string{"folds": value})
		if file == nil {
			if !diags.HasErrors() {
				t.Fatal("no file and no errors")
			}
			return
		}
		exp, more := file.Bind(fakeCatalog())
		diags = append(diags, more...).Sorted()
		if !diags.HasErrors() && exp.Validation.Component.Name == "" {
			t.Fatalf("the experiment is not complete; said:\n%v", diags)
		}
		diags.Write(io.Discard, diagnostic.AnyWidth, true)
	})
}

// TestTooDeep holds texts whose evaluation would exhaust the stack.
func TestTooDeep(t *testing.T) {
	many := func(s string) string { return strings.Repeat(s, 20_000) }
	for name, expr := range map[string]string{
		"brackets":  many("["),
		"signs":     many("-") + "1",
		"sum":       "1" + many("+1"),
		"in lines":  "(1" + many("\n+1") + ")",
		"condition": many("true ? 1 : ") + "1",
		"index":     "x" + many("[0]"),
		"splat":     "x" + many(".*"),
		"template":  `"` + many("%{if true}") + `"`,
		"nested":    many(`"${`),
		"calls":     many("abs("),
		"large":     "1e999999999",
		"small":     `"${1e-999999999}"`,
	} {
		_, diags := ParseText("deep.hcl", []byte("locals {\n  x = "+expr+"\n}\n"), nil)
		if len(diags) != 1 || !diags.HasErrors() {
			t.Errorf("%s: %d diagnostics", name, len(diags))
		}
	}
	matrix := strings.Repeat("["+strings.Repeat("-1, ", 100)+"1],\n", 100)
	if _, diags := ParseText("wide.hcl", []byte("locals {\n  x = [\n"+matrix+"]\n}\n"), nil); len(diags) > 0 {
		t.Errorf("a large matrix is refused: %v", diags[0])
	}
}
