package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// What random labelsets may cost.
const (
	maxLabelset  = 12 // 4096 sets of its labels
	maxLabelsets = 10_000
)

func rakel() contract.Component {
	return configured.Reducer[labelsets](contract.Component{
		Name: "rakel",
		Sources: []contract.Source{contract.Article("tsoumakas2011",
			"Tsoumakas, Grigorios and Katakis, Ioannis and Vlahavas, Ioannis", "Random k-Labelsets for Multilabel Classification",
			"IEEE Transactions on Knowledge and Data Engineering", "23(7)", "1079--1089", "2011")},
		Doc: "Random k-labelsets (Tsoumakas, Katakis & Vlahavas 2011): label_powerset on each of some small sets of labels, " +
			"which overlap (RAkELo), or are disjoint and have each label once (RAkELd). Where they overlap a label's score is " +
			"the share of the models that know it which predict it, and it is predicted if that is above the threshold; " +
			"where they are disjoint predictions, scores and probabilities are those of label_powerset.",
		Params: []contract.Param{
			{Name: "size", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxLabelset), Default: 3.0,
				Doc: "Labels of a set, at most those of the data; of disjoint ones the last may have fewer."},
			{Name: "models", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxLabelsets),
				Doc: "Number of overlapping sets, which are different; twice the number of labels if not written, or all there are."},
			{Name: "disjoint", Type: "bool", Default: false, Doc: "Whether the sets are disjoint."},
			{Name: "threshold", Type: "number", Min: contract.Bound(0), Max: contract.Bound(1), Decoding: true,
				Doc: "Above what share of votes a label is predicted where sets overlap; 0.5 if not written."},
			drawParam("Number of the random sets: another number gives other sets from the same seed."),
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
	Labels  int       `json:"labels"`
	Subsets [][]int   `json:"subsets"`
	Sets    powersets `json:"sets,omitempty"`
}

func (s labelsetState) check() error {
	if s.Labels < 1 || len(s.Subsets) == 0 || s.Sets != nil && len(s.Sets) != len(s.Subsets) {
		return errors.New("it has no labels or not the sets of its models")
	}
	for _, subset := range s.Subsets {
		if len(subset) == 0 || slices.Min(subset) < 0 || slices.Max(subset) >= s.Labels {
			return fmt.Errorf("%v are none of %d labels", subset, s.Labels)
		}
	}
	return s.Sets.check(s.size)
}

// size is the number of labels that a model knows.
func (s labelsetState) size(m int) int { return len(s.Subsets[m]) }

func (c labelsets) Check() []contract.Diagnostic {
	if !c.Disjoint {
		return nil
	}
	var ds []contract.Diagnostic
	if c.Models != 0 {
		ds = append(ds, contract.Errorf([]any{"models"}, "disjoint labelsets need no number",
			"There are as many as their size says, with each label once. Remove models, or write disjoint = false."))
	}
	if c.Threshold != nil {
		ds = append(ds, contract.Errorf([]any{"threshold"}, "disjoint labelsets have no votes",
			"Each label is predicted by one model. Remove threshold, or write disjoint = false."))
	}
	return ds
}

func (c labelsets) Capabilities() contract.Capabilities {
	caps := ofLabels(c.Base.task())
	if c.Disjoint {
		caps.Probabilities = c.Base.probabilities()
	}
	return caps
}

// Plan draws the sets and asks for the labels of the training rows.
func (c labelsets) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	if c.Size > k {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"size"}, fmt.Sprintf("size is %d", c.Size),
			"The data have %d labels, of which a set can have no more.", k)}
	}
	s, rng := labelsetState{Labels: k}, rand.New(rand.NewPCG(r.Seed, 0))
	switch {
	case c.Disjoint:
		s.Subsets = labels.Partition(rng, k, c.Size)
	default:
		all, number := labels.Choose(k, c.Size, maxLabelsets), c.Models
		if number == 0 {
			number = min(2*k, all)
		}
		if number > all {
			return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"models"}, fmt.Sprintf("models is %d", number),
				"There are %d different sets of %d of %d labels.", all, c.Size, k)}
		}
		s.Subsets = labels.Overlapping(rng, k, c.Size, number)
	}
	later := 0
	for _, subset := range s.Subsets {
		later = min(contract.MostLater, later+c.Base.problems(max(2, 1<<len(subset))))
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: later, State: pack(s)}, nil
}

// Next returns the stage of a multiclass problem for each set, or of what its base makes
// of each.
func (c labelsets) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[labelsetState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	n := len(t.Labels) / s.Labels
	of := make([][]int, len(s.Subsets))
	for m, subset := range s.Subsets {
		var sets []string
		sets, of[m] = labels.Sets(labels.Of(t.Labels, s.Labels, subset), len(subset))
		s.Sets = append(s.Sets, sets)
	}
	all, err := c.Base.sideBySide(s.Sets, n, "write fewer models or larger sets", func(m int) []int { return of[m] })
	if err != nil {
		return contract.Stage{}, false, err
	}
	all.State = pack(s)
	return all, false, nil
}

// Decode counts the votes of the models.
func (c labelsets) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[labelsetState](b)
	if err == nil && s.Sets == nil {
		err = errors.New("the state of the reduction holds no label sets")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	votes := labels.NewVotes(scores.Rows, s.Labels)
	if err := c.Base.each(s.Sets, s.size, scores, kind, func(m int, d contract.Decoded) {
		votes.Add(s.Subsets[m], d)
	}); err != nil {
		return contract.Decoded{}, err
	}
	if c.Disjoint {
		return votes.Alone(), nil
	}
	return votes.Decide(shareAbove(c.Threshold))
}
