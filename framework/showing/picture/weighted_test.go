package picture

import (
	"bytes"
	"strings"
	"testing"
)

// A cell of a weighted confusion matrix holds a weight, one of an unweighted a number of rows.
func TestWeightedConfusionMatrix(t *testing.T) {
	for weighted, want := range map[bool][]string{
		true:  {">2.5<", ">12.35<", "a predicted as a: rows of weight 2.5, 50 % of its class"},
		false: {">2<", ">12<", "a predicted as a: 2 rows, 50 % of its class"},
	} {
		h := Heat{Title: "t", Classes: []string{"a", "b"}, Counts: [][]float64{{2, 2}, {0, 12}}, Weighted: weighted}
		if weighted {
			h.Counts = [][]float64{{2.5, 2.5}, {0, 12.3456}}
		}
		var svg bytes.Buffer
		if err := Confusion(&svg, h); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(svg.String(), text) {
				t.Errorf("weighted %v: no %q in\n%s", weighted, text, svg.String())
			}
		}
	}
}
