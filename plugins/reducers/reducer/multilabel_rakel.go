package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

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
}

// labelsetState holds the sets of labels, and of each the label sets that training rows
// have of it when they have been seen.
type labelsetState struct {
	Labels  int        `json:"labels"`
	Subsets [][]int    `json:"subsets"`
	Sets    [][]string `json:"sets,omitempty"`
}

func (s labelsetState) check() error {
	if s.Labels < 1 || len(s.Subsets) == 0 || s.Sets != nil && len(s.Sets) != len(s.Subsets) {
		return errors.New("it has no labels or not the sets of its models")
	}
	for m, subset := range s.Subsets {
		if len(subset) == 0 || slices.Min(subset) < 0 || slices.Max(subset) >= s.Labels {
			return fmt.Errorf("%v are none of %d labels", subset, s.Labels)
		}
		if s.Sets == nil {
			continue
		}
		for _, set := range s.Sets[m] {
			if len(set) != len(subset) || strings.Trim(set, "01") != "" {
				return fmt.Errorf("%q is no set of %d labels", set, len(subset))
			}
		}
		if len(s.Sets[m]) == 0 {
			return errors.New("a model of it has no label sets")
		}
	}
	return nil
}

// groups is the largest number of classes of a model.
func (s labelsetState) groups() int {
	most := 2
	for _, sets := range s.Sets {
		most = max(most, len(sets))
	}
	return most
}

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
	caps := ofLabels(contract.Multiclass)
	if c.Disjoint {
		caps.Probabilities = []contract.ScoreKind{contract.LogOdds}
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
	return contract.Stage{Outputs: contract.ClassesOnly, Later: len(s.Subsets), State: pack(s)}, nil
}

// Next returns the stage of a multiclass problem for each set.
func (c labelsets) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[labelsetState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	n := len(t.Labels) / s.Labels
	if err := checkTargets(n, len(s.Subsets), "write fewer models or larger sets"); err != nil {
		return contract.Stage{}, false, err
	}
	targets := contract.Matrix{Rows: n, Cols: len(s.Subsets), Data: make([]float64, n*len(s.Subsets))}
	for m, subset := range s.Subsets {
		sets, of := labels.Sets(labels.Of(t.Labels, s.Labels, subset), len(subset))
		s.Sets = append(s.Sets, sets)
		for i, set := range of {
			targets.Row(i)[m] = float64(set)
		}
	}
	if s.groups() > n {
		return contract.Stage{}, false, fmt.Errorf("%d training rows are too few for label sets", n)
	}
	return contract.Stage{Task: contract.Multiclass, Targets: targets, Groups: s.groups(), Outputs: contract.NoOutputs,
		State: pack(s)}, false, nil
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
	all := len(s.Sets) * s.groups()
	if scores, err = last(scores, all, all); err != nil {
		return contract.Decoded{}, err
	}
	joined := labels.NewVotes(scores.Rows, s.Labels)
	for m, subset := range s.Subsets {
		own := columns(scores, m*s.groups(), len(s.Sets[m]))
		d, err := labels.DecideSets(s.Sets[m], len(subset), own, kind)
		if err != nil {
			return contract.Decoded{}, err
		}
		joined.Add(subset, d)
	}
	if c.Disjoint {
		return joined.Alone(), nil
	}
	threshold := middle
	if c.Threshold != nil {
		threshold = *c.Threshold
	}
	return joined.Decide(threshold)
}

// columns copies some columns of a matrix.
func columns(m contract.Matrix, from, count int) contract.Matrix {
	out := contract.Matrix{Rows: m.Rows, Cols: count}
	for i := range m.Rows {
		out.Data = append(out.Data, m.Row(i)[from:from+count]...)
	}
	return out
}
