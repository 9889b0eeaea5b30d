package compare

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
)

// What other programs compute of demsar2006.csv, five.csv and folds.csv; peers.json says which.
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
	over := done(t, read(t, "demsar2006.csv"), significance.Options{Tests: []string{"friedman", "bayes_sign"}, Rope: 0.01})
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
	folds := done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"corrected_t", "bayes_correlated_t"}, Rope: 0.01})
	found := 0
	for _, want := range peers.CorrelatedT {
		for _, row := range folds.Rows {
			if row.Dataset != want.Dataset || !row.Made() || row.A != want.A || row.B != want.B {
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

// What scmamp and mlr3benchmark compute in R. scmamp does not correct Friedman's test for ties:
// its statistic is that of our ranks without the correction, and ours on five.csv, which has no
// ties. It refers the critical difference to a studentized range with k(n-1) degrees of freedom
// where they are infinite here and a million in mlr3benchmark.
func TestAgainstPeersInR(t *testing.T) {
	type pair struct {
		A, B                       string
		P, Shaffer, Bergmann, Holm float64
	}
	var peers struct {
		R struct {
			Tables []struct {
				Table  string
				Scmamp struct {
					Friedman       [2]float64
					ImanDavenport  [2]float64 `json:"iman_davenport"`
					Ranks          map[string]float64
					Nemenyi        float64
					Pairs, Control []pair
				}
				Mlr3benchmark struct {
					Friedman       [2]float64
					Nemenyi        float64
					BonferroniDunn float64 `json:"bonferroni_dunn"`
				}
			}
			CorrelatedT []struct {
				Dataset, A, B string
				Probabilities [3]float64
			} `json:"correlated_t"`
		}
	}
	b, err := os.ReadFile("testdata/peers.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &peers); err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, peer := range peers.R.Tables {
		in, scmamp, mlr3 := read(t, peer.Table), peer.Scmamp, peer.Mlr3benchmark
		by := func(postHoc, control string) *Result {
			return done(t, in, significance.Options{Tests: []string{"friedman"}, PostHoc: postHoc, Control: control})
		}
		same := func(what string, got, want float64) {
			if !near(got, want) {
				t.Errorf("%s: %s %v, want %v", peer.Table, what, got, want)
			}
		}
		nemenyi, shaffer, bergmann := by("nemenyi", ""), by("shaffer", ""), by("bergmann", "")
		friedman, iman := nemenyi.row(t, "friedman", "", ""), nemenyi.row(t, "iman_davenport", "", "")
		same("mlr3benchmark's statistic", friedman.Statistic, mlr3.Friedman[0])
		same("mlr3benchmark's p", friedman.P, mlr3.Friedman[1])
		if peer.Table == "five.csv" {
			same("scmamp's statistic", friedman.Statistic, scmamp.Friedman[0])
			same("scmamp's p", friedman.P, scmamp.Friedman[1])
			same("scmamp's F", iman.Statistic, scmamp.ImanDavenport[0])
			same("scmamp's p of F", iman.P, scmamp.ImanDavenport[1])
		}
		k, n := float64(len(in.Methods)), float64(len(in.Datasets))
		uncorrected := -3 * n * (k + 1)
		for method, want := range scmamp.Ranks {
			rank := nemenyi.row(t, "rank", method, "").Statistic
			same("rank of "+method, rank, want)
			uncorrected += 12 * n / (k * (k + 1)) * rank * rank
		}
		same("scmamp's statistic without a correction for ties", uncorrected, scmamp.Friedman[0])
		if math.Abs(nemenyi.Critical-mlr3.Nemenyi) > 1e-5 || scmamp.Nemenyi < nemenyi.Critical {
			t.Errorf("critical difference %v, want %v, and %v above", nemenyi.Critical, mlr3.Nemenyi, scmamp.Nemenyi)
		}
		dunn := by("bonferroni_dunn", in.Methods[0])
		if math.Abs(dunn.Critical-mlr3.BonferroniDunn) > 1e-5 {
			t.Errorf("critical difference %v, want %v", dunn.Critical, mlr3.BonferroniDunn)
		}
		for _, want := range scmamp.Pairs {
			pairs++
			same("p of "+want.A+" and "+want.B, nemenyi.row(t, "nemenyi", want.A, want.B).P, want.P)
			same("Shaffer's", shaffer.row(t, "shaffer", want.A, want.B).PAdjusted, want.Shaffer)
			same("Bergmann and Hommel's", bergmann.row(t, "bergmann", want.A, want.B).PAdjusted, want.Bergmann)
		}
		holm := by("holm", in.Methods[0])
		for _, want := range scmamp.Control {
			pairs++
			same("Holm's", holm.row(t, "holm", want.A, want.B).PAdjusted, want.Holm)
		}
	}
	folds := done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"bayes_correlated_t"}, Rope: 0.01})
	for _, want := range peers.R.CorrelatedT {
		for _, row := range folds.Rows {
			if row.Test != "bayes_correlated_t" || row.Dataset != want.Dataset || row.A != want.A || row.B != want.B {
				continue
			}
			pairs++
			if got := [3]float64{row.PLeft, row.PRope, row.PRight}; !near(got[0], want.Probabilities[0]) ||
				!near(got[1], want.Probabilities[1]) || !near(got[2], want.Probabilities[2]) {
				t.Errorf("%+v, want %+v", row, want)
			}
		}
	}
	if pairs != 6+3+10+4+6 {
		t.Errorf("%d pairs compared", pairs)
	}
}
