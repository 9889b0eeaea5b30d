package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/test/scoretest"
)

// demsar2006.csv is table 6 of Demšar (JMLR 7, 2006); folds.csv was drawn from normal
// variables, for the form of the output alone.
func read(t *testing.T, name string) *measured.Table {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return table(t, string(b))
}

func table(t *testing.T, text string) *measured.Table {
	t.Helper()
	out, err := measured.ReadCSV("scores.csv", []byte(text), measured.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func done(t *testing.T, in *measured.Table, o significance.Options) *Result {
	t.Helper()
	if o.Level == 0 {
		o.Level = 0.05
	}
	o.Name = "demsar"
	r, err := Compare(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *Result) row(t *testing.T, test, a, b string) Row {
	t.Helper()
	i := slices.IndexFunc(r.Rows, func(row Row) bool { return row.Test == test && row.A == a && row.B == b })
	if i < 0 {
		t.Fatalf("no row %s of %s and %s", test, a, b)
	}
	return r.Rows[i]
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

// The reference is that of framework/evaluation/stats: statistics.json of the specification, with
// ranks of the three decimals that Demšar prints.
func TestDemsar(t *testing.T) {
	var ref struct {
		Demsar struct {
			Recomputed map[string]any     `json:"friedman_ranks_recomputed_from_3_decimals"`
			CD         map[string]float64 `json:"CD"`
		} `json:"demsar2006"`
	}
	b, err := os.ReadFile("../../evaluation/stats/testdata/statistics.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	r := done(t, read(t, "demsar2006.csv"), significance.Options{Tests: []string{"friedman", "wilcoxon", "sign"}})
	want := func(name string) float64 { return ref.Demsar.Recomputed[name].(float64) }
	f, iman := r.row(t, "friedman", "", ""), r.row(t, "iman_davenport", "", "")
	if !near(f.Statistic, want("chi2_tiecorrected")) || !near(f.P, want("chi2_tiecorrected_p")) || f.N != 14 ||
		!near(iman.Statistic, want("F_tiecorrected")) || !near(iman.P, want("F_tiecorrected_p")) || !iman.Found {
		t.Errorf("%+v and %+v, want %v", f, iman, ref.Demsar.Recomputed)
	}
	for j, rank := range ref.Demsar.Recomputed["avg_ranks"].([]any) {
		if got := r.row(t, "rank", r.Methods[j], ""); !near(got.Statistic, rank.(float64)) {
			t.Errorf("rank %+v, want %v", got, rank)
		}
	}
	if cd := r.row(t, "critical_difference", "", ""); !near(cd.Statistic, ref.Demsar.CD["nemenyi_0.05"]) {
		t.Errorf("critical difference %v, want %v", cd.Statistic, ref.Demsar.CD)
	}
	w := r.row(t, "wilcoxon", "C4.5", "C4.5+m")
	if w.Statistic != 12 || w.P != 32.0/4096 || w.PAdjusted != 6*w.P || w.Better != "C4.5+m" || !w.Found {
		t.Errorf("%+v", w)
	}
	s := r.row(t, "sign", "C4.5", "C4.5+m")
	if s.Statistic != 2 || !near(s.P, 0.03857421875) || s.Better != "C4.5+m" || s.Found {
		t.Errorf("%+v", s)
	}
	if !slices.EqualFunc(r.Groups, [][]int{{3, 1, 2, 0}}, slices.Equal) {
		t.Errorf("groups %v", r.Groups)
	}
}

// Every post-hoc test gives what its procedure makes of the p-values, all at once or
// against a control; Hommel's finds what Nemenyi's does not.
func TestPostHocs(t *testing.T) {
	in := read(t, "demsar2006.csv")
	for _, name := range significance.PostHocNames() {
		o := significance.Options{PostHoc: name}
		if name == "bonferroni_dunn" {
			o.Control = "C4.5"
		}
		r := done(t, in, o)
		row := r.row(t, name, "C4.5", "C4.5+m")
		if !near(row.Statistic, 2.3421601750764793) || !near(row.P, 0.01917248475522312) || row.Better != "C4.5+m" {
			t.Errorf("%s: %+v", name, row)
		}
		if row.PAdjusted < row.P || !slices.Contains(r.Tests, "friedman") || math.IsNaN(r.Critical) !=
			!slices.Contains([]string{"nemenyi", "bonferroni_dunn"}, name) {
			t.Errorf("%s: %+v, critical difference %v", name, row, r.Critical)
		}
	}
	r := done(t, in, significance.Options{PostHoc: "hommel", Control: "C4.5"})
	if row := r.row(t, "hommel", "C4.5", "C4.5+m+cf"); !row.Found || !near(row.PAdjusted, 2*0.01282669364548547) &&
		!near(row.PAdjusted, 0.02875872713283468) {
		t.Errorf("%+v", row)
	}
	if r.Groups != nil || len(r.Of("hommel")) != 3 {
		t.Errorf("groups %v, %d pairs against a control", r.Groups, len(r.Of("hommel")))
	}
	if r := done(t, in, significance.Options{Control: "C4.5"}); r.PostHoc != "holm" {
		t.Errorf("against a control: %s", r.PostHoc)
	}
}

// Errors in place of accuracies change signs and sides, and nothing else.
func TestSmallerIsBetter(t *testing.T) {
	in := read(t, "demsar2006.csv")
	turned := read(t, "demsar2006.csv")
	for _, parts := range turned.Parts {
		for j := range parts.Values {
			parts.Values[j][0] *= -1
		}
	}
	o := significance.Options{Tests: []string{"friedman", "wilcoxon", "sign", "bayes_sign", "bayes_signed_rank"}, Rope: 0.01}
	larger := done(t, in, o)
	o.SmallerIsBetter = true
	smaller := done(t, turned, o)
	for i, row := range larger.Rows {
		got := smaller.Rows[i]
		same := got.Better == row.Better && got.Found == row.Found
		switch row.Test {
		case "mean", "mean_difference", "a12", "d":
		default:
			same = same && (got.Statistic == row.Statistic || math.IsNaN(row.Statistic)) && (got.P == row.P || math.IsNaN(row.P))
		}
		if !math.IsNaN(row.PLeft) {
			same = same && math.Abs(got.PLeft-row.PLeft) < 0.02 && math.Abs(got.PRight-row.PRight) < 0.02
		}
		if !same {
			t.Errorf("%+v became %+v", row, got)
		}
	}
	if !strings.Contains(smaller.Paragraph(), "smaller is better") {
		t.Error(smaller.Paragraph())
	}
}

// The folds of the 5x2cv example of statistics.json; b is 0.
func TestFolds(t *testing.T) {
	d := [][2]float64{{0.02, 0.01}, {0.03, -0.01}, {0.015, 0.02}, {0, 0.01}, {0.025, 0.005}}
	text := "dataset,method,fold,repeat,value\n"
	for i, pair := range d {
		for j, v := range pair {
			text += fmt.Sprintf("iris,a,%d,%d,%v\niris,b,%d,%d,0\n", j, i, v, j, i)
		}
	}
	r := done(t, table(t, text), significance.Options{Tests: []string{"five_by_two", "corrected_t", "bayes_correlated_t"}, Rope: 0.001})
	if row := r.row(t, "five_by_two", "a", "b"); !near(row.Statistic, 1.3408030463079819) || !near(row.P,
		0.23767228169683416) || row.N != 10 || !near(row.Effect, 0.0125) {
		t.Errorf("%+v", row)
	}
	if row := r.row(t, "five_by_two_f", "a", "b"); !near(row.Statistic, 1.2921348314606742) || !near(row.P,
		0.4101207545292188) {
		t.Errorf("%+v", row)
	}
	// Half of the rows are test rows: the variance is multiplied by 1/10 + 1.
	corrected, posterior := r.row(t, "corrected_t", "a", "b"), r.row(t, "bayes_correlated_t", "a", "b")
	sd := 0.012076147288491199 // numpy's std with ddof 1
	if !near(corrected.Statistic, 0.0125/(sd*math.Sqrt(1.1))) || corrected.Low != posterior.Low ||
		!near(corrected.High+corrected.Low, 2*0.0125) || corrected.Dataset != "iris" {
		t.Errorf("%+v", corrected)
	}
	if !near(posterior.PLeft+posterior.PRope+posterior.PRight, 1) || posterior.PLeft < posterior.PRight {
		t.Errorf("%+v", posterior)
	}
	if r := done(t, table(t, text), significance.Options{}); !slices.Equal(r.Tests, []string{"corrected_t"}) {
		t.Errorf("on one dataset with folds: %v", r.Tests)
	}
}

// folded are values of methods a and b, 0, on some folds of a dataset.
func folded(dataset string, repeats, folds, testRows, trainRows int, d ...float64) (list []measured.Value) {
	for i, v := range d {
		at := measured.Unit{Repeat: strconv.Itoa(i / folds), Fold: strconv.Itoa(i % folds)}
		for method, value := range map[string]float64{"a": v, "b": 0} {
			list = append(list, measured.Value{Dataset: dataset, Method: method, Unit: at, Value: value, TestRows: testRows,
				TrainRows: trainRows})
		}
	}
	slices.SortStableFunc(list, func(x, y measured.Value) int { return strings.Compare(x.Method, y.Method) })
	return list
}

// Datasets that are divided in other ways are left out of the tests that do not suit them,
// with a remark, and the others are tested: what share of the rows a fold tests is that of
// their rows.
func TestDatasetsDividedInDifferentWays(t *testing.T) {
	ten := []float64{0.02, 0.01, 0.03, -0.01, 0.015, 0.02, 0, 0.01, 0.025, 0.005}
	values := slices.Concat(folded("official", 1, 1, 100, 200, 0.5), folded("halves", 5, 2, 75, 75, ten...),
		folded("holdouts", 10, 1, 50, 200, ten...))
	split, _ := measured.New(values)
	tests := []string{"corrected_t", "bayes_correlated_t", "bayes_hierarchical", "five_by_two"}
	r := done(t, split, significance.Options{Tests: tests, Rope: 0.001, SkipUnsuited: true})
	if !slices.Equal(r.Tests, tests) {
		t.Errorf("made are %q", r.Tests)
	}
	on := map[string][]string{}
	for _, row := range r.Rows {
		if row.Dataset != "" {
			on[row.Test] = append(on[row.Test], row.Dataset)
		}
		sd := 0.012076147288491199 // as in TestFolds
		ratio := map[string]float64{"halves": 1, "holdouts": 0.25}[row.Dataset]
		if row.Test == "corrected_t" && !near(row.Statistic, 0.0125/(sd*math.Sqrt(0.1+ratio))) {
			t.Errorf("%+v", row)
		}
		if row.Test == "bayes_hierarchical" && row.N != 2 {
			t.Errorf("hierarchical over %d datasets", row.N)
		}
	}
	folds := []string{"halves", "holdouts"}
	if !slices.Equal(on["corrected_t"], folds) || !slices.Equal(on["bayes_correlated_t"], folds) ||
		!slices.Equal(on["five_by_two"], []string{"halves"}) {
		t.Errorf("tested on %v", on)
	}
	for _, want := range []string{
		`Tests over folds leave out "official": they need at least three folds, the same in each repeat.`,
		`The 5x2cv tests leave out "official", "holdouts": they need 5 repeats of 2 folds.`,
	} {
		if n := lists.Count(r.Remarks, func(remark string) bool { return remark == want }); n != 1 {
			t.Errorf("%d times %q in %q", n, want, r.Remarks)
		}
	}
	if text := r.Paragraph(); strings.Contains(text, "1/folds") {
		t.Error(text)
	}
	// Who asks for a test by a command is refused.
	_, err := Compare(split, significance.Options{Level: 0.05, Tests: []string{"corrected_t"}})
	if err == nil || !strings.Contains(err.Error(), `it compares over folds, at least 3, and "official" has 1`) {
		t.Error(err)
	}
	alone, _ := measured.New(folded("official", 1, 1, 100, 200, 0.5))
	if r := done(t, alone, significance.Options{Tests: []string{"corrected_t"}, SkipUnsuited: true}); len(r.Tests) > 0 {
		t.Errorf("made are %q", r.Tests)
	}
}

// Ten rows only a gets right and two only b: statistics.json has these numbers.
func TestMcNemar(t *testing.T) {
	text := "dataset,method,fold,value\n"
	for i := range 20 {
		a, b := 1, 1
		if i < 10 {
			b = 0
		} else if i < 12 {
			a = 0
		}
		text += fmt.Sprintf("iris,a,%d,%d\niris,b,%d,%d\n", i, a, i, b)
	}
	r := done(t, table(t, text), significance.Options{Tests: []string{"mcnemar"}})
	chi, exact := r.row(t, "mcnemar", "a", "b"), r.row(t, "mcnemar_exact", "a", "b")
	if !near(chi.Statistic, 4.083333333333333) || !near(chi.P, 0.04330814281079206) || !near(exact.P, 0.03857421875) ||
		exact.Better != "a" || !exact.Found || exact.N != 20 || !near(exact.Effect, 0.4) {
		t.Errorf("%+v and %+v", chi, exact)
	}
}

// Few datasets give numbers and a remark, and find nothing.
func TestFewDatasets(t *testing.T) {
	text := "dataset,a,b,c\n"
	for i := range 4 {
		text += fmt.Sprintf("d%d,3,2,1\n", i)
	}
	o := significance.Options{Tests: []string{"friedman", "wilcoxon", "sign", "bayes_sign", "bayes_signed_rank"}, Rope: 0.01}
	r := done(t, table(t, text), o)
	if f := r.row(t, "iman_davenport", "", ""); !math.IsInf(f.Statistic, 1) || f.P != 0 {
		t.Errorf("%+v", f)
	}
	for _, row := range r.Rows {
		if row.Found {
			t.Errorf("found on 4 datasets: %+v", row)
		}
	}
	if len(r.Remarks) != 2 || !strings.HasPrefix(r.Remarks[1], "With only 4 datasets") ||
		!strings.HasSuffix(r.Remarks[0], "d has no interval.") ||
		strings.Contains(r.Paragraph(), "Found:") {
		t.Errorf("%q, %s", r.Remarks, r.Paragraph())
	}
	two := table(t, "dataset,a,b\np,2,1\nq,3,1\nr,4,1\ns,5,1\n")
	if row := done(t, two, significance.Options{Level: 0.2}).row(t, "wilcoxon", "a", "b"); row.P != 0.125 || row.Found {
		t.Errorf("%+v", row)
	}
	if text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 0) })); strings.Contains(text, " *") {
		t.Errorf("a mark on 4 datasets:\n%s", text)
	}
	more := done(t, table(t, text+"d4,3,2,1\nd5,3,2,1\n"), significance.Options{Tests: o.Tests, Rope: 0.01})
	if row := more.row(t, "nemenyi", "a", "c"); !row.Found || row.Better != "a" {
		t.Errorf("%+v", row)
	}
	if !slices.EqualFunc(more.Groups, [][]int{{0, 1}, {1, 2}}, slices.Equal) {
		t.Errorf("groups %v", more.Groups)
	}
	if !strings.Contains(more.Paragraph(), "Significant: a is better than c.") {
		t.Error(more.Paragraph())
	}
	if len(more.Remarks) != 2 || !strings.HasPrefix(more.Remarks[1], "With 6 datasets the p-values of Friedman's test and of mean ranks are rough") {
		t.Errorf("%q", more.Remarks)
	}
}

// Where Friedman's test does not reject, no pair is found, though its own p-value be
// small: mean ranks of 8/6, 16/6 and 2 give F(2, 10) = 4, p = 0.053, and z = 2.31.
func TestNotRejected(t *testing.T) {
	near := done(t, table(t, "dataset,a,b,c\np,3,1,2\nq,3,1,2\nr,3,1,2\ns,3,1,2\nt,3,1,2\nu,1,3,2\n"),
		significance.Options{Control: "a"})
	if row := near.row(t, "holm", "a", "b"); row.PAdjusted > 0.05 || row.Found {
		t.Errorf("%+v", row)
	}
	r := done(t, table(t, "dataset,a,b,c\np,1,2,3\nq,2,3,1\nr,3,1,2\ns,1,2,3\nt,2,3,1\nu,3,1,2\n"), significance.Options{})
	if !strings.Contains(r.Paragraph(), "is not rejected at level 0.05") ||
		!strings.Contains(r.Paragraph(), "no pair counts as significantly different") {
		t.Error(r.Paragraph())
	}
}

func TestTies(t *testing.T) {
	same := strings.Repeat("%s,0.5,0.5,0.5\n", 6)
	text := "dataset,a,b,c\n" + fmt.Sprintf(same, "p", "q", "r", "s", "t", "u")
	o := significance.Options{Tests: []string{"friedman", "wilcoxon", "sign", "bayes_sign", "bayes_signed_rank"}, Rope: 0.01}
	for _, row := range done(t, table(t, text), o).Rows {
		if !math.IsNaN(row.P) && row.P != 1 || row.PRope < 0.99 || row.Better != "" {
			t.Errorf("of equal values %+v", row)
		}
	}
	r := done(t, table(t, text), o)
	if len(r.Remarks) != 4 || !strings.Contains(r.Remarks[1], `"a" and "b" have the same values everywhere`) {
		t.Errorf("%q", r.Remarks)
	}
	if !strings.Contains(r.Paragraph(), "a and b are equivalent") {
		t.Error(r.Paragraph())
	}
}

func TestOneValueEach(t *testing.T) {
	r := done(t, table(t, "dataset,a,b\niris,1,2\n"), significance.Options{})
	if len(r.Remarks) != 1 || !strings.HasPrefix(r.Remarks[0], "Nothing is tested") || len(r.Rows) != 4 {
		t.Errorf("%q, %+v", r.Remarks, r.Rows)
	}
	r = done(t, table(t, "dataset,a,b\niris,1,2\nwine,2,3\n"), significance.Options{})
	if !slices.Equal(r.Tests, []string{"wilcoxon"}) {
		t.Errorf("two methods: %v", r.Tests)
	}
}

func TestRefused(t *testing.T) {
	over := "dataset,a,b,c\niris,1,2,3\nwine,2,3,4\n"
	folds := "dataset,method,fold,value\niris,a,0,1\niris,b,0,2\niris,a,1,3\niris,b,1,5\n"
	wide := "dataset,a,b,c,d,e,f,g,h,i,j\niris,1,2,3,4,5,6,7,8,9,10\nwine,1,2,3,4,5,6,7,8,9,10\n"
	ragged := "dataset,method,fold,repeat,value\niris,a,0,0,1\niris,b,0,0,2\niris,a,1,1,3\niris,b,1,1,5\n" +
		"iris,a,2,1,3\niris,b,2,1,5\n"
	for name, c := range map[string]struct {
		text string
		o    significance.Options
		want string
	}{
		"level":      {over, significance.Options{Level: 1}, "the level is 1; it must be between 0 and 1"},
		"rope":       {over, significance.Options{Rope: -1}, "the rope is -1; it must be 0 or a positive number"},
		"rope NaN":   {over, significance.Options{Rope: math.NaN()}, "the rope is NaN"},
		"control":    {over, significance.Options{Control: "d"}, `there is no method "d". The methods are: a, b, c.`},
		"test":       {over, significance.Options{Tests: []string{"fridman"}}, `there is no test "fridman". Did you mean "friedman"?`},
		"post-hoc":   {over, significance.Options{PostHoc: "holn"}, `there is no post-hoc test "holn". Did you mean "holm"?`},
		"test twice": {over, significance.Options{Tests: []string{"sign", "wilcoxon", "sign"}}, `the test "sign" is there twice`},
		"all pairs": {over, significance.Options{PostHoc: "shaffer", Control: "a"}, "shaffer compares all pairs, not with a control; " +
			"with a control apply bonferroni_dunn, holm, hochberg and hommel"},
		"nemenyi": {over, significance.Options{PostHoc: "nemenyi", Control: "a"}, "nemenyi compares all pairs, not with a control"},
		"a control": {over, significance.Options{PostHoc: "bonferroni_dunn"}, "bonferroni_dunn compares with a control: name it; to all " +
			"pairs apply nemenyi, holm, hochberg, hommel, shaffer and bergmann"},
		"after what": {over, significance.Options{PostHoc: "holm", Tests: []string{"sign"}},
			"the post-hoc test holm follows friedman, which is not among the tests: sign"},
		"ten": {wide, significance.Options{PostHoc: "bergmann"},
			"bergmann goes through all partitions of the methods, at most 9"},
		"two methods": {folds, significance.Options{Tests: []string{"friedman"}}, "friedman does not apply: it compares three or more"},
		"one dataset": {folds, significance.Options{Tests: []string{"wilcoxon"}}, "wilcoxon does not apply: it compares over datasets"},
		"no folds":    {over, significance.Options{Tests: []string{"corrected_t"}}, "corrected_t does not apply: it compares over folds"},
		"ragged folds": {ragged, significance.Options{Tests: []string{"corrected_t"}},
			`corrected_t does not apply: the 2 repeats of "iris"`},
		"two folds": {folds, significance.Options{Tests: []string{"corrected_t"}},
			`corrected_t does not apply: it compares over folds, at least 3, and "iris" has 2`},
		"no 5x2": {folds, significance.Options{Tests: []string{"five_by_two"}},
			`five_by_two does not apply: it needs 5 repeats of 2 folds, and "iris" has 1 repeat of 2 folds`},
		"no hits": {over, significance.Options{Tests: []string{"mcnemar"}},
			"mcnemar does not apply: it compares single predictions: each"},
		"misses": {"dataset,method,fold,value\niris,a,0,1\niris,b,0,0\niris,a,1,1\niris,b,1,1\n",
			significance.Options{Tests: []string{"mcnemar"}, SmallerIsBetter: true},
			"mcnemar does not apply: its values are 1 if a row was predicted correctly and 0 if not, so larger is better"},
		"one hit": {"dataset,a,b\niris,1,0\n", significance.Options{Tests: []string{"mcnemar"}},
			"mcnemar does not apply: it compares single predictions, and \"iris\" has one row"},
	} {
		if c.o.Level == 0 {
			c.o.Level = 0.05
		}
		if _, err := Compare(table(t, c.text), c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Values that differ only by rounding are equal, and a remark says so; means over folds
// often differ by rounding.
func TestNearlyTied(t *testing.T) {
	r := done(t, table(t, "dataset,a,b,c\niris,0.5,0.5000000000001,0.7\nwine,0.5,0.50000000001,0.7\n"), significance.Options{})
	if row := r.row(t, "rank", "a", ""); row.Statistic != 2.75 {
		t.Errorf("%+v", row)
	}
	want := "Values of different methods that differ by no more than rounding (1e-12) count as equal, as on iris."
	if !slices.Contains(r.Remarks, want) {
		t.Errorf("%q", r.Remarks)
	}
	folded := "dataset,method,fold,value\niris,a,0,0.1\niris,a,1,0.2\niris,a,2,0.3\n" +
		"iris,b,0,0.3\niris,b,1,0.2\niris,b,2,0.1\n"
	if r := done(t, table(t, folded), significance.Options{}); strings.Contains(strings.Join(r.Remarks, " "), "rounding") {
		t.Errorf("%q", r.Remarks)
	}
}

// Of very many methods tables show the pairs that tell most; the CSV has all.
func TestManyMethods(t *testing.T) {
	const methods = 46 // 1,035 pairs
	text := "dataset"
	for j := range methods {
		text += fmt.Sprintf(",m%d", j)
	}
	for i := range 6 {
		text += fmt.Sprintf("\nd%d", i)
		for j := range methods {
			text += fmt.Sprintf(",%d", j+i*j%7)
		}
	}
	r := done(t, table(t, text+"\n"), significance.Options{})
	shown := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 0) }))
	if lines := strings.Count(shown, "\n"); lines > 400 {
		t.Errorf("%d lines", lines)
	}
	flat := strings.Join(strings.Fields(shown), " ")
	for _, want := range []string{"the 100 of 1035 that are most significant", "the first 100 of 1035", "m0 vs m45",
		"Effect sizes have no intervals: there are 1035 pairs", "-format csv prints all"} {
		if !strings.Contains(flat, want) {
			t.Errorf("no %q in %s", want, flat)
		}
	}
	all := string(scoretest.Render(t, r.CSV))
	if n := strings.Count(all, ",nemenyi,"); n != methods*(methods-1)/2 {
		t.Errorf("%d rows of nemenyi", n)
	}
	if strings.Contains(string(scoretest.Render(t, func(w io.Writer) error {
		return done(t, table(t, "dataset,a,b\niris,1,2\nwine,2,3\n"), significance.Options{}).Text(w, 0)
	})), "Tables are cut") {
		t.Error("a table of two methods is said to be cut")
	}
}

// What is odd in a table but no mistake has a rule, and a sentence that says it.
func TestOddTables(t *testing.T) {
	over := []string{"friedman", "wilcoxon", "sign", "bayes_signed_rank", "bayes_sign"}
	folds := "dataset,method,fold,value\n"
	for i := range 10 {
		folds += fmt.Sprintf("iris,a,%d,0.5\niris,b,%d,0.5\n", i, i)
	}
	for name, c := range map[string]struct {
		text   string
		o      significance.Options
		remark string // a part of one, "" for none
	}{
		"one dataset, a value each": {"dataset,a,b,c\niris,1,2,3\n", significance.Options{},
			"Nothing is tested: one value of each method"},
		"one dataset, tests over several": {"dataset,a,b,c\niris,1,2,3\n", significance.Options{Tests: over, SkipUnsuited: true},
			`wilcoxon does not apply: it compares over datasets, and there is one, "iris".`},
		"two methods": {"dataset,a,b\np,1,2\nq,1,2\nr,1,2\ns,1,2\nt,1,2\n", significance.Options{Tests: over, SkipUnsuited: true},
			"friedman does not apply: it compares three or more methods, and there are two; use wilcoxon."},
		"same columns": {"dataset,a,b,c\np,1,1,2\nq,2,2,1\nr,1,1,2\ns,3,3,4\nt,5,5,6\n", significance.Options{Tests: over},
			`"a" and "b" have the same values everywhere.`},
		"few datasets": {"dataset,a,b,c\np,1,2,3\nq,1,2,3\n", significance.Options{Tests: over}, "With only 2 datasets"},
		"same folds": {folds, significance.Options{Tests: []string{"corrected_t", "bayes_correlated_t"}},
			`"a" and "b" have the same values everywhere.`},
	} {
		c.o.Rope = 0.01
		r := done(t, table(t, c.text), c.o)
		if !strings.Contains(strings.Join(r.Remarks, " "), c.remark) {
			t.Errorf("%s: %q, want %s", name, r.Remarks, c.remark)
		}
		for _, row := range r.Rows {
			if row.A != "a" || row.B != "b" || !strings.HasPrefix(name, "same") {
				continue
			}
			if row.Better != "" || row.P < 1 && row.Test != "nemenyi" || math.Abs(row.PLeft-row.PRight) > 0.01 {
				t.Errorf("%s: %+v", name, row)
			}
		}
	}
}

// Text and LaTeX are looked at as files; -update writes them anew.
func TestGolden(t *testing.T) {
	over := done(t, read(t, "demsar2006.csv"), significance.Options{Tests: []string{"friedman", "bayes_signed_rank"}, Rope: 0.01,
		PostHoc: "bergmann"})
	folds := done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"corrected_t", "bayes_correlated_t", "five_by_two"},
		Rope: 0.01, Control: "nb"})
	for _, format := range []string{"text", "latex", "typst", "csv"} {
		ending := map[string]string{"text": ".txt", "latex": ".tex", "typst": ".typ", "csv": ".csv"}[format]
		for name, r := range map[string]*Result{"over": over, "folds": folds} {
			got := scoretest.Render(t, func(w io.Writer) error { return r.Write(w, format, 0) })
			scoretest.Golden(t, name+"_golden"+ending, got)
		}
	}
}

// Counting above is A12 of rows that are drawn once each, and of others the share of pairs
// of different rows, with the weight that they have then.
func TestAbove(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n := 2 + random.IntN(7)
		a, b, rows := make([]float64, n), make([]float64, n), make([]int, n)
		for i := range n {
			a[i], b[i], rows[i] = float64(random.IntN(4))/10, float64(random.IntN(4))/10, random.IntN(n)
		}
		of := newAbove(a, b)
		if got, want := of.share(random.Perm(n)), stats.A12(a, b); !near(got, want) {
			t.Errorf("%v and %v: %v, want %v", a, b, got, want)
		}
		own, others, pairs := 0.0, 0.0, 0.0
		for _, i := range rows {
			own += stats.A12(a[i:i+1], b[i:i+1]) / float64(n)
			for _, j := range rows {
				if i != j {
					others += stats.A12(a[i:i+1], b[j:j+1])
					pairs++
				}
			}
		}
		want := (own + float64(n-1)*others/pairs) / float64(n)
		if got := of.share(rows); !near(got, want) && !(math.IsNaN(got) && pairs == 0) {
			t.Errorf("%v and %v, rows %v: %v, want %v", a, b, rows, got, want)
		}
	}
}

// The interval of A12 holds it, also where one method is a little better everywhere.
func TestIntervalOfA12(t *testing.T) {
	a := []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9}
	b := make([]float64, len(a))
	for i, v := range a {
		b[i] = v + 0.05
	}
	of := newAbove(a, b)
	low, high := stats.Bootstrap(len(a), 0.05, of.share)
	if v := stats.A12(a, b); !(low <= v+1e-12 && v <= high+1e-12) {
		t.Errorf("%v is not in [%v, %v]", v, low, high)
	}
}

// Groups and pictures say what the paragraph says: differences that do not count are not significant.
func TestWhatDoesNotCountMakesNoGroups(t *testing.T) {
	few := "d,m0,m1,m2,m3\na,.5,.6,.7,.8\nb,.5,.6,.7,.8\nc,.5,.6,.7,.8\n"
	r := done(t, table(t, few), significance.Options{Tests: []string{"friedman"}})
	if r.Groups != nil || r.PostHoc != "" || !math.IsNaN(r.Critical) || len(r.Of("nemenyi"))+len(r.Of("critical_difference")) > 0 {
		t.Errorf("on 3 datasets there are the groups %v, the post-hoc test %q, %+v", r.Groups, r.PostHoc, r.Rows)
	}
	if text := r.Paragraph(); strings.Contains(text, "rejected") || strings.Contains(text, "p =") || !strings.Contains(text,
		"With so few datasets its p-values are far from the exact ones and are not used, and pairs of methods are not compared") {
		t.Errorf("on 3 datasets:\n%s", text)
	}
	if text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 0) })); strings.Contains(text, "group") ||
		strings.Contains(text, "share a letter") {
		t.Errorf("on 3 datasets:\n%s", text)
	}
	for _, control := range []string{"", "m0"} {
		r = done(t, table(t, few), significance.Options{Tests: []string{"friedman", "sign"}, Control: control})
		if r.PostHoc != "" {
			t.Errorf("on 3 datasets there is a diagram of what is significantly different")
		}
		if text := string(scoretest.Render(t, func(w io.Writer) error { return r.Text(w, 0) })); !strings.Contains(text,
			"Pairs of methods; with only 3 datasets nothing counts as significant\n") {
			t.Errorf("on 3 datasets:\n%s", text)
		}
	}
}

// Pairs without variance over folds have no numbers and are named; the others of the
// dataset are adjusted for those that have.
func TestEqualDifferencesOnFolds(t *testing.T) {
	text := "dataset,method,repeat,fold,value\n"
	for i, v := range []float64{0.82, 0.86, 0.5, 0.7, 0.61, 0.83, 0.55, 0.8, 0.9, 0.66} {
		for method, value := range []float64{v + 0.1, v, v - 0.2 + float64(i%3)/100} {
			text += fmt.Sprintf("iris,%c,%d,%d,%v\n", 'a'+method, i/2, i%2, value)
		}
	}
	r := done(t, table(t, text), significance.Options{Tests: []string{"corrected_t", "bayes_correlated_t", "five_by_two"}, Rope: 0.01})
	for _, test := range []string{"corrected_t", "bayes_correlated_t", "five_by_two", "five_by_two_f"} {
		none, other := r.row(t, test, "a", "b"), r.row(t, test, "b", "c")
		if !math.IsNaN(none.P) || !math.IsNaN(none.PAdjusted) || !math.IsNaN(none.PLeft) || !math.IsNaN(none.Statistic) || none.Found ||
			!near(none.Effect, 0.1) || !other.Found {
			t.Errorf("%s: %+v, %+v", test, none, other)
		}
		if p := r.row(t, test, "a", "c"); !math.IsNaN(p.P) && other.PAdjusted > 2*max(p.P, other.P) {
			t.Errorf("%s: adjusted for three: %+v", test, other)
		}
	}
	if !slices.Contains(r.Remarks, "A difference that is the same on every fold has no variance, so tests over folds cannot "+
		"judge it: a vs b on iris.") {
		t.Errorf("%q", r.Remarks)
	}
	r = done(t, table(t, "dataset,method,fold,value\nd,a,0,0.82\nd,b,0,0.80\nd,a,1,0.86\nd,b,1,0.84\n"), significance.Options{})
	if strings.Contains(r.Paragraph(), "Found") {
		t.Errorf("%s", r.Paragraph())
	}
}
