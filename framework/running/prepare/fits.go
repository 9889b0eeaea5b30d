package prepare

import (
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// countFits adds the problems that the items of a block train to the plan.
func (p *Prepared) countFits(b *Block) {
	requested, distinct, atMost := b.Fits()
	p.Plan.FitsRequested += requested
	p.Plan.FitsDistinct += distinct
	p.Plan.FitsAtMost = p.Plan.FitsAtMost || atMost
}

// Fits counts the problems that the items of a block train, once for each cell that
// uses them and once each, those of inner folds and of later stages included. What tuning leaves open counts as
// if all reductions of an item chose the same learner and encoder, and each of its own candidates the largest;
// that, and what later stages leave open, is told.
func (b *Block) Fits() (requested, once int, atMost bool) {
	for _, item := range b.Items {
		fits := b.fits(item)
		for learner, f := range fits.All() {
			times := timesTrained(learner)
			requested, once, atMost = requested+times*f.requested, once+times*f.once, atMost || f.atMost
		}
	}
	return requested, once, atMost
}

// timesTrained is how often a problem of a learner is trained: again for each inner fold of
// its calibration.
func timesTrained(learner *experiment.Instance) int {
	if learner.Host.Calibrate == "" {
		return 1
	}
	return 1 + experiment.CalibrationFolds
}

// counted is what a learner trains of an item, without calibration.
type counted struct {
	requested, once int
	atMost          bool
	chosen          []plan.Asked // of cells, what is planned or the largest candidate
	tried           grouped.By[tries, together]
}

// tries names the candidates that are tried together: of cells with one learner, whose
// training rows are divided in one way.
type tries struct {
	own      *experiment.Instance
	division string
}

// together is what a learner trains of candidates that are tried together.
type together struct {
	*Search
	stages    [][]plan.Asked // of each round
	requested []int          // problems of each round, once for each cell and candidate that uses them
}

// fits counts what an item trains, by learner.
func (b *Block) fits(item Item) (by grouped.By[*experiment.Instance, counted]) {
	for _, c := range item.Cells {
		if c.Skipped != "" {
			continue
		}
		own, largest, stages := b.Learner(c), b.largest(c), b.Stages(c)
		for _, share := range largest.Shares(own) {
			if folds := b.setFolds(c); folds > 0 && !slices.Contains(share.Decoded, folds) {
				share.Decoded = append(slices.Clone(share.Decoded), folds)
			}
			f := by.At(share.Learner)
			f.chosen = append(f.chosen, share.Asked)
			f.requested += share.Fits() + share.Later
		}
		f := by.At(own)
		for _, s := range stages {
			f.atMost = f.atMost || s.Later > 0 || s.Count() != largest.Stage.Count()
		}
		if search := b.Search(item, c); search != nil {
			for _, learner := range b.trainersOf(c) {
				by.At(learner).try(search, own, func(round int) []plan.Asked { return b.shares(c, round, learner) })
			}
		}
	}
	for learner, f := range by.All() {
		f.once = distinct(f.chosen, learner.Capabilities.Has(contract.Symmetric))
		for of, t := range f.tried.All() {
			symmetric := lists.Map(of.own.Candidates(), func(c experiment.Candidate) bool {
				if learner == of.own {
					return c.Instance.Capabilities.Has(contract.Symmetric)
				}
				return learner.Capabilities.Has(contract.Symmetric) // another trains the same columns beside each candidate
			})
			f.atMost = f.atMost || len(t.Rounds) > 1 && len(t.stages[0]) > 1
			f.once += t.once(len(b.Encoder.Candidates()), symmetric)
		}
	}
	return by
}

// trainersOf lists the learners that train problems of the candidates of a cell, its own
// first.
func (b *Block) trainersOf(c plan.Cell) []*experiment.Instance {
	list := []*experiment.Instance{b.Learner(c)}
	for _, p := range b.Candidates(c) {
		for _, learner := range p.Trainers {
			if learner != nil && !slices.Contains(list, learner) {
				list = append(list, learner)
			}
		}
	}
	return list
}

// shares is what a learner trains of each candidate of a cell in a round: stages without
// problems where it trains nothing.
func (b *Block) shares(c plan.Cell, round int, learner *experiment.Instance) []plan.Asked {
	return lists.Map(b.inRound(c, round), func(p Planned) plan.Asked {
		for _, share := range p.Shares(b.Learner(c)) {
			if share.Learner == learner {
				return share.Asked
			}
		}
		return plan.Asked{}
	})
}

// try adds the candidates of a cell with a learner of its own, given the stages of a round.
func (f *counted) try(search *Search, own *experiment.Instance, inRound func(int) []plan.Asked) {
	t := f.tried.At(tries{own, search.Division()})
	if t.Search = search; t.requested == nil {
		t.stages, t.requested = make([][]plan.Asked, len(search.Rounds)), make([]int, len(search.Rounds))
	}
	for round := range search.Rounds {
		stages := inRound(round)
		n := search.requested(round, stages)
		t.stages[round] = append(t.stages[round], stages...)
		t.requested[round] += n
		f.requested += n
	}
}

// requested counts the problems of a cell's candidates in a round, given the first stages
// of their reductions: of all in the first, in later ones as if the largest were left.
func (s *Search) requested(round int, stages []plan.Asked) (n int) {
	candidates := s.Rounds[round].Candidates
	if round > 0 {
		largest := largestOf(stages)
		return s.Divisions() * candidates * (largest.Fits() + largest.Later)
	}
	for _, stage := range stages {
		n += s.Divisions() * candidates / len(stages) * (stage.Fits() + stage.Later)
	}
	return n
}

// once counts the distinct problems, given whether a problem and its mirror are one beside
// each candidate of the cells' learner: in rounds after the first as if all candidates of the
// reductions were left, with as many encoders and learners as there are candidates.
func (t together) once(encoders int, symmetric []bool) (n int) {
	for i, round := range t.Rounds {
		distinctly := 0
		for pair := range min(round.Candidates, encoders*len(symmetric)) {
			distinctly += t.Divisions() * distinct(t.stages[i], symmetric[pair%len(symmetric)])
		}
		n += min(distinctly, t.requested[i])
	}
	return n
}

// largest is a cell's reduction, of its candidates that with most problems.
func (b *Block) largest(c plan.Cell) Planned {
	return slices.MaxFunc(b.Candidates(c), func(x, y Planned) int { return byProblems(x.Asked(), y.Asked()) })
}

func largestOf(stages []plan.Asked) plan.Asked { return slices.MaxFunc(stages, byProblems) }

// byProblems compares by what is trained.
func byProblems(x, y plan.Asked) int {
	return x.Fits() + x.Later - y.Fits() - y.Later
}

// distinct counts how often the problems of some reductions are trained, given
// their first stages: each distinct one, each again in the inner folds that some
// stage wants it in, and all that later stages may add.
func distinct(stages []plan.Asked, symmetric bool) int {
	var shared []plan.Asked // by the cells' own learner
	inner := map[int][]plan.Asked{}
	total := 0
	for _, s := range stages {
		total += s.Later
		if s.Learner != "" {
			total += s.Fits()
			continue
		}
		shared = append(shared, s)
		for _, folds := range s.Inner() {
			inner[folds] = append(inner[folds], s)
		}
	}
	problems, _ := plan.Union(shared, symmetric)
	total += len(problems)
	for folds, wanting := range inner {
		problems, _ := plan.Union(wanting, symmetric)
		total += folds * len(problems)
	}
	return total
}

// innerLevels is how deep inner folds lie within each other.
func (b *Block) innerLevels(item Item) int {
	levels := 0
	if b.Tunes(item) {
		levels++
	}
	if b.Calibrates(item) {
		levels++
	}
	if b.Asks(item) {
		levels++
	}
	return levels
}

// Tunes reports whether something of an item is tuned.
func (b *Block) Tunes(item Item) bool {
	return slices.ContainsFunc(item.Cells, func(c plan.Cell) bool { return b.Tune(c) != nil })
}

// setFolds is by how many inner folds the training rows calibrate prediction sets of a cell, 0
// where they do not: it has no probabilities, or several stages.
func (b *Block) setFolds(c plan.Cell) int {
	first := b.largest(c).Stage
	if c.NoProbabilities || b.Dataset.Table.Target.MultiLabel || !first.Single() ||
		b.Planned[c.Reduction].Reduction.Host.Corrects() {
		return 0
	}
	return b.SetFolds
}

// Asks reports whether a reduction of an item, or prediction sets, want to see the training rows, or
// whether class probabilities are calibrated by them.
func (b *Block) Asks(item Item) bool {
	return slices.ContainsFunc(item.Cells, func(c plan.Cell) bool {
		return b.setFolds(c) > 0 ||
			slices.ContainsFunc(b.Stages(c), func(s plan.Asked) bool { return s.Asks() || len(s.Decoded) > 0 })
	})
}
