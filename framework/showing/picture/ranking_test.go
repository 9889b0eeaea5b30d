package picture

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// contrast is that of two colours (WCAG 2.1, relative luminance).
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) (sum float64) {
		for i, v := range []uint8{c.R, c.G, c.B} {
			u := float64(v) / 255
			if u <= 0.04045 {
				u /= 12.92
			} else {
				u = math.Pow((u+0.055)/1.055, 2.4)
			}
			sum += []float64{0.2126, 0.7152, 0.0722}[i] * u
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Marks are seen on white, those of no two datasets are alike, and texts are large enough to
// be read where the page shows them smallest.
func TestRankingIsSeen(t *testing.T) {
	onWhite := mix(white, color.NRGBA{foldFill.R, foldFill.G, foldFill.B, 255}, float64(foldFill.A)/255)
	for _, c := range append(slices.Clone(strong), onWhite) {
		if k := contrast(c, white); k < 3 {
			t.Errorf("%v has the contrast %.2f", c, k)
		}
	}
	svg := string(scoretest.Render(t, func(w io.Writer) error { return Rankings(w, ranking(3, MostNamed)) }))
	var sizes []float64
	for _, found := range regexp.MustCompile(`font-size="([0-9.]+)px"`).FindAllStringSubmatch(svg, -1) {
		size, _ := strconv.ParseFloat(found[1], 64)
		sizes = append(sizes, size)
	}
	if least := slices.Min(sizes) * 96 / 72 * 0.85; least < 11 {
		t.Errorf("a text of %.1f pixels", least)
	}
	seen := map[string]bool{}
	for d := range MostNamed {
		s := &sheet{}
		s.datasetMark(d, 0, 0)
		look := svgPath(s.steps[0].path) + svgColor("fill", s.steps[0].color)
		if seen[look] {
			t.Errorf("dataset %d has the mark of another", d+1)
		}
		seen[look] = true
	}
}

// Texts are not squeezed into the width of a font that is not there.
func TestTextsAreNotSqueezed(t *testing.T) {
	for name, write := range pictures {
		if svg := scoretest.Render(t, write); bytes.Contains(svg, []byte("textLength")) {
			t.Errorf("%s has a textLength", name)
		}
	}
}

// The mean rank stands at the right, a method without any value has none of its marks, and
// one that lacks a dataset no mean.
func TestRankingWords(t *testing.T) {
	r := ranking(4, 5)
	for d := range r.Values[3] {
		r.Values[3][d] = math.NaN()
	}
	svg := scoretest.Render(t, func(w io.Writer) error { return Rankings(w, r) })
	var words []string
	for _, s := range checkDocument(t, svg) {
		words = append(words, s.words)
	}
	for _, want := range []string{r.Title, "mean rank", "1.50", "4.50", "dataset 5 <&>", "mean", "accuracy", "–"} {
		if !slices.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	text := string(svg)
	if strings.Count(text, ": mean ") != 2 || strings.Count(text, "<title>method 4") != 0 ||
		!strings.Contains(text, "<title>method 1/дерево, dataset 2 &lt;&amp;&gt;: 0.68</title>") {
		t.Errorf("marks say\n%s", text)
	}
}
