package reference

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/realdata"
)

// Vowel returns one part, "train" or "test", of the vowel data of "The Elements of
// Statistical Learning" (528 and 462 rows, 10 features, 11 classes). The test is
// skipped without them.
func Vowel(t testing.TB, part string) contract.Problem {
	t.Helper()
	f, err := os.Open(realdata.Path(t, "reference/vowel_esl/vowel."+part))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	p := contract.Problem{Task: contract.Multiclass, Classes: 11, X: contract.Matrix{Rows: len(records) - 1, Cols: 10}}
	for _, record := range records[1:] {
		for j, text := range record[1:] {
			v, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil:
				t.Fatal(err)
			case j == 0:
				p.Y = append(p.Y, v-1)
			default:
				p.X.Data = append(p.X.Data, v)
			}
		}
	}
	return p
}
