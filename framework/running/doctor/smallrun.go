package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/run"
)

// small is an experiment of six cells.
const small = `
experiment "doctor" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 200
  seed     = 1
}
learner "logreg" "logreg" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
metric "accuracy" {}
`

// ran is what became of the small experiment.
type ran struct {
	cells   int
	seconds float64
}

// smallRun runs an experiment from the file to its results, if the plugins work.
func smallRun(run func(context.Context) (ran, error), p *plugins) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		if !p.work(ctx) {
			return Finding{Status: Note, Says: "not tried, since plugins do not start"}
		}
		r, err := run(ctx)
		if err != nil {
			return Finding{Status: Fails, Says: wording.Reason(err)}
		}
		return Finding{Status: OK, Says: fmt.Sprintf("%s in %.2f s", wording.Count(r.cells, "cell"), r.seconds)}
	}
}

// runSmall runs the small experiment.
func runSmall(ctx context.Context, o Options) (r ran, err error) {
	began := time.Now()
	folder, err := scratch.Temporary()
	if err != nil {
		return r, err
	}
	defer folder.Remove()
	file := filepath.Join(folder.Path, "doctor.hcl")
	if err := os.WriteFile(file, []byte(small), 0o600); err != nil {
		return r, err
	}
	var remarks strings.Builder
	s := launch.Session{Options: launch.Options{Build: o.Build, Plugins: o.Plugins, Tell: func(string) {},
		Show: func(l diagnostic.List) {
			for _, d := range l {
				remarks.WriteString(d.Summary + ": " + d.Detail + " ")
			}
		}}}
	defer s.Close()
	if err := s.Open(ctx, file); err != nil {
		return r, errors.New(strings.TrimSpace(remarks.String() + err.Error()))
	}
	r.cells, err = runCells(ctx, &s, folder.Path)
	r.seconds = time.Since(began).Seconds()
	return r, err
}

// runCells runs the cells of an experiment with results in a folder, and returns how many
// there are. All must come out right.
func runCells(ctx context.Context, s *launch.Session, folder string) (int, error) {
	p, err := s.Prepare(ctx, true)
	if err != nil {
		return 0, err
	}
	cells := p.Plan.Cells
	if err := s.Sample(ctx, p, folder, cells, silent{}); err != nil {
		return 0, err
	}
	results, err := store.ReadIntact(folder)
	if err != nil {
		return 0, err
	}
	for _, c := range cells {
		if result := results.ByKey[c.Key]; result.Status != store.OK {
			return 0, fmt.Errorf("a cell has no result: %s", result.Error)
		}
	}
	return len(cells), nil
}

// silent shows no progress.
type silent struct{}

func (silent) Finished(plan.Cell, store.Result) {}
func (silent) Working(int, run.Work)            {}
