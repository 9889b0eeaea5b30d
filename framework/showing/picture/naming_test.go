package picture

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// Few points of a wide picture all have their names, however close together they are: no name
// touches another, and all can be read.
func TestFewPointsAreNamed(t *testing.T) {
	c := crowd(mostNamed)
	svg := scoretest.Render(t, func(w io.Writer) error { return Scatters(w, c) })
	var words []string
	for _, s := range checkDocument(t, svg) {
		words = append(words, s.words)
	}
	for _, name := range c.Labels {
		if !slices.Contains(words, name) {
			t.Errorf("%s has no name", name)
		}
	}
	for _, found := range regexp.MustCompile(`font-size="([0-9.]+)px"`).FindAllStringSubmatch(string(svg), -1) {
		size, err := strconv.ParseFloat(found[1], 64)
		if err != nil || size*96/72*0.85 < 11 {
			t.Errorf("a text of the size %s", found[1])
		}
	}
}
