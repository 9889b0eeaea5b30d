// Package verify packs results folders into capsules and looks whether others are true: it runs their cells again, or
// some of them, and says of each what came out. The cells of a capsule see nothing of this machine but what bench gives
// them, and no plugin that is not part of bench runs unless its digest was trusted.
package verify

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Cells runs stored cells again, all or a sample, and says of each what came out.
func (s *Stored) Cells(ctx context.Context, o Options) (*Report, error) {
	v := &verifier{Options: o, Stored: s, moved: map[string]string{}, here: map[string]plan.Cell{}}
	v.report = &Report{Flaws: append([]capsule.Flaw{}, s.Flaws...), Sample: o.Sample, Seed: o.Seed, Bound: o.Bound,
		Here: Side{o.Launch.Build, launch.Kernels()}, Cells: []Cell{}}
	if s.Capsule != nil {
		v.report.Capsule, v.report.Experiment = s.Capsule.Digest, s.Capsule.Experiment
	}
	if len(s.Flaws) > 0 {
		return v.report, nil // nothing in it can be believed
	}
	v.report.Experiment = s.part.Plan.Experiment
	for _, run := range s.part.Manifest.Runs() {
		v.report.There = append(v.report.There, Side{run.Bench, run.Kernels})
	}
	var err error
	if v.scratch, err = scratch.Temporary(); err != nil {
		return nil, err
	}
	defer v.scratch.Remove()
	p, err := v.open(ctx)
	if v.session != nil {
		defer v.session.Close()
	}
	if err != nil || len(v.report.Flaws) > 0 {
		return v.report, err
	}
	return v.report, v.verify(ctx, p)
}

// open opens the experiment, and lists the cells that can be run here. Prepared is nil if there are none.
func (v *verifier) open(ctx context.Context) (p *prepare.Prepared, err error) {
	v.session = &launch.Session{Options: v.Launch}
	if v.Capsule == nil {
		if err := v.session.Open(ctx, v.Dir); err != nil {
			return nil, err
		}
	} else if err := v.openCapsule(ctx); err != nil || len(v.report.Flaws) > 0 {
		return nil, err
	}
	if len(v.session.Experiment.Combinations) == 0 {
		return nil, nil
	}
	if p, err = v.session.Prepare(ctx, true); err != nil {
		return nil, err
	}
	v.session.Calm()
	v.now = p.Plan
	known := map[string]bool{}
	for _, c := range v.part.Plan.Cells {
		known[c.Name()] = true
	}
	var hidden []string
	for _, c := range p.Plan.Cells {
		v.here[c.Name()] = c
		if !known[c.Name()] {
			hidden = append(hidden, c.Name())
		}
	}
	if len(hidden) > 0 {
		v.report.Flaws = append(v.report.Flaws, capsule.Flaw{Member: filepath.Base(v.part.Manifest.Plan),
			What: fmt.Sprintf("leaves out %s of the experiment file, the first is %s", wording.Count(len(hidden), "cell"),
				hidden[0])})
	}
	return p, nil
}

// openCapsule opens the experiment of a capsule, which gets nothing of this machine but what is placed.
func (v *verifier) openCapsule(ctx context.Context) error {
	if err := v.placeData(); err != nil {
		return err
	}
	if err := v.placePlugins(); err != nil || len(v.report.Flaws) > 0 {
		return err
	}
	source, err := folder.ReadSource(v.Dir)
	if err != nil {
		return err
	}
	source.Dir = home
	maps.Copy(v.moved, source.Moved())
	v.session.Vars = source.Vars
	v.session.Code = filepath.Join(v.scratch.Path, "code")
	if err := v.linkCode(); err != nil {
		return err
	}
	return v.session.OpenForeign(ctx, source.Path(v.Dir), launch.Foreign{Dir: home, Moved: v.moved,
		Nowhere: filepath.Join(v.scratch.Path, "missing"), May: v.may})
}

// linkCode lets trusted code be found beside the experiment file.
func (v *verifier) linkCode() error {
	for _, c := range v.Capsule.Code {
		if !v.trusted(c.SHA256) {
			continue
		}
		at := filepath.Join(v.session.Code, filepath.FromSlash(c.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return err
		}
		from := filepath.Join(v.Capsule.Path(capsule.CodeFolder), filepath.FromSlash(c.Path))
		if err := os.Symlink(from, at); err != nil {
			return err
		}
	}
	return os.MkdirAll(v.session.Code, 0o700)
}

// verify runs the cells of the sample, and compares.
func (v *verifier) verify(ctx context.Context, p *prepare.Prepared) error {
	var runnable []plan.Cell // of the stored plan
	for _, c := range v.part.Plan.Cells {
		if c.Skipped == "" && v.why(c) == "" {
			runnable = append(runnable, c)
		}
	}
	sample := Draw(runnable, v.Sample, v.Seed)
	out := filepath.Join(v.scratch.Path, "results")
	if len(sample) > 0 {
		cells := lists.Map(sample, func(c plan.Cell) plan.Cell { return v.here[c.Name()] })
		if err := v.session.Sample(ctx, p, out, cells, v.Progress(cells)); err != nil {
			return err
		}
	}
	results, err := store.ReadIntact(out)
	if err != nil {
		return err
	}
	drawn := map[string]bool{}
	for _, c := range sample {
		drawn[c.Key] = true
	}
	for _, c := range v.part.Plan.Cells {
		if c.Skipped == "" {
			v.report.Cells = append(v.report.Cells, v.cell(c, drawn[c.Key], out, results))
		}
	}
	v.note()
	return v.keptScores(sample, out)
}

// why says why a cell cannot be run here or has nothing to compare, or nothing.
func (v *verifier) why(c plan.Cell) string {
	r, stored := v.results.ByKey[c.Key]
	_, here := v.here[c.Name()]
	switch {
	case !stored:
		return "it has no result"
	case r.Status == store.Timeout || r.Status == store.OutOfMemory:
		return fmt.Sprintf("it ended by %s, which depends on the machine", r.Status)
	case here:
		return ""
	case v.Capsule == nil:
		return "the experiment file no longer has it"
	}
	if why := v.absent(c.Dataset); why != "" {
		return why
	}
	identity := v.part.Plan.Identities[c.Identity]
	for _, hash := range identity.Parts() {
		if o := v.part.Plan.Parts[hash].Plugin; o != nil {
			if why := v.barred(*o); why != "" {
				return why
			}
		}
	}
	return "this bench does not list it for the experiment file: a plugin that offers it is missing, or does not start"
}

// cell says what came out for a cell of the stored plan.
func (v *verifier) cell(c plan.Cell, drawn bool, out string, results store.Results) Cell {
	cell := Cell{Combination: c.Combination, Repeat: c.Repeat, Fold: c.Fold}
	old, stored := v.results.ByKey[c.Key]
	why := v.why(c)
	switch {
	case !stored:
		cell.Outcome, cell.Why = Empty, why
		return cell
	case why != "":
		cell.Outcome, cell.Why = Unrun, why
		return cell
	case !drawn:
		cell.Outcome = Unchecked
		return cell
	}
	is := v.here[c.Name()]
	now, ran := results.ByKey[is.Key]
	if !ran {
		cell.Outcome, cell.Why = Unrun, "it did not run to its end here"
		return cell
	}
	p := pair{v.Dir, out, old, now}
	cell.Outcome, cell.Why, cell.Largest = p.judge(v.Bound, v.causes(c, is))
	return cell
}

// note says what was not looked at.
func (v *verifier) note() {
	var metrics []string
	for _, m := range v.part.Plan.Metrics {
		if m.Plugin != nil {
			metrics = append(metrics, m.Name)
		}
	}
	if len(metrics) > 0 {
		v.report.Notes = append(v.report.Notes, "values of metrics of plugins are not computed again: "+
			strings.Join(metrics, ", "))
	}
}
