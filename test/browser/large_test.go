package browser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/report"
)

// large invents an experiment: datasets of 6 classes, methods that are a learner and a
// reduction each, and 30 test rows a cell.
func large(datasets, learners, reductions, folds int) score.Input {
	p := &plan.Plan{Experiment: "large", Metrics: []metric.Spec{
		{Name: "accuracy", Type: "accuracy", Config: contract.NewConfig(nil)},
		{Name: "f1", Type: "f1", Config: contract.NewConfig(nil)},
		{Name: "log_loss", Type: "log_loss", Config: contract.NewConfig(nil)},
	}}
	in := score.Input{Plan: p}
	for d := range datasets {
		p.Datasets = append(p.Datasets, plan.Dataset{Name: fmt.Sprintf("dataset_%d", d), Rows: 30 * folds,
			Target: target.Target{Names: []string{"a", "b", "c", "d", "e", "f"}}})
		for l := range learners {
			for r := range reductions {
				for fold := range folds {
					p.Cells = append(p.Cells, plan.Cell{Fold: fold, Combination: plan.Combination{Dataset: p.Datasets[d].Name,
						Encoder: "one_hot", Learner: fmt.Sprintf("learner_%d", l), Reduction: fmt.Sprintf("reduction_%d", r)}})
				}
			}
		}
	}
	for i, c := range p.Cells {
		in.Cells = append(in.Cells, score.Cell{Cell: c,
			Result:      &store.Result{Status: store.OK, Sizes: store.Sizes{TrainRows: 270, TestRows: 30}, BinaryProblems: 6, Costs: store.Costs{TrainSeconds: 0.01 * float64(i%37)}},
			Predictions: func() (store.Predictions, error) { return guesses(i), nil },
			Binary: func() (diagnose.Binary, error) {
				return diagnose.Binary{Rows: 30, Wrong: i % 7, Columns: []diagnose.Column{{Column: "+-----", Rows: 30, Errors: i % 7}}}, nil
			}})
	}
	return in
}

// guesses are predictions of 6 classes that are right four times of five.
func guesses(seed int) store.Predictions {
	rng := rand.New(rand.NewPCG(7, uint64(seed)))
	p := store.Predictions{K: 6}
	for row := range 30 {
		truth := rng.IntN(6)
		predicted := truth
		if rng.IntN(5) == 0 {
			predicted = rng.IntN(6)
		}
		p.Rows = append(p.Rows, row)
		p.Truth.Class, p.Predicted.Class = append(p.Truth.Class, truth), append(p.Predicted.Class, predicted)
		for k := range 6 {
			share := 0.1
			if k == predicted {
				share = 0.5
			}
			p.Scores, p.Probabilities = append(p.Scores, share), append(p.Probabilities, share)
		}
	}
	return p
}

// actions are what a reader does; they are timed with the layout that follows.
var actions = []struct{ name, do string }{
	{"filter", `const box = document.querySelector("#table-1 input[type=search]"); box.value = "1"; box.dispatchEvent(new Event("input"))`},
	{"filter off", `const box = document.querySelector("#table-1 input[type=search]"); box.value = ""; box.dispatchEvent(new Event("input"))`},
	{"sort", `document.querySelector("#table-1 thead th:nth-child(3) .sort").click()`},
	{"pick", `document.querySelector("#table-1 .pick").click()`},
	{"compare", `await showVersus()`},
	{"open a cell", `await openCell(3, 5)`},
	{"next cell", `await openCell(4, 5)`},
}

// mostChanges is how many elements an action may add, remove or change in a page of 5,000
// cells: a few for each row of a table, not one for each of its numbers.
const mostChanges = 1000

// A page of 5,000 cells is small, and what the reader does changes little of it. How long
// that takes is logged; it depends on the machine.
func TestLargePage(t *testing.T) {
	browser := start(t)
	for name, in := range map[string]score.Input{"many folds": large(20, 5, 5, 10), "many methods": large(50, 10, 10, 1)} {
		t.Run(name, func(t *testing.T) {
			s, err := report.WriteAll(t.TempDir(), report.Input{Input: in})
			if err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(s.Page)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d cells: %d bytes", len(in.Cells), info.Size())
			if info.Size() > 5_000_000 {
				t.Errorf("the page has %d bytes", info.Size())
			}
			tab, closeTab := chromedp.NewContext(browser)
			defer closeTab()
			act(t, tab, "file://"+filepath.ToSlash(s.Page))
		})
	}
}

func act(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	for _, a := range actions {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`window.took = null; (async () => {
			await data();
			let changes = 0;
			const count = (list) => {
				for (const r of list) changes += r.addedNodes.length + r.removedNodes.length || 1;
			};
			const observer = new MutationObserver(count);
			observer.observe(document, { subtree: true, childList: true, attributes: true });
			const begin = performance.now();
			`+a.do+`;
			document.body.offsetHeight;
			const end = performance.now();
			count(observer.takeRecords());
			observer.disconnect();
			window.took = [end - begin, changes];
		})(); 0`))
		waitFor(t, ctx, `took !== null`)
		took := value[[]float64](t, ctx, `took`)
		t.Logf("%s: %.1f ms, %v changes", a.name, took[0], took[1])
		if took[1] == 0 || took[1] > mostChanges {
			t.Errorf("%s: %v changes of the page, want at least 1 and at most %d", a.name, took[1], mostChanges)
		}
	}
}
