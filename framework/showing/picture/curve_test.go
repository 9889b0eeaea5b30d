package picture

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// curves are lines over sizes of training sets.
func curves(log bool) Curves {
	c := Curves{Title: "vehicle: accuracy", X: "training rows", Y: "accuracy", Log: log,
		Band: "mean ± standard deviation over folds", Remark: "7 of 10 lines, those that end best; curves.csv has all"}
	for i := range MostCurves {
		line := Curve{Label: strings.Repeat("l", i+1) + "/ova"}
		for n, x := range []float64{12, 30, 120, 240, 480} {
			line.X, line.Y = append(line.X, x), append(line.Y, 0.9-0.4/math.Sqrt(x)-0.02*float64(i))
			line.Half = append(line.Half, 0.01*float64(5-n))
		}
		c.Lines = append(c.Lines, line)
	}
	c.Lines[1].Y[2], c.Lines[2].Half[1] = math.NaN(), math.NaN()
	c.Lines[3] = Curve{Label: "one point", X: c.Lines[3].X[:1], Y: c.Lines[3].Y[:1], Half: c.Lines[3].Half[:1]}
	return c
}

func drawn(t *testing.T, c Curves) string {
	t.Helper()
	return string(scoretest.Render(t, func(w io.Writer) error { return DrawCurves(w, c) }))
}

// Ticks of a logarithmic axis are round, also over less than a decade or very many, and
// their labels do not touch.
func TestScales(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{12, 480, "20 50 100 200"},
		{40, 70, "40 50 60 70"},
		{1e-3, 1e3, "0.001 0.01 0.1 1 10 100 1000"},
		{1e-12, 1e12, "1e-12 1e-08 0.0001 1 10000 1e+08 1e+12"},
		{5, 5, "5"},
	} {
		var labels []string
		for _, tick := range newScale(test.low, test.high, true).ticks() {
			labels = append(labels, tick.label)
		}
		if got := strings.Join(labels, " "); !strings.Contains(got, test.want) {
			t.Errorf("%g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
		checkDocument(t, []byte(drawn(t, Curves{X: "C", Y: "accuracy", Log: true, Lines: []Curve{
			{Label: "l", X: []float64{test.low, test.high}, Y: []float64{1, 2}, Half: []float64{0, 0}}}})))
	}
	if newScale(0, 1, true).log || !newScale(1, 2, true).log {
		t.Error("a scale with 0 is logarithmic, or one without is not")
	}
}

// Nothing is marked between whole numbers, such as releases or depths.
func TestWholeNumbers(t *testing.T) {
	over := func(x ...float64) string {
		return drawn(t, Curves{X: "depth", Y: "accuracy", Lines: []Curve{
			{Label: "l", X: x, Y: make([]float64, len(x)), Half: make([]float64, len(x))}}})
	}
	if whole := over(1, 2, 3); strings.Contains(whole, ">1.5<") || !strings.Contains(whole, ">2<") {
		t.Errorf("whole numbers are marked so:\n%s", whole)
	}
	if other := over(1, 2, 2.5); !strings.Contains(other, ">1.5<") {
		t.Errorf("other numbers are marked so:\n%s", other)
	}
}

// Lines differ in more than colour: no two have the same mark and the same dashes.
func TestLinesDiffer(t *testing.T) {
	seen := map[[2]int]bool{}
	for i := range MostCurves {
		if key := [2]int{i % len(shapes), i % len(patterns)}; seen[key] {
			t.Errorf("line %d looks like another", i)
		} else {
			seen[key] = true
		}
	}
}

func TestCurvesWithoutValues(t *testing.T) {
	nan := math.NaN()
	for _, c := range []Curves{{}, {Lines: []Curve{{Label: "l", X: []float64{1}, Y: []float64{nan}, Half: []float64{nan}}}}} {
		if c.Reason = "2 failed"; !strings.Contains(drawn(t, c), "no values: 2 failed") {
			t.Errorf("%+v is drawn", c)
		}
	}
}
