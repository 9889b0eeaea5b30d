package imported

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// read imports files of testdata, and reads the table as bench compare does.
func read(t *testing.T, o Options, files ...string) (*Table, *measured.Table) {
	t.Helper()
	for i := range files {
		files[i] = filepath.Join("testdata", files[i])
	}
	imported, err := Read(files, o)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := imported.Write(&text); err != nil {
		t.Fatal(err)
	}
	table, err := measured.ReadCSV("scores.csv", text.Bytes(), measured.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return imported, table
}

// compared are the rows of a comparison of a table by a test.
func compared(t *testing.T, table *measured.Table, test string) []compare.Row {
	t.Helper()
	result, err := compare.Compare(table, significance.Options{Tests: []string{test}, Level: 0.05, Rope: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	return result.Rows
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within*math.Max(1, math.Abs(b)) }

// lines are the records of a CSV file after its first.
func lines(t *testing.T, path string) [][]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", path))
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[1:]
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The means and the corrected t-test are those of WEKA's Analyse panel, for cross-validation and for splits.
func TestWEKA(t *testing.T) {
	for _, c := range []struct {
		file, expected string
		methods        []string
		within         float64 // WEKA's ARFF has six decimals
	}{
		{"weka/results.arff", "weka/results_expected.csv",
			[]string{"Logistic", "J48", "MultiClassClassifier -M 0", "MultiClassClassifier -M 3"}, 1e-9},
		{"weka/split.csv", "weka/split_expected.csv", []string{"Logistic", "J48"}, 1e-6},
	} {
		imported, table := read(t, Options{}, c.file)
		if imported.From != "weka" || imported.Metric != "Percent_correct" || imported.SmallerIsBetter ||
			!slices.Equal(table.Methods, c.methods) {
			t.Errorf("%s: %s, %s, methods %q", c.file, imported.From, imported.Metric, table.Methods)
		}
		rows := compared(t, table, "corrected_t")
		for _, want := range lines(t, c.expected) {
			dataset, a, b := table.Datasets[int(number(t, want[0]))], int(number(t, want[1])), int(number(t, want[2]))
			at := slices.IndexFunc(rows, func(r compare.Row) bool {
				return r.Test == "corrected_t" && r.Dataset == dataset && r.A == table.Methods[a] && r.B == table.Methods[b]
			})
			if at < 0 {
				t.Fatalf("%s: no test of %v", c.file, want)
			}
			r, i := rows[at], slices.Index(table.Datasets, dataset)
			if meanA, meanB := table.Means(a)[i], table.Means(b)[i]; !near(meanA, number(t, want[3]), c.within) ||
				!near(meanB, number(t, want[4]), c.within) || !near(r.Effect, number(t, want[5]), 10*c.within) ||
				!near(r.P, number(t, want[7]), 10*c.within) {
				t.Errorf("%s: means %v, %v, difference %v, p %v; WEKA has %v", c.file, meanA, meanB, r.Effect, r.P, want)
			}
		}
	}
}

// Means over iterations are those of aggregate, and iterations are folds of repeats.
func TestMLR3(t *testing.T) {
	_, scores := read(t, Options{Folds: 3}, "mlr3_score.csv")
	imported, _ := read(t, Options{}, "mlr3_aggregate.csv")
	for _, want := range imported.Values {
		method, dataset := slices.Index(scores.Methods, want.Method), slices.Index(scores.Datasets, want.Dataset)
		if got := scores.Means(method)[dataset]; !near(got, want.Value, 1e-14) {
			t.Errorf("%s on %s: %v, mlr3 has %v", want.Method, want.Dataset, got, want.Value)
		}
	}
	repeats, folds, whole := scores.Parts[0].Division()
	if repeats != 2 || folds != 3 || !whole || len(imported.Values) != 9 {
		t.Errorf("%d repeats of %d folds; %d means", repeats, folds, len(imported.Values))
	}
	losses, _ := read(t, Options{Folds: 3, Metric: "classif.ce"}, "mlr3_score.csv")
	if !losses.SmallerIsBetter || !near(losses.Values[0].Value, 0.04, 0) {
		t.Errorf("%+v", losses.Values[0])
	}
}

// Means over splits are mean_test_score, and their order is rank_test_score.
func TestSearch(t *testing.T) {
	content, err := os.ReadFile("testdata/cv_results.json")
	if err != nil {
		t.Fatal(err)
	}
	var origin struct {
		Mean []float64 `json:"mean_test_score"`
		Rank []int     `json:"rank_test_score"`
	}
	if err := json.Unmarshal(content, &origin); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"cv_results.csv", "cv_results.json"} {
		_, table := read(t, Options{Dataset: "iris"}, file)
		means := make([]float64, len(table.Methods))
		for i := range means {
			means[i] = -table.Means(i)[0]
			if !near(-means[i], origin.Mean[i], 1e-15) {
				t.Errorf("%s: the mean of %s is %v, scikit-learn has %v", file, table.Methods[i], -means[i], origin.Mean[i])
			}
		}
		for i, rank := range origin.Rank { // scikit-learn gives ties the least of their ranks, and rounds means
			better := 1
			for _, other := range means {
				if other < means[i]-1e-12 {
					better++
				}
			}
			if better != rank {
				t.Errorf("%s: the rank of %s is %d, scikit-learn has %d", file, table.Methods[i], better, rank)
			}
		}
		if table.Methods[0] != "C=0.1,kernel=linear" || table.Datasets[0] != "iris" {
			t.Errorf("%s: %q on %q", file, table.Methods[0], table.Datasets[0])
		}
	}
	repeated, table := read(t, Options{Folds: 3, Metric: "f1_macro"}, "cv_results_repeated.json")
	if repeats, folds, whole := table.Parts[0].Division(); repeats != 2 || folds != 3 || !whole ||
		!near(table.Means(1)[0], 0.9779348256, 1e-9) {
		t.Errorf("%d repeats of %d folds, mean %v; %v", repeats, folds, table.Means(1), repeated.Notes)
	}
	if first, _ := read(t, Options{Folds: 3}, "cv_results_repeated.json"); first.Metric != "accuracy" {
		t.Errorf("without a metric it is %s", first.Metric)
	}
}

// Mean ranks, Friedman's p-value and the critical difference are those of autorank.
func TestAutorank(t *testing.T) {
	content, err := os.ReadFile("testdata/autorank_expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var origin struct {
		P          float64            `json:"p"`
		Difference float64            `json:"critical_difference"`
		Ranks      map[string]float64 `json:"ranks"`
	}
	if err := json.Unmarshal(content, &origin); err != nil {
		t.Fatal(err)
	}
	_, table := read(t, Options{}, "autorank.csv")
	found := 0
	for _, r := range compared(t, table, "friedman") {
		ok := true
		switch r.Test {
		case "rank":
			ok = near(r.Statistic, origin.Ranks[r.A], 1e-12)
		case "friedman":
			ok = near(r.P, origin.P, 1e-10)
		case "critical_difference":
			ok = near(r.Statistic, origin.Difference, 1e-3) // autorank's is from a table
		default:
			continue
		}
		if found++; !ok {
			t.Errorf("%+v, autorank has %+v", r, origin)
		}
	}
	if found != 6 || len(table.Datasets) != 10 {
		t.Errorf("%d of 6 numbers on %q", found, table.Datasets)
	}
}

// Setups of a flow are methods, several runs of a setup have their mean, and folds are folds.
func TestOpenML(t *testing.T) {
	for _, file := range []string{"openml.csv", "openml.json", "openml_folds.csv", "openml_folds.json"} {
		imported, table := read(t, Options{}, file)
		want := []string{"weka.J48(1)", "sklearn.svm._classes.SVC(3) (setup 2)", "sklearn.svm._classes.SVC(3) (setup 3)"}
		if imported.Metric != "predictive_accuracy" || !slices.Equal(table.Methods, want) ||
			!near(table.Means(2)[1], (0.8966666667+0.9)/2, 1e-6) || len(imported.Notes) != 1 {
			t.Errorf("%s: %q, means %v, %q", file, table.Methods, table.Means(2), imported.Notes)
		}
		if folds := strings.Contains(file, "folds"); folds != table.Folded() ||
			folds && stats.Mean(table.Parts[1].Values[2]) != table.Means(2)[1] {
			t.Errorf("%s: folds %v", file, table.Parts[1])
		}
	}
}
