package picture

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// folds has n scores of one combination.
func folds(n int) Distribution {
	d := Distribution{Metric: "accuracy", Labels: []string{"lr/ova"}, Values: [][]float64{nil}}
	for i := range n {
		d.Values[0] = append(d.Values[0], 0.8+0.01*float64(i%7))
	}
	return d
}

// words are the texts of a distribution.
func words(t *testing.T, d Distribution) []string {
	t.Helper()
	var list []string
	for _, s := range checkDocument(t, scoretest.Render(t, func(w io.Writer) error { return Distributions(w, d) })) {
		list = append(list, s.words)
	}
	return list
}

// Quartiles of three folds say nothing; dots of a hundred are a black bar.
func TestSignsSuitTheNumberOfFolds(t *testing.T) {
	const dot, bin = "one fold", "number of folds at about this score"
	const box = "half of the folds, from the lower to the upper quartile"
	for n, want := range map[int][]string{3: {dot}, 10: {dot, box}, 100: {bin, box}} {
		got := words(t, folds(n))
		for _, sign := range []string{dot, box, bin} {
			if slices.Contains(got, sign) != slices.Contains(want, sign) {
				t.Errorf("%d folds: %q", n, got)
			}
		}
		svg := string(scoretest.Render(t, func(w io.Writer) error { return Distributions(w, folds(n)) }))
		if marks := strings.Count(svg, "A"); n == 100 && marks > 30 {
			t.Errorf("%d arcs in a picture of 100 folds", marks)
		}
	}
}

func TestAxisIsLabelledAtBothEndsOfManyRows(t *testing.T) {
	for rows, want := range map[int]int{10: 1, 30: 2} {
		got := words(t, distribution(rows))
		if n := strings.Count(" "+strings.Join(got, "  ")+" ", " 0.7 "); n != want {
			t.Errorf("%d rows: %d labels 0.7 in %q", rows, n, got)
		}
	}
}

// Parts hold every row once and have the same axis.
func TestParts(t *testing.T) {
	whole := distribution(90)
	whole.Missing = make([]string, 90)
	parts := whole.Parts()
	var labels, ticks []string
	for i, part := range parts {
		labels = append(labels, part.Labels...)
		want := fmt.Sprintf("%s (%d of 3)", whole.Title, i+1)
		if part.Title != want || len(part.Values) != 30 || len(part.Missing) != 30 {
			t.Errorf("%s of %d rows", part.Title, len(part.Values))
		}
		got := slices.DeleteFunc(words(t, part), func(w string) bool { return !strings.HasPrefix(w, "0.") })
		if ticks != nil && !slices.Equal(ticks, got) {
			t.Errorf("ticks %q and %q", ticks, got)
		}
		ticks = got
	}
	if len(parts) != 3 || !slices.Equal(labels, whole.Labels) {
		t.Errorf("%d parts", len(parts))
	}
	many := Bars{Title: "Costs"}
	for i := range 50 {
		many.Labels, many.Values = append(many.Labels, "a"), append(many.Values, float64(i))
		many.Notes = append(many.Notes, "n")
	}
	p := many.Parts()
	if len(p) != 2 || len(p[0].Labels) != 25 || p[1].Title != "Costs (2 of 2)" || p[1].Notes[24] != "n" ||
		p[0].whole[1] != 49 {
		t.Errorf("%+v", p)
	}
	if p := bars().Parts(); len(p) != 1 || p[0].whole != nil {
		t.Errorf("few bars in %d parts", len(p))
	}
}

func TestReasonsAreWritten(t *testing.T) {
	d := distribution(2)
	d.Missing = []string{"", "2 failed"}
	if got := words(t, d); !slices.Contains(got, "2 failed") {
		t.Errorf("%q", got)
	}
	d = Distribution{Reason: "3 failed, 1 not run"}
	if got := words(t, d); !slices.Contains(got, "no values: 3 failed, 1 not run") {
		t.Errorf("%q", got)
	}
	b := scoretest.Render(t, func(w io.Writer) error { return Costs(w, Bars{Reason: "4 cells: 4 failed"}) })
	if !strings.Contains(string(b), "no values: 4 cells: 4 failed") {
		t.Errorf("%s", b)
	}
}

// Lines of a heading end between the parts of a name; what has no parts is broken
// anywhere.
func TestHeadingsBreakBetweenParts(t *testing.T) {
	title := "iris: logreg[C=0.001,penalize_intercept=true]/dense[decoding=loss_weighted]"
	got := wrap(title, 180)
	for _, line := range got {
		if !heading.fits(line, 180) {
			t.Errorf("%q is too long", line)
		}
		if end := rune(line[len(line)-1]); !strings.Contains(title, line) || !strings.ContainsRune("/,_]e:", end) {
			t.Errorf("%q ends within a word", line)
		}
	}
	whole := strings.ReplaceAll(strings.Join(got, ""), " ", "")
	if whole != strings.ReplaceAll(title, " ", "") || len(got) < 2 {
		t.Errorf("%q", got)
	}
	if got := wrap(strings.Repeat("x", 60), 100); len(got) < 3 || strings.Join(got, "") != strings.Repeat("x", 60) {
		t.Errorf("%q", got)
	}
}
