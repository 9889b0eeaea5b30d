package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
	"github.com/manyclass/bench/plugins/shipped"
)

func TestPagesAreCurrent(t *testing.T) {
	for _, p := range pages() {
		have, err := os.ReadFile(filepath.Join("..", p.file))
		if err != nil {
			t.Fatal(err)
		}
		current, err := p.renew(string(have))
		if err != nil {
			t.Fatal(err)
		}
		if current != string(have) {
			t.Errorf("%s is not current: run make generate", p.file)
		}
	}
}

// Of three arrows, one that the two others stand for is left out.
func TestDraw(t *testing.T) {
	three := []pkg{
		{ImportPath: "framework/a/inner", Imports: []string{"framework/a", "framework/b/inner", "framework/c"}},
		{ImportPath: "framework/b", Imports: []string{"framework/c"}}, {ImportPath: "framework/b/inner"}, {ImportPath: "framework/c"},
	}
	got, err := draw(three, district)
	if want := "```mermaid\nflowchart TD\n  a --> b\n  b --> c\n```\n"; err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	circle := append(three, pkg{ImportPath: "framework/c/inner", Imports: []string{"framework/a/inner"}})
	if _, err := draw(circle, district); err == nil || !strings.Contains(err.Error(), "boxes import each other") {
		t.Errorf("error %v", err)
	}
}

func TestFill(t *testing.T) {
	got, err := fill("a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n", []section{{"x", "new\n"}})
	if want := "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := fill("no place\n", []section{{"x", ""}}); err == nil || !strings.Contains(err.Error(), "begin x") {
		t.Errorf("error %v does not name the section without a place", err)
	}
}

func TestParameters(t *testing.T) {
	got := parameters([]contract.Param{
		{Name: "n", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(1 << 53), Default: 2.0, Doc: "Of a|b."},
		{Name: "mode", Type: "string", OneOf: []string{"x", "y"}, Required: true, Doc: "Which."},
	})
	want := "| attribute | type | default | meaning |\n|:--|:--|:--|:--|\n" +
		"| `n` | whole number ≥ 1, ≤ 9007199254740992 | `2` | Of a\\|b. |\n" +
		"| `mode` | `\"x\"`, `\"y\"` | required | Which. |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A default that the description states is in the column of defaults, and what is too long
// for a row is below the table.
func TestLongMeanings(t *testing.T) {
	long := strings.Repeat("far ", 50) + "away"
	got := parameters([]contract.Param{
		{Name: "n", Type: "number", Doc: "Number of trees. Default: 3."},
		{Name: "ties", Type: "string", OneOf: []string{"score", "first"}, Doc: "How: + by the sum " + long + ". Default: score."},
	})
	row, below, _ := strings.Cut(got, "\n\n")
	if want := "| `n` | number | `3` | Number of trees. |\n| `ties` | `\"score\"`, `\"first\"` | `\"score\"` | How: see below. |"; !strings.HasSuffix(row, want) {
		t.Errorf("got\n%s\nwant\n%s", row, want)
	}
	if !strings.HasPrefix(below, "- `ties`: How: + by the sum far") || !strings.HasSuffix(below, "far away.\n") {
		t.Errorf("below the table\n%s", below)
	}
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(line) > proseWidth+1 {
			t.Errorf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
		}
	}
	if got, want := prose(strings.Repeat("x", proseWidth-1)+" + y", "", ""), "\n\\+ y"; !strings.HasSuffix(got, want) {
		t.Errorf("a sum makes a list: %q", got)
	}
}

// Every form of codes has words, and decoders and designs are told of in one place.
func TestManyValues(t *testing.T) {
	got := decoderTable(decode.Decoders)
	if strings.Contains(got, "|  |") || !strings.Contains(got, "| `ddag` | what is left when") {
		t.Errorf("a cell is empty, or a decoder is missing:\n%s", got)
	}
	list := shipped.Components(contract.KindReducer)
	pointed := components(pointing(list))
	if strings.Contains(pointed, "what is left when") || strings.Contains(pointed, "Sylvester") ||
		strings.Count(pointed, "see [") != len(elsewhere) {
		t.Errorf("ddag or hadamard is told of twice, or other attributes send readers away:\n%s", pointed)
	}
	if designs := designTable(multiclass.Designs()); !strings.Contains(designs, "| `bch` | words of the primitive BCH code") {
		t.Errorf("no bch in\n%s", designs)
	}
	if !strings.Contains(components(list), "what is left when") {
		t.Error("pointing has changed the components themselves")
	}
}

// What several types have in the same words is described once, and what all have is not said
// again; where their values differ, each has a row that links to the meaning.
func TestCommonAttributes(t *testing.T) {
	seed, folds := contract.Param{Name: "seed", Type: "number", Doc: "Seed."}, contract.Param{Name: "folds", Type: "number", Doc: "Folds."}
	var list []contract.Component
	for _, name := range []string{"a", "b", "c"} {
		mode := contract.Param{Name: "mode", Type: "string", OneOf: []string{name}, Doc: "Which."}
		c := contract.Component{Kind: contract.KindEncoder, Name: name, Doc: "Does.", Params: []contract.Param{seed, mode}}
		if name != "c" {
			c.Params = append(c.Params, folds)
		}
		list = append(list, c)
	}
	head := "| attribute | type | default | meaning |\n|:--|:--|:--|:--|\n"
	got := components(list)
	for _, want := range []string{
		"## Attributes of several encoders\n\nAll encoders take `seed`.\n\n" + head +
			"| `seed` | number | – | Seed. |\n| `mode` | see the type | – | Which. |\n| `folds` | number | – | Folds. |\n",
		"## `b`\n\nDoes.\n\n" + head + "| `mode` | `\"b\"` | – | [Above](#attributes-of-several-encoders). |\n\n" +
			"Further attributes, described [above](#attributes-of-several-encoders): `folds`.\n",
		"| `mode` | `\"c\"` | – | [Above](#attributes-of-several-encoders). |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwithout\n%s", got, want)
		}
	}
	if strings.Count(got, "seed") != 2 { // a sentence and a row
		t.Errorf("seed is said more than once in\n%s", got)
	}
	folds.Doc = "Other folds."
	other := contract.Component{Kind: contract.KindEncoder, Name: "d", Doc: "Does.", Params: []contract.Param{folds}}
	more := slices.Concat(list, []contract.Component{list[1], other, other})
	if got := components(more); strings.Count(got, "| Other folds. |") != 2 {
		t.Errorf("a rarer meaning of folds is described above:\n%s", got)
	}
	if one := components(list[:1]); strings.Contains(one, "several") {
		t.Errorf("one type makes\n%s", one)
	}
}
