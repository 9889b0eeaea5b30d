package planned

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// preparedCells are cells of two datasets, two reductions and some folds, with a block a
// dataset and an item a fold.
func preparedCells(folds int, executor experiment.Executor) *prepare.Prepared {
	p := &prepare.Prepared{Experiment: &experiment.Experiment{Executor: executor}, Plan: &plan.Plan{}}
	for _, dataset := range []string{"small", "big"} {
		block := &prepare.Block{}
		for fold := range folds {
			item := prepare.Item{Fold: fold}
			for _, reduction := range []string{"ova", "ovo"} {
				c := plan.Cell{Key: fmt.Sprint(dataset, reduction, fold), Fold: fold, Combination: plan.Combination{
					Dataset: dataset, Encoder: "e", Learner: "l", Reduction: reduction,
				}}
				item.Cells = append(item.Cells, c)
				p.Plan.Cells = append(p.Plan.Cells, c)
			}
			block.Items = append(block.Items, item)
		}
		p.Blocks = append(p.Blocks, block)
	}
	return p
}

// took are results of cells that took some seconds each.
func took(seconds float64, keys ...string) store.Results {
	results := store.Results{ByKey: map[string]store.Result{}}
	for _, key := range keys {
		results.ByKey[key] = store.Result{Key: key, Status: store.OK, Elapsed: seconds}
	}
	return results
}

func keysOf(cells []plan.Cell) string {
	var keys []string
	for _, c := range cells {
		keys = append(keys, c.Key)
	}
	return strings.Join(keys, " ")
}

// A sample holds a cell of each combination that was not measured, of the first fold
// that is missing; the same cell under two names is run once.
func TestSampleOf(t *testing.T) {
	p := preparedCells(3, experiment.Executor{})
	if got, want := keysOf(sampleOf(p, took(1))), "smallova0 smallovo0 bigova0 bigovo0"; got != want {
		t.Errorf("of all: %s, want %s", got, want)
	}
	if got, want := keysOf(sampleOf(p, took(1, "smallova2", "bigovo1"))), "smallovo0 bigova0"; got != want {
		t.Errorf("of what was not measured: %s, want %s", got, want)
	}
	failed := took(1)
	failed.ByKey["bigova0"] = store.Result{Key: "bigova0", Status: store.Failed}
	if got, want := keysOf(sampleOf(p, failed)), "smallova0 smallovo0 bigovo0 bigova1"; got != want {
		t.Errorf("beside a failure: %s, want %s", got, want)
	}
	p.Blocks[1].Items[0].Cells[0].Skipped = "it cannot"
	p.Blocks[1].Items[0].Cells[1].Key = "smallova0"
	if got, want := keysOf(sampleOf(p, took(1))), "smallova0 smallovo0 bigova1"; got != want {
		t.Errorf("with a name for what has one: %s, want %s", got, want)
	}
}

var onSlurm = experiment.Executor{Type: experiment.SlurmExecutor, Slots: 6, Classes: []experiment.ResourceClass{
	{Name: "big", Match: map[string][]string{"dataset": {"big"}}},
}}

// eachAJob is a batch system without arrays.
var eachAJob = experiment.Executor{Type: experiment.BatchExecutor, Slots: 6, Classes: onSlurm.Classes}

func TestPrintEstimate(t *testing.T) {
	local := experiment.Executor{Type: experiment.LocalExecutor}
	ten := preparedCells(10, local) // 40 cells
	isolated := preparedCells(10, local)
	isolated.Experiment.Isolated = true
	sample := func(r store.Results, cells int) *Sample { return &Sample{Cells: cells, Seconds: 61, Results: r.ByKey} }
	all := took(1)
	for _, c := range ten.Plan.Cells {
		all.ByKey[c.Key] = store.Result{Key: c.Key, Status: store.OK, Elapsed: 1}
	}
	mixed := took(600, "bigova0", "bigovo0")
	mixed.ByKey["smallova0"] = store.Result{Key: "smallova0", Status: store.OK, Elapsed: 60}
	for _, test := range []struct {
		name    string
		p       *prepare.Prepared
		results store.Results
		sample  *Sample
		want    string
	}{
		{"nothing measured", ten, took(0), nil, ""},
		{"all done", ten, all, nil, ""},
		{"too short to speak of", ten, took(6, "smallova0", "smallovo0", "bigova0", "bigovo0"), nil, ""},
		{"here", ten, took(90, "smallova0", "smallovo0", "bigova0", "bigovo0"), nil,
			"about 13m30s with 4 workers; estimated from 4 results\n"},
		{"one after the other", isolated, took(90, "smallova0", "smallovo0", "bigova0", "bigovo0"), nil,
			"about 54m0s with 1 worker; estimated from 4 results\n"},
		{"asked for", ten, took(0), sample(took(.5, "smallova0", "smallovo0", "bigova0", "bigovo0"), 4),
			"about 5s with 4 workers; estimated from a timed sample of 4 cells in 1m1s\n"},
		{"a sample that failed", ten, took(0), sample(took(0), 4),
			"how long the cells take is not known: the cells of the sample failed\n"},
		{"others", ten, took(90, "smallova0"), nil,
			"about 14m38s with 4 workers; estimated from 1 result; " +
				"10 cells by others on the same dataset; 20 cells by the mean of all\n"},
		{"slurm, nothing measured", preparedCells(10, onSlurm), took(0), nil,
			"6 slots in 2 arrays (2 jobs); how long they take is not known: bench plan FILE -sample measures it\n"},
		// 18 cells of 600 s in 5 slots, 19 of 60 s in one.
		{"slurm", preparedCells(10, onSlurm), mixed, nil,
			"6 slots in 2 arrays (2 jobs), about 3.3 core-hours, about 36m0s with 6 slots; " +
				"estimated from 3 results; 10 cells by others on the same dataset\n"},
		{"each slot a job", preparedCells(10, eachAJob), mixed, nil,
			"6 slots (6 jobs), about 3.3 core-hours, about 36m0s with 6 slots; " +
				"estimated from 3 results; 10 cells by others on the same dataset\n"},
		{"slurm, both", preparedCells(10, onSlurm), took(60, "smallova0"), sample(mixed, 3),
			"6 slots in 2 arrays (2 jobs), about 3.7 core-hours, about 40m0s with 6 slots; " +
				"estimated from 1 result and a timed sample of 3 cells in 1m1s; 10 cells by others on the same dataset\n"},
	} {
		var out strings.Builder
		if e := EstimateOf(test.p, test.results, test.sample, 4); e != nil {
			if err := e.Print(&out); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != test.want {
			t.Errorf("%s: got %q, want %q", test.name, out.String(), test.want)
		}
	}
}

// Programs read the same in seconds; what is not known is not there.
func TestEstimateAsJSON(t *testing.T) {
	for _, test := range []struct {
		name string
		e    *Estimate
		want string
	}{
		{"not known", EstimateOf(preparedCells(2, onSlurm), took(0), nil, 4),
			`{"executor":"slurm","missing":8,"known":0,"similar":0,"unknown":8,"results":0,"slots":6,"arrays":2,"jobs":2}`},
		{"here", EstimateOf(preparedCells(2, experiment.Executor{Type: "local"}), took(1800, "bigova0"),
			&Sample{Cells: 1, Seconds: 2, Results: took(1800, "smallova0").ByKey}, 4),
			`{"executor":"local","missing":7,"known":3,"similar":4,"unknown":0,"results":1,"sample":{"cells":1,"seconds":2},` +
				`"workers":4,"core_hours":3.5,"seconds":3150}`},
	} {
		got, err := json.Marshal(test.e)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// A sample runs the cells that tell the times of the others, and keeps none of their results.
func TestTake(t *testing.T) {
	p := preparedCells(3, experiment.Executor{})
	var ran []plan.Cell
	where := ""
	s, err := Take(p, store.Results{}, func(folder string, cells []plan.Cell) error {
		ran, where = cells, folder
		j, err := store.OpenJournal(folder, "0", nil)
		if err != nil {
			return err
		}
		return errors.Join(j.Result(store.Result{Key: cells[0].Key, Status: store.Failed}, store.Output{}), j.Close())
	})
	if err != nil || len(ran) == 0 || s.Cells != len(ran) || len(s.Results) != 1 || s.Results[ran[0].Key].Status != store.Failed {
		t.Errorf("%+v of %d cells, %v", s, len(ran), err)
	}
	if _, err := os.Stat(where); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", where, err)
	}
	failed := errors.New("no")
	if _, err := Take(p, store.Results{}, func(string, []plan.Cell) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	if s, err := Take(&prepare.Prepared{Plan: &plan.Plan{}}, store.Results{}, nil); s != nil || err != nil {
		t.Errorf("of no cells %+v, %v", s, err)
	}
}
