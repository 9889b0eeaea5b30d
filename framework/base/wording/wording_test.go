package wording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"one_vs_rest", "one_vs_one", "C", "tol", "features", "größe"}
	for given, want := range map[string]string{
		"one_vs_res": "one_vs_rest", "one_vs_onne": "one_vs_one", "c": "C", "K": "", "tool": "tol", "tree": "", "": "",
		"otl": "tol", "tal": "tol", "tale": "", "Cx": "C", "faetures": "features", "fetures": "features", "grösse": "größe",
		"feature_columns_of_rows": "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("nearest to %q: got %q, want %q", given, got, want)
		}
	}
}

func TestInstead(t *testing.T) {
	names := []string{"one_vs_rest", "one_vs_one"}
	for given, want := range map[string]string{
		"one_vs_on": `Did you mean "one_vs_one"? The types are: one_vs_rest, one_vs_one.`,
		"ovx":       `Did you mean "ovo"? The types are: one_vs_rest, one_vs_one.`,
		"x":         "The types are: one_vs_rest, one_vs_one.",
	} {
		if got := Instead(given, names, "The types are", "ovo"); got != want {
			t.Errorf("%s: got %q, want %q", given, got, want)
		}
	}
	if got := Instead("x", nil, "There are"); got != "There are: none." {
		t.Error(got)
	}
}

func TestLists(t *testing.T) {
	many := slices.Repeat([]string{"x"}, mostNames+3)
	if got := List(many); strings.Count(got, "x") != mostNames || !strings.HasSuffix(got, "x and 3 more") {
		t.Error(got)
	}
	for n, want := range []string{"", "a", "a and b", "a, b and c"} {
		if got := And([]string{"a", "b", "c"}[:n]); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestNouns(t *testing.T) {
	for got, want := range map[string]string{
		Count(1, "cell"): "1 cell", Count(0, "cell"): "0 cells", Count(2, "class"): "2 classes",
		Count(3, "entry"): "3 entries",
		Number(1 << 53):   "9007199254740992", Number(0.1): "0.1", Number(1e-9): "1e-09", Number(0): "0", Number(1e30): "1e+30",
		Count(2, "day"): "2 days", Plural("matrix"): "matrixes", A("experiment"): "an experiment", A("learner"): "a learner",
		A("one_vs_rest"): "a one_vs_rest", A(`"ovo"`): `an "ovo"`, Capital("äpfel"): "Äpfel", Capital(""): "", A(""): "a ",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"results/é-1_a.b": "results/é-1_a.b", "": "''", "my results": "'my results'", "it's": `'it'\''s'`, "a;b": "'a;b'", "~": "'~'",
	} {
		if got := ShellWord(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestLinesFit(t *testing.T) {
	if got, want := Wrap("aa bb cc\n\ndd 日本 x", "  ", "    ", 7), "  aa bb\n    cc\n\n  dd\n    日本\n    x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Wrap("a_word_that_is_too_long b", "", "", 5); got != "a_word_that_is_too_long\nb" {
		t.Errorf("got %q", got)
	}
	for _, test := range []struct {
		line  string
		width int
		want  string
	}{{"abcdef", 6, "abcdef"}, {"abcdef", 4, "abc…"}, {"日本語", 4, "日…"}, {"abc", 0, "…"}} {
		if got := Cut(test.line, test.width); got != test.want {
			t.Errorf("%s in %d: got %q, want %q", test.line, test.width, got, test.want)
		}
	}
	if got := Width("e\u0301日"); got != 3 {
		t.Errorf("a combined letter and a wide one take %d cells", got)
	}
}

// Errors that Go and the system make are told in words of a user, wherever they
// are wrapped.
func TestReason(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing")
	_, notThere := os.ReadFile(missing)
	_, isFolder := os.ReadFile(folder)
	_, number := strconv.ParseInt("three", 10, 64)
	_, float := strconv.ParseFloat("three", 64)
	_, large := strconv.Atoi("99999999999999999999")
	noProgram := exec.Command("no-such-program-of-bench").Run()
	script := filepath.Join(folder, "script")
	if err := os.WriteFile(script, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{notThere, "there is no " + missing},
		{fmt.Errorf("plan: %w; try again", notThere), "plan: there is no " + missing + "; try again"},
		{isFolder, folder + " is a folder, not a file"},
		{number, `"three" is not a whole number`},
		{float, `"three" is not a number`},
		{large, "99999999999999999999 is too large"},
		{context.DeadlineExceeded, "it took too long"},
		{fmt.Errorf("a: %w", context.Canceled), "a: interrupted"},
		{noProgram, `there is no program "no-such-program-of-bench"`},
		{exec.Command(script).Run(), script + " is not a program that this machine can run"},
		{errors.Join(notThere, number), "there is no " + missing + "\n" + `"three" is not a whole number`},
		{errors.New("its own words"), "its own words"},
		{nil, ""},
	} {
		if got := Reason(test.err); got != test.want {
			t.Errorf("%v: got %q, want %q", test.err, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	zero, one, large := 0.0, 1.0, float64(1<<53)
	for want, got := range map[string]string{
		"": Bounds(nil, nil, nil), "≥ 0, ≤ 1": Bounds(nil, &zero, &one), "> 1": Bounds(&one, nil, nil),
		"≤ 9007199254740992": Bounds(nil, nil, &large),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
