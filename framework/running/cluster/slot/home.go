package slot

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// atHome checks that the node computes what the job was made for, and lets plugins use
// the processors of the slot alone.
func atHome(j *job.Job, cpus int) error {
	if j.Kernels == launch.PortableKernels {
		if err := launch.ChooseKernels(launch.PortableKernels); err != nil {
			return err
		}
	}
	if own := launch.Kernels(); own != j.Kernels {
		return fmt.Errorf("its kernel class is %s, and the job needs %s; bench run -kernels portable works on all nodes",
			own, j.Kernels)
	}
	runtime.GOMAXPROCS(cpus)
	return os.Setenv("GOMAXPROCS", strconv.Itoa(cpus))
}

// otherCells says why the cells of this node are not those of the job.
func otherCells(j *job.Job, p *prepare.Prepared) error {
	there, err := folder.ReadPlan(j.Dir)
	if err != nil {
		return err
	}
	if err := otherFolds(there, p); err != nil {
		return err
	}
	keys := map[string]bool{}
	for _, c := range there.Cells {
		keys[c.Key] = true
	}
	outdated := plan.FindOutdated(there, p.Plan, func(key string) bool { return keys[key] })
	if len(outdated.Causes) == 0 {
		return errors.New("its cells are not those of the job, or in another order")
	}
	return fmt.Errorf("its cells are not those of the job: %s", outdated.Causes[0].Text)
}

// otherFolds says which plugin divides the rows of a dataset otherwise here than where the
// job was made.
func otherFolds(there *plan.Plan, p *prepare.Prepared) error {
	for i, d := range p.Datasets {
		of := p.Plan.Datasets[i]
		isSame := func(o plan.Dataset) bool { return o.Name == of.Name && o.Content == of.Content }
		same := slices.ContainsFunc(there.Datasets, isSame)
		if d.Splits != nil && same && there.Division(of.Name) != p.Plan.Division(of.Name) {
			return fmt.Errorf("%s names other folds of dataset %q than for the job: it must be a function of rows and seed",
				d.Splits.By, of.Name)
		}
	}
	return nil
}
