package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/language/syntax"
)

// locals is a file with the lines of a locals block.
func localsFile(lines ...string) []byte {
	return []byte("locals {\n" + strings.Join(lines, "\n") + "\n}\n")
}

// TestExpressionsStayWithinLimits holds short texts that would make without end.
func TestExpressionsStayWithinLimits(t *testing.T) {
	doubling := func(first, next string) []string {
		lines := []string{"a0 = " + first}
		for i := range 60 {
			lines = append(lines, fmt.Sprintf("a%d = %s", i+1, strings.ReplaceAll(next, "@", fmt.Sprintf("local.a%d", i))))
		}
		return lines
	}
	nested := func(depth int, body string) string {
		for i := range depth {
			body = fmt.Sprintf("[for x%d in range(1000): %s]", i, body)
		}
		return "a = " + body
	}
	const tooMuch = "ore than 250000 values or 4 MiB of text"
	for name, test := range map[string]struct {
		lines []string
		want  string
	}{
		"product":             {[]string{nested(9, "1")}, tooMuch},
		"product of nothing":  {[]string{"a = length(" + strings.TrimPrefix(nested(9, "[]"), "a = ") + ")"}, tooMuch},
		"product, left out":   {[]string{"a = [for x in range(1000): [for y in range(1000): [for z in range(1000): z if false]]]"}, tooMuch},
		"objects":             {[]string{`a = {for x in range(1000): "k${x}" => {for y in range(1000): "k${y}" => range(1000)}}`}, tooMuch},
		"template":            {[]string{`a = "%{for x in range(1000)}%{for y in range(1000)}%{for z in range(1000)}xxxxxxxxxxxxxxxxxxxxxxxx%{endfor}%{endfor}%{endfor}"`}, tooMuch},
		"text":                {doubling(`"ab"`, `"${@}${@}"`), tooMuch},
		"format":              {doubling(`"ab"`, `format("%s%s", @, @)`), tooMuch},
		"list":                {doubling(`[1]`, `concat(@, @)`), tooMuch},
		"nested list":         {doubling(`[1]`, `[@, @]`), tooMuch},
		"nested object":       {doubling(`{x = 1}`, `{x = @, y = @}`), tooMuch},
		"grid":                {doubling(`grid(1, 2)`, `grid(@, @)`), tooMuch},
		"join":                {append(doubling(`"ab"`, `"${@}${@}"`)[:20], "z = join(local.a19, range(1000))"), tooMuch},
		"large in a loop":     {append(doubling(`[1]`, `concat(@, @)`)[:17], "z = [for x in range(1000): [for y in range(1000): length(local.a16)]]"), tooMuch},
		"compared in a loop":  {append(doubling(`[1]`, `concat(@, @)`)[:17], "z = [for x in range(1000): local.a16 == local.a16]"), tooMuch},
		"splat in a loop":     {append(doubling(`[1]`, `concat(@, @)`)[:17], "z = [for x in range(1000): length(local.a16[*])]"), tooMuch},
		"index of a format":   {[]string{`a = format("%[99999999999]d", 1)`}, " number in the format is larger than 1000"},
		"width of a format":   {[]string{`a = format("%99999999d", 1)`}, " number in the format is larger than 1000"},
		"precision":           {[]string{`a = format("%.99999999f", 1)`}, " number in the format is larger than 1000"},
		"modulo":              {[]string{"a = 60 % 0"}, "Division by zero"},
		"modulo of a local":   {[]string{"b = 0", "a = 60 % local.b"}, "Division by zero"},
		"division":            {[]string{"a = 60 / (1 - 1)"}, "Division by zero"},
		"error in each round": {[]string{"a = [for x in range(1000): x + true]"}, "bool"},
	} {
		_, diags := ParseText("x.hcl", localsFile(test.lines...), nil)
		said := ""
		for _, d := range diags {
			said += d.Summary + ": " + d.Detail + "\n"
			if d.Range == nil {
				t.Errorf("%s: %q has no place", name, d.Summary)
			}
		}
		if len(diags) < 1 || len(diags) > 3 || strings.Count(said, test.want) != len(diags) {
			t.Errorf("%s: said %d times\n%.300s", name, len(diags), said)
		}
	}
	for _, line := range []string{
		"a = [for x in range(1000): [for y in range(90): x * y]]",
		`a = format("100%% 99999 %5.2f %[1]v", 1)`,
		"a = (7 % 4) + 6 / 3",
		`a = join(", ", [for x in range(1000): "value ${x}"])`,
		`a = { for k, v in {x = 1, y = 2} : v => k... if v > 0 }`,
	} {
		if _, diags := ParseText("x.hcl", localsFile(line), nil); len(diags) != 0 {
			t.Errorf("%s: %v", line, diags)
		}
	}
}

// TestOutsideTextsStayWithinLimits bounds what -var says, keys that need no
// evaluation, and the number of statements.
func TestOutsideTextsStayWithinLimits(t *testing.T) {
	const endless = "[for a in range(1000): [for b in range(1000): [for c in range(1000): c]]]"
	_, diags := ParseText("x.hcl", []byte("variable \"v\" {\n  type = list(any)\n}\n"), map[string]string{"v": endless})
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "too many values") {
		t.Error(diags)
	}
	ten := "[0,1,2,3,4,5,6,7,8,9]"
	key := strings.Repeat("[for x in "+ten+": ", 9) + "1" + strings.Repeat("]", 9)
	_, _ = ParseText("x.hcl", []byte("bench {\n  required_plugins {\n    p = { (\"${"+key+"}\") = 1 }\n  }\n}\n"), nil)

	chain := make([]string, syntax.MostStatements-1) // each needs the next one
	for i := range chain {
		chain[i] = fmt.Sprintf("a%d = local.a%d", i, i+1)
	}
	chain[len(chain)-1] = fmt.Sprintf("a%d = 1", len(chain)-1)
	if file, diags := ParseText("x.hcl", localsFile(chain...), nil); file == nil || len(diags) != 0 {
		t.Errorf("a long chain: %.300v", diags)
	}
	_, diags = ParseText("x.hcl", localsFile(append(chain, "more = 1")...), nil)
	if len(diags) != 1 || diags[0].Summary != "The file is too large" {
		t.Errorf("%.300v", diags)
	}
}

// TestNoRegularFile opens nothing that need not end.
func TestNoRegularFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "x.hcl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero"} {
		if _, diags := Parse(path, nil); len(diags) != 1 || !strings.Contains(diags[0].Detail, "is not a regular file") {
			t.Errorf("%s: %v", path, diags)
		}
		if _, diags := requires.ReadLock(path); len(diags) != 1 || !strings.Contains(diags[0].Detail, "is not a regular file") {
			t.Errorf("%s: %v", path, diags)
		}
	}
	large := filepath.Join(t.TempDir(), "large.hcl")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Fatal(err)
	}
	if _, diags := Parse(large, nil); len(diags) != 1 || diags[0].Summary != "The file is too large" {
		t.Error(diags)
	}
}

// TestWholeNumbersAreExact takes no whole number for another one.
func TestWholeNumbersAreExact(t *testing.T) {
	for seed, good := range map[string]bool{
		"9007199254740992": true, "9007199254740993": false, "2.0000000000000000000001": false, "1e2": true, "18446744073709551617": false,
	} {
		file, diags := ParseText("x.hcl", []byte("experiment \"e\" {\n  seed = "+seed+"\n}\n"), nil)
		if file == nil || diags != nil {
			t.Fatal(diags)
		}
		_, diags = file.Bind(fakeCatalog())
		found := false
		for _, d := range diags {
			found = found || strings.Contains(d.Summary, `range of "seed"`) && strings.Contains(d.Detail, "a whole number")
		}
		if found == good {
			t.Errorf("seed %s: %v", seed, diags)
		}
	}
}
