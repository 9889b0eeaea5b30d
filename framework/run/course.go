package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/store"
)

// course is a cell on its way through the stages of its reduction.
type course struct {
	prepare.Cell
	t     *training // of the item
	place int       // among the item's cells
	steps []*step
	state []byte // for Decode
	later int    // what later stages have trained
}

// step is a stage with the training that holds its problems: the item's, or one
// of its own.
type step struct {
	contract.Stage
	t    *training
	uses []plan.Use
	own  bool
	made *block // for t alone; nil where t is on a block of others
}

// follow trains the stages of a cell until there are no more. The course is to be
// closed whatever happens. Unless the error is our own it is the cell's.
func (w *worker) follow(ctx context.Context, t *training, cell prepare.Cell, place int) (*course, error) {
	c := &course{Cell: cell, t: t, place: place}
	stage := cell.Stage
	if err := c.take(ctx, stage); err != nil {
		return c, err
	}
	ctx, cancel := t.limited(ctx) // the time of the first stage once more
	defer cancel()
	for {
		if !stage.Asks() {
			c.state = stage.State
			break
		}
		next, done, err := c.next(ctx)
		if err != nil {
			return c, err
		}
		if done {
			c.state = next.State
			break
		}
		stage = next
		if err := c.take(ctx, stage); err != nil {
			return c, err
		}
	}
	if c.problems() == 0 {
		return c, fmt.Errorf("reduction %q has trained nothing that it could decode", cell.Reduction.Name)
	}
	return c, nil
}

// check refuses a later stage that cannot be trained.
func (c *course) check(s contract.Stage) error {
	if s.Problems() == 0 {
		return errors.New("it trains nothing, which only a first stage may")
	}
	if err := c.t.block.Dataset.CheckStage(s); err != nil {
		return err
	}
	c.later += s.Fits()
	switch {
	case c.later > c.Stage.Later:
		return fmt.Errorf("with it the later stages train %d problems, inner folds counted, and the first stage announced %d at most", c.later, c.Stage.Later)
	case s.Learner != "" && c.Reduction.Learners[s.Learner] == nil:
		return fmt.Errorf("it asks for the learner of %q, which is not written", s.Learner)
	}
	if err := c.checkInputs(s); err != nil {
		return err
	}
	if l := c.learner(s); !l.Capabilities.Can(s.Task) {
		return fmt.Errorf("learner %q cannot do its %s problems", l.Name, s.Task)
	}
	return nil
}

// learner is who trains a stage. Limits that the block of a second learner does
// not set are those of the cell's own.
func (c *course) learner(s contract.Stage) *experiment.Instance {
	own := c.t.item.Learner
	if s.Learner == "" {
		return own
	}
	second := *c.Reduction.Learners[s.Learner]
	if second.Limits.Timeout == 0 {
		second.Limits.Timeout = own.Limits.Timeout
	}
	if second.Limits.Memory == 0 {
		second.Limits.Memory = own.Limits.Memory
	}
	return &second
}

// take trains a stage. What the item has trained already, for whichever cell, is
// not trained again.
func (c *course) take(ctx context.Context, s contract.Stage) error {
	taken := &step{Stage: s, t: c.t}
	var err error
	switch {
	case s.Learner != "" || seesEarlier(s):
		err = c.apart(ctx, taken)
	case len(c.steps) == 0:
		taken.uses = c.t.uses[c.place]
	default:
		err = c.join(ctx, taken)
	}
	c.steps = append(c.steps, taken)
	if err != nil {
		return err
	}
	limit := c.t.exceeded[c.place]
	if taken.own {
		limit = errors.Join(limit, taken.t.exceeded[0])
	}
	return errors.Join(limit, taken.failure())
}

// failure is the error of the first problem of a step that failed, or that of a
// step that could not begin.
func (s *step) failure() error {
	for _, u := range s.uses {
		if err := s.t.outcomes[u.Problem].Err; err != nil {
			return err
		}
	}
	return s.t.failed
}

// apart trains a stage that no other cell shares.
func (c *course) apart(ctx context.Context, s *step) error {
	on := c.t.block
	if seesEarlier(s.Stage) {
		made, err := c.overStages(ctx, s.Stage)
		if err != nil {
			return err
		}
		s.made, on = made, made
	}
	s.t, s.own = newTraining(c.t.worker, on, prepare.Item{Fold: c.t.item.Fold, Learner: c.learner(s.Stage)}), true
	s.uses = s.t.claim(s.Stage)
	s.t.uses = [][]plan.Use{s.uses}
	if err := s.t.fit(ctx); err != nil || s.WantsScores() {
		return err
	}
	s.close() // of the files and inputs nobody asks again: scores are in memory
	if s.made != nil {
		s.made.given = nil
	}
	return nil
}

// join adds a stage's problems to those of the item and trains those that are
// missing, for this cell alone.
func (c *course) join(ctx context.Context, s *step) error {
	t := c.t
	s.uses = t.claim(s.Stage)
	if s.Outputs == contract.InSample {
		t.openSample()
	}
	missing := slices.DeleteFunc(distinct(s.uses), func(i int) bool {
		o := &t.outcomes[i]
		enough := s.Outputs != contract.InSample || o.scores[t.sample] != nil || o.lost[t.sample] != nil
		return o.Err != nil || t.scored(i) && enough
	})
	if len(missing) == 0 {
		return nil
	}
	added, err := t.more(missing)
	if err != nil {
		return err
	}
	defer added.close()
	if err := added.fit(ctx); err != nil {
		return err
	}
	t.adopt(added, missing)
	t.exceeded[c.place] = errors.Join(t.exceeded[c.place], added.exceeded[0])
	return nil
}

// more returns a training of some problems on the rows and parts of t, for one
// cell.
func (t *training) more(problems []int) (*training, error) {
	added := t.alike(t.block, t.item.Fold, problems)
	added.item.Models = t.item.Models
	added.alone()
	for n, i := range problems {
		added.outcomes[n].inSample = t.outcomes[i].inSample
	}
	added.opened, added.features, added.shared, added.fitted, added.rows = true, t.features, t.shared, t.fitted, t.rows
	added.test, added.train, added.grid, added.sample = t.test, t.train, t.grid, t.sample
	var err error
	if added.files, err = sealed.New(t.worker.scratch, "item-"); err != nil {
		return nil, &scratchError{err}
	}
	return added, nil
}

// adopt takes over what became of some problems. One that had been trained before,
// without in-sample scores, keeps its scores.
func (t *training) adopt(added *training, problems []int) {
	for n, i := range problems {
		o, found := &t.outcomes[i], &added.outcomes[n]
		switch {
		case !t.scored(i):
			*o = *found
		case found.Err != nil:
			o.lose(t.sample, found.Err)
		case found.scores[t.sample] != nil:
			o.scores[t.sample] = found.scores[t.sample]
		case found.lost[t.sample] != nil:
			o.lose(t.sample, found.lost[t.sample])
		}
	}
	clear(t.whole) // files of the problems there were
	t.seconds += added.seconds
	t.peak = max(t.peak, added.peak)
}

// distinct lists the problems that are used, each once.
func distinct(uses []plan.Use) []int {
	var list []int
	seen := map[int]bool{}
	for _, u := range uses {
		if !seen[u.Problem] {
			seen[u.Problem] = true
			list = append(list, u.Problem)
		}
	}
	return list
}

// problems counts the problems whose models the cell uses, in all stages.
func (c *course) problems() int {
	total := 0
	for _, s := range c.steps {
		total += len(s.uses)
	}
	return total
}

// kind is what the scores of the last stage that has any are.
func (c *course) kind() contract.ScoreKind {
	for _, s := range slices.Backward(c.steps) {
		if len(s.uses) > 0 {
			return s.kind()
		}
	}
	return ""
}

// kind is what the scores of a step are.
func (s *step) kind() contract.ScoreKind {
	if s.Task == contract.Regression {
		return contract.Margin
	}
	return s.t.item.Learner.ScoreKind()
}

// tally sums what the stages cost. It returns the seconds of scoring; all other
// sums are in the result.
func (c *course) tally(r *store.Result) (scoring float64) {
	objective, known := 0.0, true
	r.PeakRSSBytes = c.t.peak
	for _, s := range c.steps {
		r.BinaryProblems += len(s.uses)
		r.PeakRSSBytes = max(r.PeakRSSBytes, s.t.peak)
		for _, u := range s.uses {
			o := s.t.outcomes[u.Problem]
			if o.Err != nil {
				return 0
			}
			r.TrainSeconds += o.Seconds
			if f := s.t.folded[s.InnerFolds()]; f != nil {
				r.TrainSeconds += o.spent[&f.part]
			}
			if o.constant {
				r.Constant++
				continue
			}
			if o.uncalibrated {
				r.Uncalibrated++
			}
			objective += o.Fit.Objective
			known = known && o.Fit.HasObjective
			if o.Fit.Unconverged {
				r.Unconverged++
			}
			if o.Fit.End != "" {
				if r.Ends == nil {
					r.Ends = map[contract.End]int{}
				}
				r.Ends[o.Fit.End]++
			}
		}
		if n := len(s.t.problems); n > 0 {
			scoring += s.t.seconds * float64(len(s.uses)) / float64(n)
		}
	}
	if known && !math.IsInf(objective, 0) {
		r.Objective = &objective
	}
	return scoring
}

func (c *course) close() {
	for _, s := range c.steps {
		s.close()
	}
}

// close removes the files of a step that is no other's.
func (s *step) close() {
	if s.own {
		s.t.close()
	}
	if s.made != nil {
		s.made.close()
	}
}
