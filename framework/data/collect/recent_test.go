package collect

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// Texts get the codes of their first occurrence, also those with the same ends and
// those of more levels than are remembered.
func TestRecentTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, levels := range []int{1, 3, 200, 3 * mostRecent} {
		column := New(0, Attribute{Name: "x", Declared: DeclaredText}, Feature, "", notation.Notation{})
		var b Batch
		var want []int32
		codes := map[string]int32{}
		for i := range 20_000 {
			text := fmt.Sprintf("begins so %d ends so", random.IntN(levels))
			if i%3 == 0 {
				text = text[10 : len(text)-8]
			}
			code, known := codes[text]
			switch {
			case i%7 == 0:
				text, code = "", -1
			case !known:
				code = int32(len(codes))
				codes[text] = code
			}
			want = append(want, code)
			b.Add([][]byte{[]byte(text)})
			b.Lines = append(b.Lines, i+1)
		}
		b.Width = 1
		if _, err := column.Take(&b, len(b.Lines), NewMarkers([]string{""}), "x.csv"); err != nil {
			t.Fatal(err)
		}
		column.Finish()
		for i, code := range column.Text.Codes {
			if code != want[i] {
				t.Fatalf("%d levels, row %d: got the code %d, want %d", levels, i, code, want[i])
			}
		}
		if first := (data.Place{File: "x.csv", Line: 1}); column.Text.FirstGap != first {
			t.Errorf("the first gap is in %v", column.Text.FirstGap)
		}
	}
}
