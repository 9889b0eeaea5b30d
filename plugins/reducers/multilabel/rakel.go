package multilabel

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// What random labelsets may cost.
const (
	maxLabelset  = 12 // 4096 sets of its labels
	maxLabelsets = 10_000
)

func rakel() contract.Component {
	return ofLabels[labelsets](contract.Component{
		Name:    "rakel",
		Sources: []contract.Source{tsoumakas2011},
		Params: []contract.Param{
			step.By(step.Whole("size", 1, maxLabelset), 3),
			step.Whole("models", 1, maxLabelsets),
			{Name: "disjoint", Type: "bool", Default: false},
			shareParam(),
			step.DrawParam(),
			baseParam(),
		},
	})
}

// labelsets is the configuration of rakel.
type labelsets struct {
	Size      int      `json:"size"`
	Models    int      `json:"models"` // 0 if not written
	Disjoint  bool     `json:"disjoint"`
	Threshold *float64 `json:"threshold"` // nil if not written
	Draw      float64  `json:"draw"`      // the host's seed depends on it
	Base      nested   `json:"base"`
}

// labelsetState holds the sets of labels, and of each the label sets that training rows
// have of it when they have been seen.
type labelsetState struct {
	known
	Subsets [][]int   `json:"subsets"`
	Sets    powersets `json:"sets,omitempty"`
}

// Check refuses sets of other labels and models.
func (s labelsetState) Check() error {
	if len(s.Subsets) == 0 || s.Sets != nil && len(s.Sets) != len(s.Subsets) {
		return errors.New("it does not have the sets of its models")
	}
	for _, subset := range s.Subsets {
		if len(subset) == 0 || slices.Min(subset) < 0 || slices.Max(subset) >= s.Labels {
			return fmt.Errorf("%v are not some of %d labels", subset, s.Labels)
		}
	}
	return s.Sets.check(s.size)
}

// size is the number of labels that a model knows.
func (s labelsetState) size(m int) int { return len(s.Subsets[m]) }

func (c labelsets) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	if c.Disjoint && c.Models != 0 {
		ds.At("models").Errorf("disjoint labelsets need no number",
			"There are as many as their size says, with each label once. Remove models, or write disjoint = false.")
	}
	if c.Disjoint && c.Threshold != nil {
		ds.At("threshold").Errorf("disjoint labelsets have no votes",
			"Each label is predicted by one model. Remove threshold, or write disjoint = false.")
	}
	return ds
}

func (c labelsets) Capabilities() contract.Capabilities {
	if !c.Disjoint {
		return capable(c.Base.task())
	}
	return c.Base.capabilities()
}

// Plan draws the sets and asks for the labels of the training rows.
func (c labelsets) Plan(s *labelsetState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	if s.Subsets = c.draw(ds, r); ds.Failed() {
		return contract.Stage{}
	}
	later := 0
	for _, subset := range s.Subsets {
		later = min(contract.MostLater, later+c.Base.problems(max(2, 1<<len(subset))))
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: later}
}

// draw returns random sets of labels.
func (c labelsets) draw(ds *step.Diagnostics, r contract.Reduction) [][]int {
	k, rng := len(r.Classes), rand.New(rand.NewPCG(r.Seed, 0))
	if c.Size > k {
		ds.At("size").Errorf(fmt.Sprintf("size is %d", c.Size), "The data have %d labels, and no set can have more.", k)
		return nil
	}
	if c.Disjoint {
		return labels.Partition(rng, k, c.Size)
	}
	all := labels.Choose(k, c.Size, maxLabelsets)
	number := cmp.Or(c.Models, min(2*k, all))
	if number > all {
		ds.At("models").Errorf(fmt.Sprintf("models is %d", number), "There are %d different sets of %d of %d labels.",
			all, c.Size, k)
		return nil
	}
	return labels.Overlapping(rng, k, c.Size, number)
}

// Next returns the stage of a multiclass problem for each set, or of what its base makes
// of each.
func (c labelsets) Next(s *labelsetState, t contract.Training) (contract.Stage, error) {
	of := make([][]int, len(s.Subsets))
	for m, subset := range s.Subsets {
		var sets []string
		sets, of[m] = labels.Sets(labels.Of(t.Labels, s.Labels, subset), len(subset))
		s.Sets = append(s.Sets, sets)
	}
	return c.Base.sideBySide(s.Sets, len(t.Labels)/s.Labels, "write fewer models or larger sets",
		func(m int) []int { return of[m] })
}

// Decode counts the votes of the models.
func (c labelsets) Decode(s labelsetState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if s.Sets == nil {
		return contract.Decoded{}, errNoSets
	}
	votes := labels.NewVotes(scores.Rows, s.Labels)
	err := c.Base.each(s.Sets, s.size, scores, kind, func(m int, d contract.Decoded) { votes.Add(s.Subsets[m], d) })
	switch {
	case err != nil:
		return contract.Decoded{}, err
	case c.Disjoint:
		return votes.Alone(), nil
	}
	return votes.Decide(shareAbove(c.Threshold))
}
