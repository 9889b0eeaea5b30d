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
	all := contract.Stage{Task: c.Base.task(), Targets: contract.Matrix{Rows: n}, Outputs: contract.NoOutputs}
	of := make([][]int, len(s.Subsets))
	for m, subset := range s.Subsets {
		var sets []string
		sets, of[m] = labels.Sets(labels.Of(t.Labels, s.Labels, subset), len(subset))
		s.Sets = append(s.Sets, sets)
		all.Targets.Cols += c.Base.problems(classesOf(sets))
	}
	if err := checkTargets(n, all.Targets.Cols, "write fewer models or larger sets"); err != nil {
		return contract.Stage{}, false, err
	}
	all.Targets.Data = make([]float64, n*all.Targets.Cols)
	from := 0
	for m, sets := range s.Sets {
		each, err := c.Base.stage(of[m], classesOf(sets))
		if err != nil {
			return contract.Stage{}, false, err
		}
		for i := range n {
			copy(all.Targets.Row(i)[from:], each.Targets.Row(i))
		}
		from += each.Targets.Cols
	}
	if c.Base.direct() {
		all.Groups = s.groups()
	}
	if all.Groups > n {
		return contract.Stage{}, false, fmt.Errorf("%d training rows are too few for label sets", n)
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
	all := 0
	for m := range s.Sets {
		all += c.width(s, m)
	}
	if scores, err = last(scores, all, all); err != nil {
		return contract.Decoded{}, err
	}
	joined := labels.NewVotes(scores.Rows, s.Labels)
	from := 0
	for m, subset := range s.Subsets {
		d, err := c.Base.labelled(s.Sets[m], len(subset), columns(scores, from, c.width(s, m)), kind)
		if err != nil {
			return contract.Decoded{}, err
		}
		from += c.width(s, m)
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

// width is the number of scores of the models of a set: all multiclass problems have the
// classes of the largest.
func (c labelsets) width(s labelsetState, m int) int {
	if c.Base.direct() {
		return s.groups()
	}
	return c.Base.problems(classesOf(s.Sets[m]))
}

// columns copies some columns of a matrix.
func columns(m contract.Matrix, from, count int) contract.Matrix {
	out := contract.Matrix{Rows: m.Rows, Cols: count}
	for i := range m.Rows {
		out.Data = append(out.Data, m.Row(i)[from:from+count]...)
	}
	return out
}
