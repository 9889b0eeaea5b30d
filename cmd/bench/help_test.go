package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/showing/export"
)

// walk calls visit for a command and all below it.
func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		walk(sub, visit)
	}
}

// helpOf returns what a command prints when asked for help.
func helpOf(t *testing.T, path string) string {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(longFlags(append(strings.Fields(path)[1:], "-help")))
	if err := root.Execute(); err != nil {
		t.Fatalf("%s -help: %v", path, err)
	}
	return out.String()
}

func TestEveryCommandHasHelp(t *testing.T) {
	walk(newRoot(), func(c *cobra.Command) {
		path := c.CommandPath()
		if c.Short == "" {
			t.Errorf("%s does not say what it does", path)
		}
		help := helpOf(t, path)
		if strings.Contains(help, " --") && c.Parent().Name() != "completion" {
			t.Errorf("%s writes flags with two dashes:\n%s", path, help)
		}
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > defaultWidth && c.Parent() != nil && c.Parent().Name() != "completion" {
				t.Errorf("%s: a line of %d characters: %s", path, n, line)
			}
		}
		if !c.HasAvailableSubCommands() && c.Example == "" {
			t.Errorf("%s has no example", path)
		}
	})
}

// Each line of an example is a command line that bench takes.
func TestExamples(t *testing.T) {
	walk(newRoot(), func(c *cobra.Command) {
		if c.Example == "" {
			return
		}
		for line := range strings.Lines(c.Example) {
			checkExample(t, c, strings.TrimRight(line, "\n"))
		}
	})
}

// checkExample parses an example of a command, to the commands of a fresh root,
// since flags keep what was parsed.
func checkExample(t *testing.T, of *cobra.Command, line string) {
	t.Helper()
	rest, ok := strings.CutPrefix(line, "  bench ")
	if !ok {
		t.Errorf("%s: %q does not begin with two spaces and bench", of.CommandPath(), line)
		return
	}
	words := strings.Fields(rest)
	if i := slices.Index(words, ">"); i >= 0 {
		words = words[:i]
	}
	c, args, err := newRoot().Find(longFlags(words))
	if err != nil || !c.Runnable() {
		t.Errorf("%q: no such command: %v", line, err)
		return
	}
	if of.Parent() != nil && c.CommandPath() != of.CommandPath() && !strings.HasPrefix(c.CommandPath(), of.CommandPath()+" ") {
		t.Errorf("%q is an example of %s", line, of.CommandPath())
	}
	if err := c.ParseFlags(args); err != nil {
		t.Errorf("%q: %v", line, err)
		return
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		t.Errorf("%q: %v", line, err)
	}
}

// libraryWords are words of libraries that mean nothing to a user.
var libraryWords = regexp.MustCompile(`strconv|shorthand|invalid argument|invalid syntax|deadline|time: invalid| --\w`)

func TestWrongWords(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{"rum x.hcl", `Did you mean "bench run"?`},
		{"rum x.hcl -workers 2", `Did you mean "bench run"?`},
		{"rnu x.hcl", `Did you mean "bench run"?`},
		{"foo", "there are: "},
		{"help rum", `Did you mean "bench run"?`},
		{"plugin lst", `Did you mean "bench plugin list"?`},
		{"export everything", "binary, cells, codes, curves, decoding, experiment, features, folds, pictures, predictions, scores, summary"},
		{"run x.hcl -wrkers 2", "Did you mean -workers?"},
		{"run x.hcl --wrkers=2", "Did you mean -workers?"},
		{"plan x.hcl -nonsense", "bench plan takes -help, -json, -out, -power, -reuse, -sample, -var"},
		{"export scores -format xls x", "csv, json, parquet"},
		{"export scores -out x.xlsx x", "-out x.xlsx: the format \"xlsx\" is unknown; the formats are csv, json, parquet"},
		{"export features x.hcl -fold one", `-fold one: "one" is not a whole number`},
		{"run x.hcl -workers 1e9", `-workers 1e9: "1e9" is not a whole number`},
		{"run x.hcl -workers 99999999999999999999", "99999999999999999999 is too large"},
		{"run x.hcl -fail-fast=maybe", `-fail-fast maybe: "maybe" is neither true nor false`},
		{"run x.hcl -workers", "-workers lacks its value: write -workers N"},
		{"run x.hcl -retry", "-retry lacks its value: write -retry statuses"},
		{"run x.hcl -w 3", "unknown flag -w; bench run takes -"},
		{"run x.hcl -w=3", "unknown flag -w; bench run takes -"},
		{"run x.hcl ---out", "---out is not a flag: write -name or -name=value"},
		{"plugin test x -limit soon", `-limit soon: "soon" is not a duration: write for example 90s or 2h`},
	} {
		root := newRoot()
		root.SetArgs(longFlags(strings.Fields(test.args)))
		if err := root.Execute(); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("bench %s says %v, which lacks %s", test.args, err, test.says)
		} else if raw := libraryWords.FindString(err.Error()); raw != "" {
			t.Errorf("bench %s says %v: the words %q are not ours", test.args, err, raw)
		}
	}
}

// The format is what -format says, else the ending of the file, else CSV.
func TestFormats(t *testing.T) {
	for _, test := range []struct {
		to   destination
		want export.Format
	}{
		{destination{}, export.CSV}, {destination{out: "x"}, export.CSV}, {destination{out: "x.JSON"}, export.JSON},
		{destination{out: "a.b/x"}, export.CSV}, {destination{format: "csv", out: "x.xlsx"}, export.CSV}, {destination{out: "x.xlsx"}, ""},
	} {
		if got, err := test.to.parse(); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v", test.to, got, err)
		}
	}
}

func TestVersionFlag(t *testing.T) {
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(longFlags([]string{"-version"}))
	if err := root.Execute(); err != nil || out.String() != "bench "+version+"\n" {
		t.Errorf("%v, %q", err, out.String())
	}
}

func TestHelpSays(t *testing.T) {
	for path, want := range map[string]string{
		"bench run":        "(default the number of CPUs)",
		"bench completion": "needs the package bash-completion",
		"bench diff":       "0 the scores that both have are the same",
	} {
		if help := helpOf(t, path); !strings.Contains(help, want) {
			t.Errorf("%s does not say %q:\n%s", path, want, help)
		}
	}
}

// completions returns what a shell is offered for the last of the words.
func completions(t *testing.T, words ...string) []string {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&bytes.Buffer{})
	if err := complete(context.Background(), root, append([]string{cobra.ShellCompNoDescRequestCmd}, words...)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return lines[:len(lines)-1] // the last is a directive
}

func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("results/one/journal", 0o755); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{
		"results/one/manifest.json": "{}",
		"e.hcl":                     "reduction \"ecoc\" \"dense\" {}\nreduction \"one_vs_one\" \"ovo\" {}\ndataset \"glass\" {}\n",
	} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ words, want string }{
		{"exp", "explain export"},
		{"run -w", "-workers"},
		{"run -workers", "-workers"},
		{"run --w", "--workers"},
		{"report re", "results/one"},
		{"diff results/one re", "results/one"},
		{"code e.hcl ", "dense ovo"},
		{"export scores -format ", "csv json parquet"},
		{"export features e.hcl -dataset ", "glass"},
		{"run e.hcl -retry ", "failed timeout out_of_memory"},
		{"plan ", "hcl"}, // the ending of files to offer
	} {
		if got := strings.Join(completions(t, strings.Split(test.words, " ")...), " "); got != test.want {
			t.Errorf("bench %s<TAB>: %s, want %s", test.words, got, test.want)
		}
	}
	if all := completions(t, "run", "-"); !slices.Contains(all, "-workers") || slices.Contains(all, "--workers") {
		t.Errorf("bench run -<TAB>: %s", all)
	}
}

func TestWidth(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for columns, want := range map[string]int{"": 100, "80": 80, "wide": 100, "-3": 100} {
		t.Setenv("COLUMNS", columns)
		if got := width(f); got != want {
			t.Errorf("COLUMNS=%s: width %d, want %d", columns, got, want)
		}
	}
}
