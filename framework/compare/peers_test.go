package compare

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// What other programs compute of demsar2006.csv and folds.csv; peers.json says which.
func TestAgainstPeers(t *testing.T) {
	var peers struct {
		Autorank struct {
			P        float64
			Critical float64 `json:"critical_difference"`
			Ranks    map[string]float64
		}
		Friedman [2]float64
		Sign     []struct {
			A, B          string
			Probabilities [3]float64
		}
		CorrelatedT []struct {
			Dataset, A, B string
			Probabilities [3]float64
			WekaP         float64 `json:"weka_p"`
		} `json:"correlated_t"`
	}
	b, err := os.ReadFile("testdata/peers.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &peers); err != nil {
		t.Fatal(err)
	}
	over := done(t, read(t, "demsar2006.csv"), Options{Tests: []string{"friedman", "bayes_sign"}, Rope: 0.01})
	if f := over.row(t, "friedman", "", ""); !near(f.Statistic, peers.Friedman[0]) || !near(f.P, peers.Friedman[1]) ||
		!near(f.P, peers.Autorank.P) {
		t.Errorf("%+v, want %v", f, peers.Friedman)
	}
	// autorank takes the quantile from a table of three decimals.
	if math.Abs(over.Critical-peers.Autorank.Critical) > 1e-3 {
		t.Errorf("critical difference %v, want %v", over.Critical, peers.Autorank.Critical)
	}
	for method, rank := range peers.Autorank.Ranks {
		if row := over.row(t, "rank", method, ""); !near(row.Statistic, rank) {
			t.Errorf("%+v, want %v", row, rank)
		}
	}
	apart := func(row Row, want [3]float64) float64 {
		return max(math.Abs(row.PLeft-want[0]), math.Abs(row.PRope-want[1]), math.Abs(row.PRight-want[2]))
	}
	for _, want := range peers.Sign { // of 400,000 draws
		if row := over.row(t, "bayes_sign", want.A, want.B); apart(row, want.Probabilities) > 0.004 {
			t.Errorf("%+v, want %v", row, want)
		}
	}
	folds := done(t, read(t, "folds.csv"), Options{Tests: []string{"corrected_t", "bayes_correlated_t"}, Rope: 0.01})
	found := 0
	for _, want := range peers.CorrelatedT {
		for _, row := range folds.Rows {
			if row.Dataset != want.Dataset || row.A != want.A || row.B != want.B {
				continue
			}
			found++
			if row.Test == "corrected_t" && !near(row.P, want.WekaP) ||
				row.Test == "bayes_correlated_t" && apart(row, want.Probabilities) > 1e-9 {
				t.Errorf("%+v, want %+v", row, want)
			}
		}
	}
	if found != 12 || len(peers.Sign) != 6 {
		t.Errorf("%d rows compared, of %d signs", found, len(peers.Sign))
	}
}
