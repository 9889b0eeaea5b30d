package experiment

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/syntax"
)

// broken is a file with a gap for a mistake.
func broken(mistake string) string {
	return "experiment \"e\" {}\ndataset \"d\" {\n  " + mistake + "\n  rows = 300\n}\nlearner \"svm\" \"s\" { C = grid(1, 10) }\n"
}

// One cause, one error, at the cause.
func TestOneErrorForOneCause(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		summary string
		at      diagnostic.Pos
	}{
		"quote":               {broken(`file = "a.csv`), "The quote is never closed", diagnostic.Pos{Line: 3, Column: 10}},
		"quote of a label":    {"dataset \"d {\n  rows = 1\n}\nlearner \"svm\" \"s\" {}\n", "The quote is never closed", diagnostic.Pos{Line: 1, Column: 9}},
		"grid":                {"learner \"svm\" \"s\" { C = grid(0.1, 1 }\n", "The ( is never closed", diagnostic.Pos{Line: 1, Column: 29}},
		"grid over two lines": {"learner \"svm\" \"s\" {\n  C = grid(0.1, 1\n  tol = 1\n}\n", "The ( is never closed", diagnostic.Pos{Line: 2, Column: 11}},
		"list":                {broken("missing = [\"a\", \"b\""), "The [ is never closed", diagnostic.Pos{Line: 3, Column: 13}},
		"block":               {"dataset \"d\" {\n  rows = 1\n\nlearner \"svm\" \"s\" {}\n", "The { is never closed", diagnostic.Pos{Line: 1, Column: 13}},
		"last block":          {"dataset \"d\" {\n  rows = 1\n", "The { is never closed", diagnostic.Pos{Line: 1, Column: 13}},
		"interpolation":       {broken(`file = "${var.x"`), "The quote is never closed", diagnostic.Pos{Line: 3, Column: 18}},
		"too many":            {broken("rows = 1\n}"), "This } closes nothing", diagnostic.Pos{Line: 6, Column: 1}},
		"apostrophes":         {broken("file = 'a.csv'"), "Invalid character", diagnostic.Pos{Line: 3, Column: 10}},
		"no value":            {broken("file ="), "A value is missing here", diagnostic.Pos{Line: 3, Column: 9}},
		"twice":               {broken("rows = 1"), `Attribute "rows" is set twice`, diagnostic.Pos{Line: 4, Column: 3}},
		"no comma":            {broken("seed = max(1 2)"), "A comma is missing", diagnostic.Pos{Line: 3, Column: 16}},
		"two on a line":       {"dataset \"d\" { file = \"a\" rows = 1 }\n", "A block on one line holds one attribute", diagnostic.Pos{Line: 1, Column: 26}},
	} {
		_, diags := ParseText("test.hcl", []byte(test.text), nil)
		if len(diags) != 1 || diags[0].Summary != test.summary || at(diags[0]) != test.at {
			t.Errorf("%s: got %v", name, diags)
		}
	}
}

// at is where a diagnostic points, the zero Pos if nowhere.
func at(d diagnostic.Diagnostic) diagnostic.Pos {
	if d.Range == nil {
		return diagnostic.Pos{}
	}
	return d.Range.Start
}

// A file that is not an experiment is refused as a whole.
func TestNoExperimentFile(t *testing.T) {
	for path, text := range map[string]string{
		"d.csv": "a,b,c\n1,2,\"x\"\n3,4,'y'\n", "d.arff.gz": "\x1f\x8b\x08\x00\xff\xfe'\"", "e.json": `{"experiment": {"name": "e"}}`,
		"d.arff": "@relation r\n@attribute a numeric\n@data\n1\n",
	} {
		_, diags := ParseText(path, []byte(text), nil)
		if len(diags) != 1 || diags[0].Summary != path+" is not an experiment file" && !strings.HasPrefix(path, "d.") {
			t.Errorf("%s: got %v", path, diags)
		}
		if strings.HasPrefix(path, "d.") != strings.Contains(diags[0].Detail, "\""+path+`"`) {
			t.Errorf("%s: says %q", path, diags[0].Detail)
		}
	}
}

// Of data it is said how to begin with them, by an experiment that binds except the file.
func TestData(t *testing.T) {
	for _, c := range []struct{ path, text, says string }{
		{"a/fruit.csv", "weight,width,\"kind of fruit\"\n1,2,x\n", `target = "kind of fruit"`},
		{"fruit.csv", "\ufeffweight;width;kind\r\n1,5;2,1;x\r\n", `delimiter = ";"`},
		{"my fruit.tsv", "a\tb\n1\t2\n", `target = "b"`},
		{"fruit.csv.gz", "\x1f\x8b\x08\x00\xff", `target = "class"`},
		{"fruit.csv", "a,${b}\n", `target = "$${b}"`},
		{"fruit.arff", "@relation r\n", `"fruit.arff"`},
	} {
		_, diags := ParseText(c.path, []byte(c.text), nil)
		if len(diags) != 1 || diags[0].Summary != c.path+" holds data, and bench runs experiment files, which name them" {
			t.Errorf("%s: got %v", c.path, diags)
			continue
		}
		lead, experiment, _ := strings.Cut(diags[0].Detail, "\n\n")
		spaces := regexp.MustCompile(" += +")
		if !strings.Contains(spaces.ReplaceAllString(experiment, " = "), c.says) || !strings.Contains(lead, "bench run ") {
			t.Errorf("%s: says %s", c.path, diags[0].Detail)
		}
		if _, diags := ParseText("first.hcl", []byte(experiment), nil); diags.HasErrors() {
			t.Errorf("%s: %v", c.path, diags)
		}
	}
}

// Mistakes in calls of functions are told in words of an experiment file.
func TestMistakesInCalls(t *testing.T) {
	for value, want := range map[string]string{
		"grid()":                           "Grid() needs at least one value.",
		"logspace(1, 2)":                   "Write logspace(lo, hi, n).",
		"logspace(1, 2, 3, 4)":             "Write logspace(lo, hi, n).",
		"linspace(1, 2, 0)":                "The number of values must be whole, from 1 to 10000.",
		"lower()":                          "Write lower(str).",
		`abs("x")`:                         "A number is required.",
		"format(\"%d\", \"x\")":            "",
		"concat()":                         "",
		"join(\",\")":                      "",
		"max()":                            "",
		"keys(1)":                          "",
		"length(1)":                        "",
		"merge(1)":                         "",
		"range(1, 2, 0)":                   "",
		"[for x in 1 : x]":                 "",
		"1 + true":                         "",
		"[1, 2][3]":                        "",
		"{ a = 1 }.b":                      "",
		"1 > \"a\" ? 1 : 2":                "",
		"1 / 0":                            "",
		"true ? [1] : { a = 1 }":           "",
		"format(\"%s\")":                   "",
		"logspace(1, 400, 3)":              "",
		"values([1])":                      "",
		"upper([1])":                       "",
		"floor(\"a\")":                     "",
		"{ for x in [1, 1] : \"a\" => x }": "",
	} {
		diags := bindText(t, minimal+"encoder \"target\" \"t\" { prior = "+value+" }\n")
		if len(diags) != 1 || want != "" && diags[0].Detail != want {
			t.Errorf("%s: got %v", value, diags)
		}
		for _, d := range diags {
			if raw := foreignWords.FindString(d.Detail); raw != "" {
				t.Errorf("%s: the words %q are not ours: %s", value, raw, d.Detail)
			}
		}
	}
}

// foreignWords are words of libraries that mean nothing to a user.
var foreignWords = regexp.MustCompile(`argument\(s\)|parameter|Call to|cty|strconv|nested block|heredoc`)

// Every block that a hint shows can be written as it stands.
func TestExamplesAreValid(t *testing.T) {
	var text strings.Builder
	for _, b := range blockTypes {
		example := syntax.Examples[b.name]
		if !strings.Contains(syntax.ExampleOf(b.name), example) && !strings.Contains(syntax.ExampleOf(b.name), strings.ReplaceAll(example, "\n", "\n  ")) {
			t.Errorf("%s: the hint is %q", b.name, syntax.ExampleOf(b.name))
		}
		text.WriteString(example + "\n")
	}
	if diags := bindText(t, text.String()); diags.HasErrors() {
		t.Errorf("the examples are invalid: %v", diags)
	}
}

// shown is HCL in a hint, up to the end of its sentence.
var shown = regexp.MustCompile(`(?s)[Ww]rite (?:for example:?)?\s*(\w+ = .+?|[a-z]+(?: "\w+")* \{.*?\})(?:\.(?:\s|$)|$|, relative| in the )`)

// Every attribute and block that a hint shows parses.
func TestHintsParse(t *testing.T) {
	found := 0
	for _, text := range []string{
		"learner \"svm\" {}", "dataset {}", "dataset \"a\" \"b\" {}", "experiment {}", "bench {\n required_plugins {\n x = 1\n }\n}",
		"bench {\n required_plugins {\n x = {}\n }\n}", "learner \"svm\" \"s\" {\n tune \"x\" {}\n}", "learner \"svm\" \"s\" {\n tune {}\n}",
		"learner \"logreg\" \"s\" {\n tune {\n  C = 1\n  penalty = 1\n intercept = []\n }\n}", "table \"t\" {}", "", "learner \"svm\" \"s\" { tune = 1 }",
		"dataset \"d\" {\n types {\n}\n}", "metric \"log_loss\" {}\nlearner \"svm\" \"s\" {}\ndataset \"d\" {}",
	} {
		for _, d := range bindText(t, text) {
			for _, hint := range shown.FindAllStringSubmatch(d.Detail, -1) {
				found++
				if _, diags := hclsyntax.ParseConfig([]byte(hint[1]+"\n"), "hint.hcl", hcl.InitialPos); len(diags) > 0 {
					t.Errorf("the hint %q of %q does not parse: %v", hint[1], d.Summary, diags)
				}
			}
		}
	}
	if found < 13 {
		t.Errorf("only %d hints were found", found)
	}
}

// A plugin that is missing has been reported; the types it may offer are not
// reported as well.
func TestTypesOfMissingPlugins(t *testing.T) {
	text := "dataset \"d\" {}\nlearner \"forest\" \"f\" {}\nreduction \"trees\" \"r\" {}\nencoder \"nix\" \"n\" {}\n"
	file, diags := ParseText("test.hcl", []byte(text), nil)
	catalog := fakeCatalog()
	catalog.Incomplete = true
	_, more := file.Bind(catalog)
	diags = append(diags, more...)
	if len(diags) != 0 {
		t.Errorf("got %v", diags)
	}
}
