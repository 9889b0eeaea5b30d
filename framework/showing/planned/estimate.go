package planned

import (
	"fmt"
	"io"
	"time"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/estimate"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Estimate is how long what is missing will take, and how it is shared out. What
// nothing tells of is left out.
type Estimate struct {
	Executor string `json:"executor"`
	Missing  int    `json:"missing"` // cells to run
	Basis
	Results int     `json:"results"` // that were measured
	Sample  *Sample `json:"sample,omitempty"`

	Workers int     `json:"workers,omitempty"` // of the local executor
	Slots   int     `json:"slots,omitempty"`
	Arrays  int     `json:"arrays,omitempty"`
	Jobs    int     `json:"jobs,omitempty"` // arrays that are submitted until all is done
	Hours   float64 `json:"core_hours,omitempty"`
	Seconds float64 `json:"seconds,omitempty"` // until all is done
}

// Basis says by what the missing cells are estimated; see estimate.Total.
type Basis struct {
	Known   int `json:"known"`
	Similar int `json:"similar"`
	Unknown int `json:"unknown"`
}

// Sample says what was measured to estimate by.
type Sample struct {
	Cells   int                     `json:"cells"`
	Seconds float64                 `json:"seconds"` // that the sample took
	Results map[string]store.Result `json:"-"`
}

// sampleOf lists the cells whose times would tell those of all that are missing: of each
// combination of which there is no result, the cell of one fold. Combinations that
// share models have the same fold.
func sampleOf(p *prepare.Prepared, results store.Results) []plan.Cell {
	var costs estimate.Costs
	costs.Add(p.Plan.Cells, results.ByKey)
	chosen, taken := map[plan.Combination]bool{}, map[string]bool{} // and keys: the same cell may have several names
	var cells []plan.Cell
	for _, b := range p.Blocks {
		for _, item := range b.Items {
			for _, c := range item.Cells {
				_, done := results.ByKey[c.Key]
				if done || c.Skipped != "" || chosen[c.Combination] || costs.Measured(c.Combination) {
					continue
				}
				chosen[c.Combination] = true
				if !taken[c.Key] {
					taken[c.Key] = true
					cells = append(cells, c)
				}
			}
		}
	}
	return cells
}

// Take has the cells of a sample run, whose results are thrown away; nil if no cell is left
// to measure.
func Take(
	p *prepare.Prepared, results store.Results, run func(folder string, cells []plan.Cell) error,
) (*Sample, error) {
	cells := sampleOf(p, results)
	if len(cells) == 0 {
		return nil, nil
	}
	folder, err := scratch.Temporary()
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	began := time.Now()
	if err := run(folder.Path, cells); err != nil {
		return nil, err
	}
	took := time.Since(began)
	measured, err := store.ReadResults(folder.Path)
	return &Sample{Cells: len(cells), Seconds: took.Seconds(), Results: measured.ByKey}, err
}

// EstimateOf estimates what is missing from the existing results and from a sample, which
// may be nil, for this machine with a number of workers or for the executor of the
// experiment. It is nil if nothing is missing, and on this machine if nothing was
// measured.
func EstimateOf(p *prepare.Prepared, results store.Results, sample *Sample, workers int) *Estimate {
	var costs estimate.Costs
	costs.Add(p.Plan.Cells, results.ByKey)
	e := &Estimate{Executor: p.Experiment.Executor.Type, Results: costs.Results()}
	if sample != nil {
		costs.Add(p.Plan.Cells, sample.Results)
		e.Sample = sample
	}
	var missing []plan.Cell
	for _, c := range p.Plan.Cells {
		if _, done := results.ByKey[c.Key]; !done {
			missing = append(missing, c)
		}
	}
	total := costs.Of(missing)
	local := e.Executor == experiment.LocalExecutor
	if total.Cells == 0 || local && sample == nil && costs.Results() == 0 {
		return nil
	}
	e.Missing, e.Known, e.Similar, e.Unknown = total.Cells, total.Known, total.Similar, total.Unknown
	if !local {
		e.layOut(p.Experiment.Executor, costs, missing)
		return e
	}
	e.Workers = max(1, min(workers, total.Cells))
	if p.Experiment.Isolated {
		e.Workers = 1
	}
	e.Hours, e.Seconds = total.Seconds/3600, total.Local(e.Workers)
	return e
}

// layOut shares out the missing cells by their classes.
func (e *Estimate) layOut(executor experiment.Executor, costs estimate.Costs, missing []plan.Cell) {
	var byClass grouped.By[string, []plan.Cell]
	for _, c := range missing {
		cells := byClass.At(executor.ClassOf(c))
		*cells = append(*cells, c)
	}
	var classes []estimate.Total
	for _, cells := range byClass.All() {
		classes = append(classes, costs.Of(*cells))
	}
	l := estimate.LayOut(classes, executor.Slots, executor.Throttle)
	e.Slots, e.Arrays, e.Jobs, e.Hours, e.Seconds = l.Slots, l.Arrays, l.Jobs, l.Hours, l.Seconds
	if !executor.Arrays() {
		waves := (l.Jobs + l.Arrays - 1) / l.Arrays
		e.Arrays, e.Jobs = 0, l.Slots*waves
	}
}

// worthSaying is the time of a run on this machine from which it is told unasked.
const worthSaying = time.Minute

// Print says what the estimate is and what it is made from. A run on this machine that
// takes no time is nothing to speak of, unless a sample was asked for.
func (e *Estimate) Print(w io.Writer) error {
	local := e.Executor == experiment.LocalExecutor
	took := time.Duration(e.Seconds * float64(time.Second))
	switch {
	case local && e.Sample == nil && took < worthSaying:
		return nil
	case local && e.Seconds == 0:
		_, err := fmt.Fprintln(w, "how long the cells take is not known: the cells of the sample failed")
		return err
	case local:
		fmt.Fprintf(w, "about %s with %s", span(took), wording.Count(e.Workers, "worker"))
	default:
		fmt.Fprint(w, wording.Count(e.Slots, "slot"))
		if e.Arrays > 0 {
			fmt.Fprintf(w, " in %s", wording.Count(e.Arrays, "array"))
		}
		fmt.Fprintf(w, " (%s)", wording.Count(e.Jobs, "job"))
		if e.Seconds == 0 {
			_, err := fmt.Fprintln(w, "; how long they take is not known: bench plan FILE -sample measures it")
			return err
		}
		fmt.Fprintf(w, ", about %s, about %s with %s", coreHours(e.Hours), span(took), wording.Count(e.Slots, "slot"))
	}
	_, err := fmt.Fprintf(w, "; estimated from %s%s\n", e.source(), e.doubts())
	return err
}

// source says what was measured.
func (e *Estimate) source() string {
	results := wording.Count(e.Results, "result")
	if e.Sample == nil {
		return results
	}
	sample := fmt.Sprintf("a timed sample of %s in %s", wording.Count(e.Sample.Cells, "cell"),
		span(time.Duration(e.Sample.Seconds*float64(time.Second))))
	if e.Results == 0 {
		return sample
	}
	return results + " and " + sample
}

// doubts says which cells are estimated by others, or is empty.
func (e *Estimate) doubts() string {
	text := ""
	if e.Similar > 0 {
		text = fmt.Sprintf("; %s by others on the same dataset", wording.Count(e.Similar, "cell"))
	}
	if e.Unknown > 0 {
		text += fmt.Sprintf("; %s by the mean of all", wording.Count(e.Unknown, "cell"))
	}
	return text
}

// span is a time of which the parts of a second do not matter.
func span(d time.Duration) string {
	if d < time.Second {
		return "1s"
	}
	return wording.Span(d)
}

// coreHours writes hours with two digits.
func coreHours(hours float64) string {
	switch {
	case hours < 0.1:
		return "0.1 core-hours"
	case hours < 10:
		return fmt.Sprintf("%.1f core-hours", hours)
	}
	return fmt.Sprintf("%.0f core-hours", hours)
}
