package pictured

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/test/scoretest"
)

func read(t *testing.T, name string) *measured.Table {
	t.Helper()
	out, err := measured.ReadFile("../testdata/"+name, measured.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func table(t *testing.T, text string) *measured.Table {
	t.Helper()
	out, err := measured.ReadCSV("scores.csv", []byte(text), measured.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func done(t *testing.T, in *measured.Table, o significance.Options) *compare.Result {
	t.Helper()
	o.Level, o.Name = 0.05, "demsar"
	r, err := compare.Compare(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

func rowOf(t *testing.T, r *compare.Result, test, a, b string) compare.Row {
	t.Helper()
	i := slices.IndexFunc(r.Rows, func(row compare.Row) bool { return row.Test == test && row.A == a && row.B == b })
	if i < 0 {
		t.Fatalf("no row %s of %s and %s", test, a, b)
	}
	return r.Rows[i]
}

// drawn are the pictures of a comparison as SVG, by the parts of their files' names.
func drawn(t *testing.T, r *compare.Result) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range Of(r) {
		out[strings.Join(p.File, " ")] = string(scoretest.Render(t, p.Draw))
	}
	return out
}

// invented is a table of k methods on n datasets with folds each, the later methods better.
func invented(k, n, folds int) *measured.Table {
	random := rand.New(rand.NewPCG(1, 2))
	var values []measured.Value
	for d := range n {
		for j := range k {
			for fold := range folds {
				values = append(values, measured.Value{Dataset: fmt.Sprintf("d%d", d), Method: fmt.Sprintf("m%d", j),
					Value: 0.01*float64(j) + 0.02*random.Float64(), Unit: measured.Unit{Repeat: "0", Fold: fmt.Sprint(fold)}})
			}
		}
	}
	t, _ := measured.New(values)
	return t
}

func TestPicturesOfTable6(t *testing.T) {
	got := drawn(t, done(t, read(t, "demsar2006.csv"), significance.Options{}))
	for file, words := range map[string]string{
		"critical_difference": "not significantly different: C4.5+m+cf, C4.5+m, C4.5+cf", "mean_difference": "C4.5 vs C4.5+cf: ",
		"wins": "C4.5+m+cf against C4.5: better on ", "pairs": "C4.5+m against C4.5: better on ", "profiles": "share of datasets", "a12": "0.5", "d": "a − b",
		"scatter C4.5+m+cf C4.5": "C4.5+m+cf is better on ",
	} {
		if !strings.Contains(got[file], words) {
			t.Errorf("%s does not hold %q:\n%s", file, words, got[file])
		}
	}
	if len(got) != 10 { // three scatters
		t.Errorf("%d pictures", len(got))
	}
}

// Wins and sides of the diagonal follow what is better, not what is larger.
func TestPicturesOfErrors(t *testing.T) {
	larger := "dataset,good,bad\na,1,2\nb,1,2\nc,1,1\nd,1,3\ne,2,4\nf,3,2\n"
	for smaller, want := range map[bool]string{true: "4 datasets", false: "1 dataset"} {
		got := drawn(t, done(t, table(t, larger), significance.Options{Control: "good", SmallerIsBetter: smaller,
			Tests: []string{"bayes_signed_rank"}, Rope: 0.1}))
		if scatter := got["scatter good bad"]; !strings.Contains(scatter, ">good is better on "+want+"<") {
			t.Errorf("smaller is better: %v: %s", smaller, scatter)
		}
		simplex := got["bayes_signed_rank good bad"]
		probable := strings.Contains(simplex, "good is better with probability 0.9")
		if probable != smaller {
			t.Errorf("smaller is better: %v: %s", smaller, simplex)
		}
	}
}

// The matrix counts what is better, and the draws of a triangle go to the corner of what is.
func TestWinsOfErrors(t *testing.T) {
	text := "dataset,good,bad,worst\na,1,2,3\nb,1,2,3\nc,1,1,3\nd,1,3,4\ne,2,4,5\nf,3,2,6\n"
	for smaller, want := range map[bool]string{true: "better on 4, equal on 1, worse on 1",
		false: "better on 1, equal on 1, worse on 4"} {
		r := done(t, table(t, text), significance.Options{SmallerIsBetter: smaller})
		if wins := drawn(t, r)["wins"]; !strings.Contains(wins, "good against bad: "+want) {
			t.Errorf("smaller is better: %v: %s", smaller, wins)
		}
		if got := (shown{r}).turned([][3]float64{{0.7, 0.2, 0.1}})[0]; got[0] != map[bool]float64{true: 0.1, false: 0.7}[smaller] {
			t.Errorf("smaller is better: %v: %v", smaller, got)
		}
	}
}

// A control is not significantly different from some, and each of those has a ring.
func TestPictureOfControl(t *testing.T) {
	r := done(t, read(t, "demsar2006.csv"), significance.Options{Control: "C4.5", PostHoc: "bonferroni_dunn"})
	got := drawn(t, r)["critical_difference"]
	apart := 0
	for _, row := range r.Of("bonferroni_dunn") {
		if row.PAdjusted < r.Level {
			apart++
		}
	}
	if n := strings.Count(got, ", significantly different from C4.5<"); n != apart || apart == 0 ||
		!strings.Contains(got, "C4.5 ± the critical difference") {
		t.Errorf("%d of %d are significantly different: %s", n, apart, got)
	}
	holm := drawn(t, done(t, read(t, "demsar2006.csv"), significance.Options{Control: "C4.5", PostHoc: "holm"}))["critical_difference"]
	if strings.Contains(holm, "±") || !strings.Contains(holm, "the control") {
		t.Errorf("Holm's procedure has an interval: %s", holm)
	}
}

func TestPicturesOfPosteriors(t *testing.T) {
	r := done(t, invented(3, 2, 5), significance.Options{Tests: []string{"bayes_correlated_t", "bayes_signed_rank", "bayes_sign"},
		Rope: 0.005})
	got := drawn(t, r)
	row := rowOf(t, r, "bayes_correlated_t", "m1", "m2")
	density := got["posterior m1 m2 d0"]
	for _, words := range []string{fmt.Sprintf("m1 is better: p = %.3f", row.PLeft),
		fmt.Sprintf("m2 is better: p = %.3f", row.PRight)} {
		if !strings.Contains(density, words) {
			t.Errorf("no %q in %s", words, density)
		}
	}
	for _, file := range []string{"bayes_correlated_t m1 m2", "bayes_sign m1 m2", "bayes_signed_rank m0 m2"} {
		if !strings.Contains(got[file], "m2") {
			t.Errorf("no %s among %d", file, len(got))
		}
	}
	without := drawn(t, done(t, invented(3, 2, 5), significance.Options{Tests: []string{"bayes_sign"}}))
	if without["bayes_sign m1 m2"] != "" {
		t.Error("a triangle without a rope")
	}
}

// However many methods and datasets there are, the pictures are few, and drawn.
func TestPicturesAreBounded(t *testing.T) {
	for _, size := range [][3]int{{2, 1, 4}, {2, 6, 1}, {25, 6, 1}, {3, 1, 1}, {9, 6, 3}} {
		for _, control := range []string{"", "m1"} {
			var tests []string
			if size[2] > 1 {
				tests = []string{"corrected_t", "bayes_correlated_t"}
			}
			got := drawn(t, done(t, invented(size[0], size[1], size[2]), significance.Options{Tests: tests, Control: control, Rope: 0.01}))
			bytes := 0
			for _, svg := range got {
				bytes += len(svg)
			}
			if len(got) > 30 || bytes > 1_500_000 || (len(got) == 0) != (size == [3]int{3, 1, 1}) {
				t.Errorf("%v: %d pictures with %d bytes", size, len(got), bytes)
			}
		}
	}
}

// Files have the names of their methods, each its own, in the format that is asked for.
func TestPictureFiles(t *testing.T) {
	text := "dataset,a/b,a b,c\n"
	for d := range 6 {
		text += fmt.Sprintf("d%d,%d,%d,%d\n", d, d, d+1, 2)
	}
	dir := t.TempDir()
	names, err := WriteTo(done(t, table(t, text), significance.Options{Control: "c"}), dir, "pdf")
	if err != nil || !slices.Contains(names, "scatter-c-a_b.pdf") || !slices.Contains(names, "scatter-c-a_b_2.pdf") {
		t.Errorf("%v, %v", names, err)
	}
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || strings.HasSuffix(name, ".pdf") && !bytes.HasPrefix(b, []byte("%PDF")) {
			t.Errorf("%s: %v, %.10q", name, err, b)
		}
	}
}

// Nothing that could be compared has no pictures.
func TestNoPictures(t *testing.T) {
	if got := Of(compare.Nothing(significance.Options{}, "why")); got != nil {
		t.Errorf("%d pictures", len(got))
	}
}
