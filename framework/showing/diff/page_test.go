package diff

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/scoretest"
)

func pageOf(t *testing.T, r Report) string {
	t.Helper()
	return string(scoretest.Render(t, func(w io.Writer) error { return r.Page(w, "results/<a>", "results/b") }))
}

// The page says first what came of the comparison, then shows it.
func TestPage(t *testing.T) {
	b := shift(side(t), "accuracy", -0.3, -0.31, -0.32)
	b = shift(b, "log_loss", -0.3, -0.31, -0.32)
	b.Manifest.Resolved = []byte(must.ReplaceAll(resolved, `"C":1`, `"C":10`,
		`"iris","one_hot","svm"`, `"iris","one_hot","s"`))
	var kept []score.Row
	for _, row := range b.Scores {
		if row.Dataset == "iris" && row.Learner == "svm" && row.Fold == 1 {
			row.Status = store.Timeout
		}
		if row.Dataset != "glass" || row.Learner != "svm" {
			kept = append(kept, row)
		}
	}
	b.Scores = kept
	r := compare(t, side(t), b)
	got := must.ReplaceAll(pageOf(t, r), "<wbr>", "", "&#43;", "+")
	for _, want := range []string{
		"better in B and", "worse by the corrected resampled t-test at level 0.05",
		"The largest loss of accuracy is -0.3100, iris/",
		"Between A and B: 1 change in the experiment and 2 combinations added or removed.",
		"<code>results/&lt;a&gt;</code>", "<th scope=\"row\">learners.lr.C</th>",
		`">-0.3100</td><td class="word mark">worse</td>`, `<td class="word mark">better</td>`,
		`data-name="log_loss" data-best="smallest"`, `data-name="accuracy" data-best="largest"`,
		"combinations whose scores moved", "1 added in B, 1 removed", "<td class=\"word\">timeout</td>",
		`<td class="word">A</td><td class="word">accuracy, `, `<details class="part">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if n := strings.Count(got, "<figure"); n != len(metricsOf(r)) {
		t.Errorf("%d pictures of %d metrics", n, len(metricsOf(r)))
	}
}

// metricsOf are the metrics of scores that moved.
func metricsOf(r Report) map[string]bool {
	all := map[string]bool{}
	for _, s := range r.Scores {
		if s.Both() && s.Moved() {
			all[s.Metric] = true
		}
	}
	return all
}

// What is the same, and what cannot be compared, is said in a sentence.
func TestAnswer(t *testing.T) {
	none := side(t)
	none.Scores = nil
	otherFolds := shift(side(t), "accuracy", -0.3, -0.31, -0.32)
	otherFolds.Plan.Identities["iris"] = plan.Identity{Seed: 2}
	for name, test := range map[string]struct {
		b    Side
		says string
	}{
		"same": {side(t), "No score moved: 36 means are in both, all with identical scores. " +
			"Experiment, data, plugins and bench are the same."},
		"nothing":     {none, "No combination and metric is in both runs: there is nothing to compare."},
		"other folds": {otherFolds, "1 moved: 1 that cannot be tested. The largest loss"},
	} {
		t.Run(name, func(t *testing.T) {
			r := compare(t, side(t), test.b)
			if got := strings.Join(r.answer(), " "); !strings.Contains(got, test.says) {
				t.Errorf("the answer is %q, want %q", got, test.says)
			}
			if !strings.Contains(pageOf(t, r), `<section id="answer">`) {
				t.Error("no answer in the page")
			}
		})
	}
}

// However many scores there are, the page shows those that differ most, in their order.
func TestPageIsBounded(t *testing.T) {
	var r Report
	for i := range 10_000 {
		d := float64(i%100) / 100
		if i == 5000 {
			d = -2
		}
		name := plan.Combination{Dataset: fmt.Sprint("d", i), Learner: "l", Reduction: "r"}
		r.Scores = append(r.Scores, Score{Combination: name, Metric: "accuracy",
			A: Mean{0.5, 10, 10}, B: Mean{Number(0.5 + d), 10, 10}, Difference: Number(d), Changed: 1})
	}
	got := pageOf(t, r)
	if rows := strings.Count(got, `<td class="word">l</td>`); rows != mostScores || len(got) > 5_000_000 {
		t.Errorf("%d rows, %d bytes", rows, len(got))
	}
	first, second := strings.Index(got, "<th scope=\"row\">d99</th>"), strings.Index(got, "<th scope=\"row\">d5000</th>")
	if first < 0 || second < first || !strings.Contains(got, "8000 more with smaller differences are left out") {
		t.Error("the largest differences are not there in their order")
	}
}
