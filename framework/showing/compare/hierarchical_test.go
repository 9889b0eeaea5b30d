package compare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
)

// Six datasets of ten folds on which a is better than b by about 0.05, and c equals a.
func ofFolds() string {
	text := "dataset,method,fold,value\n"
	for i := range 6 {
		for fold := range 10 {
			value := 0.8 + 0.01*math.Sin(float64(7*i+fold))
			text += fmt.Sprintf("d%d,a,%d,%.4f\nd%d,b,%d,%.4f\nd%d,c,%d,%.4f\n", i, fold, value, i, fold,
				value-0.05-0.01*math.Cos(float64(3*i+5*fold)), i, fold, value)
		}
	}
	return text
}

func TestHierarchical(t *testing.T) {
	o := significance.Options{Tests: []string{"bayes_hierarchical"}, Rope: 0.01}
	r := done(t, table(t, ofFolds()), o)
	better, same := r.row(t, "bayes_hierarchical", "a", "b"), r.row(t, "bayes_hierarchical", "a", "c")
	if better.PLeft < 0.95 || !better.Found || better.Better != "a" || better.N != 6 ||
		!(better.Low < 0.05 && 0.05 < better.High) || same.PRope < 0.95 || same.Better != "" {
		t.Errorf("%+v, %+v", better, same)
	}
	if !strings.Contains(r.Paragraph(), "split R-hat is at most 1.0") {
		t.Error(r.Paragraph())
	}
	o.SmallerIsBetter = true
	smaller := done(t, table(t, ofFolds()), o)
	if row := smaller.row(t, "bayes_hierarchical", "a", "b"); row.Better != "b" || row.Effect < 0.04 {
		t.Errorf("%+v", row)
	}
	r = done(t, table(t, ofFolds()), significance.Options{Tests: o.Tests})
	if row := r.row(t, "bayes_hierarchical", "a", "c"); !math.IsNaN(row.PLeft) || row.Found {
		t.Errorf("%+v", row)
	}
	if text := strings.Join(r.Remarks, " "); !strings.Contains(text,
		"bayes_hierarchical has no result for a and c: differences do not vary over folds.") {
		t.Error(text)
	}
	for _, text := range []string{"dataset,a,b\np,1,2\nq,2,1\n",
		"dataset,method,fold,value\np,a,0,1\np,b,0,2\np,a,1,1\np,b,1,1\n"} {
		_, err := Compare(table(t, text), significance.Options{Tests: o.Tests, Level: 0.05})
		if err == nil || !strings.HasPrefix(err.Error(), "bayes_hierarchical does not apply: it compares over") {
			t.Error(err)
		}
	}
}
