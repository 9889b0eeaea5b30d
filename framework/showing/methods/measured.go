package methods

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
)

// measured says by what results are measured, which tests were made, and what is missing.
func (w *writer) measured() {
	if metrics := lists.Map(w.ran.Metrics, w.metric); len(metrics) > 0 {
		w.say("Results were measured by %s.", listed(metrics))
	}
	w.sets()
	if w.divided() {
		w.say("Tables show mean and standard deviation over %s.", averaged(w.ran))
	} else {
		w.say("Each dataset was divided once, so tables show single values.")
	}
	for _, t := range w.Tests {
		w.test(t)
	}
	if len(w.Tests) == 0 {
		w.say("No statistical test was made.")
	}
	w.sealed()
	w.missing()
}

// divided reports whether a dataset was divided in several ways, so that there are means.
func (w *writer) divided() bool {
	first := map[plan.Combination]plan.Cell{}
	for _, c := range w.ran.Cells {
		if f, seen := first[c.Combination]; seen && (f.Fold != c.Fold || f.Repeat != c.Repeat) {
			return true
		}
		first[c.Combination] = c
	}
	return false
}

// metric is a metric in words, under the name that tables have.
func (w *writer) metric(m metric.Spec) string {
	words := strings.TrimPrefix(metricWords(m.Type, settingsOf(m.Config)), m.Type)
	text := strings.ReplaceAll(clean(m.Type), "_", " ")
	if m.Plugin != nil {
		text = clean(m.Type) + " of a plugin"
	}
	text += w.cite("metric " + m.Type)
	parts := []string{}
	if m.Name != m.Type {
		parts = append(parts, "“"+clean(m.Name)+"”")
	}
	if words != "" {
		parts = append(parts, clean(strings.TrimPrefix(words, ", ")))
	}
	if len(parts) == 0 {
		return text
	}
	return text + " (" + strings.Join(parts, "; ") + ")"
}

// testNames are what papers call tests, by the names that outcomes have.
var testNames = map[string]string{
	"friedman": "the Friedman test", "iman_davenport": "the test of Iman and Davenport",
	"nemenyi": "the Nemenyi test", "holm": "Holm's procedure", "hochberg": "Hochberg's procedure",
	"hommel": "Hommel's procedure", "shaffer": "Shaffer's procedure",
	"bergmann": "the procedure of Bergmann and Hommel", "bonferroni_dunn": "the Bonferroni–Dunn test",
	"skillings_mack":             "the Skillings–Mack test",
	"skillings_mack_permutation": "the Skillings–Mack test by permutations",
	"wilcoxon":                   "the Wilcoxon signed-rank test", "sign": "the sign test",
	"corrected_t":        "the corrected resampled t-test",
	"bayes_correlated_t": "the Bayesian correlated t-test", "bayes_signed_rank": "the Bayesian signed-rank test",
	"bayes_sign": "the Bayesian sign test", "bayes_hierarchical": "a Bayesian hierarchical model",
	"bradley_terry": "a Bayesian Bradley–Terry model",
	"mcnemar":       "McNemar's test", "mcnemar_exact": "McNemar's exact test",
	"five_by_two": "the 5×2 cv t-test", "five_by_two_f": "the 5×2 cv F-test",
}

// test says which tests were made of a table or a comparison.
func (w *writer) test(t Test) {
	names := lists.Map(t.Tests, func(name string) string {
		text := testNames[name]
		if text == "" {
			text = clean(name)
		}
		return text + w.cite("test "+name)
	})
	text := fmt.Sprintf("Differences of %s in the %s “%s” were tested by %s", clean(t.Metric), t.Of, clean(t.Name),
		wording.And(names))
	if len(t.Against) > 0 {
		text += " against " + wording.And(lists.Map(t.Against, func(a string) string { return "“" + clean(a) + "”" }))
	}
	if t.Level > 0 {
		text += fmt.Sprintf(", at level %v", t.Level)
	}
	w.say("%s%s.", text, t.Adjustment)
}

// sealed says what was planned before the first cell.
func (w *writer) sealed() {
	if w.Seal == nil {
		return
	}
	w.say("%s", clean(w.Seal.Head()))
	if len(w.Seal.Late) > 0 || len(w.Seal.Verdicts) == 0 {
		return
	}
	count := func(status seal.Status) int {
		return lists.Count(w.Seal.Verdicts, func(v seal.Verdict) bool { return v.Status == status })
	}
	w.say("Of the tables and comparisons, %s planned in it, %s changed since and %s made afterwards.",
		counted(count(seal.AsPlanned)), counted(count(seal.Changed)), counted(count(seal.Afterwards)))
}

// counted is a number with its verb.
func counted(n int) string { return fmt.Sprintf("%d %s", n, wasOrWere(n)) }

// missing says which cells have no result.
func (w *writer) missing() {
	count := map[store.Status]int{}
	for _, c := range w.Cells {
		count[c.Status()]++
	}
	var without []string
	for _, of := range []struct {
		status store.Status
		words  string
	}{{store.Failed, "failed"}, {store.Timeout, "ran out of time"}, {store.OutOfMemory, "ran out of memory"},
		{store.Skipped, "were left out because their parts do not fit together"}, {"", "were not run"}} {
		if n := count[of.status]; n > 0 {
			without = append(without, fmt.Sprintf("%d %s", n, of.words))
		}
	}
	if len(without) > 0 {
		w.say("Of %d planned cells, each of which is a combination on one fold, %s; the tables mark what is missing.",
			len(w.Cells), wording.And(without))
	}
}
