package sheet

import (
	"math"
	"slices"
	"strconv"
	"testing"
)

func TestLaTeXEscape(t *testing.T) {
	for text, want := range map[string]string{
		"one_hot & 100%": `one\_hot \& 100\%`, "a--b": "a-{}-b", `\x{y}`: `\textbackslash{}x\{y\}`, "a\n\nb": "a b",
		"<|>": "$<$$|$$>$", "\x00": "", "é": "é", "a — b": "a --- b",
	} {
		if got := latexEscape(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

// oblong has many columns, few rows or the other way round.
func oblong(rows, columns int) Section {
	s := Section{Lines: [][]Cell{{Label("dataset")}}, Foot: 1}
	for j := range columns {
		s.Lines[0] = append(s.Lines[0], Label("learner"+strconv.Itoa(j)))
	}
	for i := range rows + 1 {
		line := []Cell{Label("dataset" + strconv.Itoa(i))}
		for j := range columns {
			c := Numeral(float64(i+j) / 100)
			c.Tail = " ± 0.010"
			line = append(line, c)
		}
		s.Lines = append(s.Lines, line)
	}
	return s
}

// Every row is in exactly one part of each block of columns, and parts have no more rows than
// a page.
func TestPartsLoseNothing(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {60, 3}, {60, 12}, {3, 30}, {40, 2}, {41, 2}, {39, 2}, {200, 1}} {
		s := oblong(size[0], size[1])
		want, got := (len(s.Lines)-1)*(len(s.Lines[0])-1), 0
		for _, part := range slices.Concat(s.parts()...) {
			if len(part.lines) > 1+pageRows+s.Foot {
				t.Errorf("%v: a part of %d lines", size, len(part.lines))
			}
			for _, line := range part.lines[1:] {
				got += len(line) - 1
			}
		}
		if got != want {
			t.Errorf("%v: %d cells, want %d", size, got, want)
		}
	}
}

// Lines can end where words and the parts of names end, and in a long part.
func TestPieces(t *testing.T) {
	for text, want := range map[string][]string{
		"": {""}, "short": {"short"}, "one_vs_rest/all": {"one_vs_rest/all"},
		"glass/logistic[C=0.2154434690031884]/ova": {"glass/", "logistic", "[C=", "0.215443", "46900318", "84]/", "ova"},
		"dense[decoding=hamming]":                  {"dense", "[decoding=", "hamming]"},
		"日本語日本語日本語":                                {"日本語日本語日本", "語"},
	} {
		if got := pieces(text); !slices.Equal(got, want) {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Lines end between the parts of names; numbers and words stay whole.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"svm[C=1e-05,tol=0.1]/one_vs_rest": "svm<wbr>[C=1e-05,<wbr>tol=0.1]/<wbr>one_<wbr>vs_<wbr>rest",
		"average rank":                     "average rank",
		"<b>/":                             "&lt;b&gt;/",
	} {
		if got := string(Breakable(text)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestMarkdownEscape(t *testing.T) {
	for text, want := range map[string]string{
		"one_hot": "one_hot", "_x_": `\_x\_`, "lr[C=0.1]": "lr[C=0.1]", "[x](y)": `[x]\(y)`, "a\nb": "a b", "<b>&": `\<b\>\&`,
		"a|b": `a\|b`, "\x1b[1m": "[1m",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

func TestProbability(t *testing.T) {
	for p, want := range map[float64]string{1: "1.00", 0.99996: "1.00", 0.05: "0.0500", 0.012345: "0.0123",
		0.00012345: "0.000123", 0.0001: "0.000100", 0.00009999: "< 0.0001", 0: "< 0.0001"} {
		if got := Probability(p); got != want {
			t.Errorf("%v is shown %s, want %s", p, got, want)
		}
	}
	if Probability(math.NaN()) != Hole {
		t.Error("NaN is shown as a number")
	}
}

func TestLetters(t *testing.T) {
	if Letter(0) != "a" || Letter(25) != "z" || Letter(26) != "aa" || Letter(702) != "aaa" {
		t.Error(Letter(0), Letter(25), Letter(26), Letter(702))
	}
}

func TestFixed(t *testing.T) {
	for v, want := range map[float64]string{0.12345: "0.123", -0.00001: "0.000", math.Inf(1): "∞", math.Inf(-1): "-∞",
		1e6: "1000000.000", -1.5e300: "-1.5000e+300"} {
		if got := Fixed(v); got != want {
			t.Errorf("%g is shown %s, want %s", v, got, want)
		}
	}
	if Fixed(math.NaN()) != Hole {
		t.Error("NaN is shown as a number")
	}
}
