package multilabel

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// What an ensemble may cost, and what it is made of if nothing else is written.
const (
	maxPruned     = 1000
	defaultSample = 0.63
)

func prunedSets() contract.Component {
	return ofLabels[pruned](contract.Component{
		Name:    "pruned_sets",
		Sources: []contract.Source{read2008},
		Params: []contract.Param{
			step.By(step.Whole("prune", 0, 0), 1),
			step.Whole("subsets", 0, 0),
			step.Whole("larger_than", 0, 0),
			baseParam(),
			step.By(step.Whole("ensemble", 1, maxPruned), 1),
			{Name: "sample", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1)},
			shareParam(),
			step.DrawParam(),
		},
	})
}

// pruned is the configuration of pruned_sets.
type pruned struct {
	Prune     int      `json:"prune"`
	Subsets   *int     `json:"subsets"`     // nil if not written
	Larger    *int     `json:"larger_than"` // likewise
	Base      nested   `json:"base"`
	Ensemble  int      `json:"ensemble"`
	Sample    *float64 `json:"sample"`    // nil if not written
	Threshold *float64 `json:"threshold"` // likewise
	Draw      float64  `json:"draw"`      // the host's seed depends on it
}

// prunedState holds the label sets of each model, when they have been seen.
type prunedState struct {
	known
	Sets powersets `json:"sets,omitempty"`
}

// Check refuses sets of other labels.
func (s prunedState) Check() error {
	if err := s.known.Check(); err != nil {
		return err
	}
	return s.Sets.check(s.size)
}

// size is the number of labels that every model knows.
func (s prunedState) size(int) int { return s.Labels }

func (c pruned) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	if c.Subsets != nil && c.Larger != nil {
		ds.At("subsets").Errorf("subsets contradicts larger_than",
			"A pruned set is replaced either by a number of subsets, or by all that are large enough. Remove one of the two.")
	}
	if c.Ensemble > 1 {
		if c.Sample != nil && *c.Sample == 1 {
			ds.At("sample").Errorf("all models of the ensemble would be the same",
				"Each gets all training rows: write a share below 1, or remove ensemble.")
		}
		return ds
	}
	warn := func(name string, written bool) {
		if written {
			ds.NoEffect(name, "It belongs to an ensemble. Remove it.")
		}
	}
	warn("sample", c.Sample != nil)
	warn("threshold", c.Threshold != nil)
	warn("draw", c.Draw != 0)
	return ds
}

func (c pruned) Capabilities() contract.Capabilities {
	if c.Ensemble > 1 {
		return capable(c.Base.task())
	}
	return c.Base.capabilities()
}

// Plan asks for the labels of the training rows.
func (c pruned) Plan(s *prunedState, r contract.Reduction, _ *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	later := min(contract.MostLater, c.Ensemble*c.Base.problems(mostSets(s.Labels)))
	return contract.Stage{Outputs: contract.ClassesOnly, Later: later}
}

// Next returns the stage of the models.
func (c pruned) Next(s *prunedState, t contract.Training) (contract.Stage, error) {
	members := make([][][]int, c.Ensemble)
	for m := range members {
		sets, of := c.member(t, s.Labels, m)
		if err := checkSets(len(sets), "pruned_sets", "prune more of them"); err != nil {
			return contract.Stage{}, err
		}
		members[m], s.Sets = of, append(s.Sets, sets)
	}
	return c.stage(s.Sets, members, len(t.Labels)/s.Labels)
}

// member prunes the label sets of all training rows, or of those that a model of an
// ensemble gets. It returns the sets of the model and those of each training row, which are
// none of a row that it does not train on.
func (c pruned) member(t contract.Training, k, number int) (sets []string, of [][]int) {
	by := labels.Pruning{Most: c.Prune, Subsets: 1, Larger: c.Larger}
	if c.Subsets != nil {
		by.Subsets = *c.Subsets
	}
	n := len(t.Labels) / k
	rows := lists.Range(n)
	if c.Ensemble > 1 {
		share := defaultSample
		if c.Sample != nil {
			share = *c.Sample
		}
		rng := rand.New(rand.NewPCG(t.Seed, uint64(number)))
		rows = labels.Sample(rng, n, min(n, max(1, int(share*float64(n)))))
	}
	sets, own := labels.Prune(t.Labels, k, rows, by)
	of = make([][]int, n)
	for i, row := range rows {
		of[row] = own[i]
	}
	return sets, of
}

// stage asks for the problems of models. A training row is there as often as some model
// has it, and other models leave it out.
func (c pruned) stage(sets powersets, members [][][]int, n int) (contract.Stage, error) {
	var rows, copies []int // of each row of the targets, its number among the copies of its training row
	for row := range n {
		most := 0
		for _, of := range members {
			most = max(most, len(of[row]))
		}
		for i := range most {
			rows, copies = append(rows, row), append(copies, i)
		}
	}
	instead := "prune more label sets, or take a smaller ensemble"
	stage, err := c.Base.sideBySide(sets, len(rows), instead, func(m int) []int {
		of := make([]int, len(rows))
		for i, row := range rows {
			of[i] = leftOut
			if own := members[m][row]; copies[i] < len(own) {
				of[i] = own[copies[i]]
			}
		}
		return of
	})
	if targets, ok := stage.Problems.(contract.Targeted); ok && !slices.Equal(rows, lists.Range(n)) {
		targets.Rows = rows
		stage.Problems = targets
	}
	return stage, err
}

// Decode predicts the labels of the best set, or those with enough votes.
func (c pruned) Decode(s prunedState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if len(s.Sets) != c.Ensemble {
		return contract.Decoded{}, fmt.Errorf("the state of the reduction has label sets of %d models, and there are %d",
			len(s.Sets), c.Ensemble)
	}
	var one contract.Decoded
	votes := labels.NewVotes(scores.Rows, s.Labels)
	err := c.Base.each(s.Sets, s.size, scores, kind, func(_ int, d contract.Decoded) {
		one = d
		votes.Add(lists.Range(s.Labels), d)
	})
	if err != nil || c.Ensemble == 1 {
		return one, err
	}
	return votes.Decide(shareAbove(c.Threshold))
}
