package reducer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// middle is the threshold between a label's absence, 0, and its presence, 1.
const middle = 0.5

func plst() contract.Component {
	return configured.Reducer[projected](contract.Component{
		Name: "plst",
		Sources: []contract.Source{contract.Article("tai2012", "Tai, Farbound and Lin, Hsuan-Tien",
			"Multilabel Classification with Principal Label Space Transformation", "Neural Computation", "24(9)", "2508--2542",
			"2012")},
		Doc: "Principal label space transformation (Tai & Lin 2012): Y = UΣVᵀ of the training rows' labels (0 " +
			"and 1, minus their means), " +
			"one regression for each of the M projections of Y on the leading columns of V, decoded as A = A'Vᵀ + means; " +
			"the score of a label is 2A - 1, as if it were -1 and 1. With all components it is binary relevance by " +
			"the same linear regression.",
		Params: append(sizeParams(),
			contract.Param{Name: "center", Type: "bool", Default: true,
				Doc: "Whether the means of the training rows are taken from the labels and added back."},
			thresholdParam("of A (0.5 if not written)", foundByFolds+" Directions and means are those of all training rows."),
			topParam(), thresholdFolds(),
		),
	})
}

// sizeParams describe the number of components.
func sizeParams() []contract.Param {
	return []contract.Param{
		{Name: "components", Type: "number", Integer: true, Min: contract.Bound(1),
			Doc: "M, the number of components, at most that of the labels. Write this or explained."},
		{Name: "explained", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1),
			Doc: "The share of the sum of squares of Σ that as few components as possible explain, in each fold for itself."},
	}
}

func cplst() contract.Component {
	return configured.Reducer[conditional](contract.Component{
		Name: "cplst",
		Sources: []contract.Source{contract.Paper("chen2012", "Chen, Yao-Nan and Lin, Hsuan-Tien",
			"Feature-aware Label Space Dimension Reduction for Multi-label Classification",
			"Advances in Neural Information Processing Systems 25", "2012")},
		Doc: "Conditional principal label space transformation (Chen & Lin 2012): as plst, with the leading eigenvectors of " +
			"ZᵀHZ in place of V, where Z is the labels minus their means and H projects on the training rows' features and a " +
			"constant: of the directions of the labels those that a linear regression on the features can tell. Features are " +
			"needed dense.",
		Params: append(sizeParams(),
			thresholdParam("of A (0.5 if not written)", foundByFolds+" Directions and means are those of all training rows."),
			topParam(), thresholdFolds(),
		),
	})
}

// conditional is the configuration of cplst.
type conditional struct{ projected }

// Plan asks for the labels and the features of the training rows.
func (c conditional) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s, ds := c.projected.Plan(r)
	s.Features = ds == nil
	return s, ds
}

// Next returns the stage of the projections, and after it finds the thresholds.
func (c conditional) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	return c.next(b, t, func(size labels.Size) (labels.Projection, error) {
		return labels.Conditional(t.Labels, len(t.Counts), t.Features, size)
	})
}

// projected is the configuration of plst.
type projected struct {
	thresholding
	Components int     `json:"components"` // 0 if not written
	Explained  float64 `json:"explained"`  // 0 if not written
	Center     bool    `json:"center"`
	Folds      int     `json:"folds"` // 0 if not written
}

// projectedState is empty but for the number of labels until they have been seen.
type projectedState struct {
	Labels int `json:"labels"`
	labels.Projection
	Thresholds []float64 `json:"thresholds,omitempty"` // if they were found
}

func (s projectedState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	if len(s.V) > 0 && len(s.Mean) != s.Labels {
		return errors.New("its means are not those of the labels")
	}
	for _, v := range s.V {
		if len(v) != s.Labels {
			return errors.New("its directions are not those of the labels")
		}
	}
	return nil
}

func (c projected) Check() []contract.Diagnostic {
	ds := append(c.thresholding.check(), c.checkFolds(c.Folds)...)
	switch {
	case c.Components == 0 && c.Explained == 0:
		ds = append(ds, contract.Errorf(nil, "missing number of components",
			"Write components = 5, for example, or explained = 0.9."))
	case c.Components != 0 && c.Explained != 0:
		ds = append(ds, contract.Errorf([]any{"explained"}, "the number of components is given twice",
			"Write one of components and explained."))
	}
	return ds
}

func (c projected) Capabilities() contract.Capabilities { return ofLabels(contract.Regression) }

// most is the largest number of components of k labels.
func (c projected) most(k int) int {
	if c.Components > 0 {
		return c.Components
	}
	return k
}

// Plan asks for the labels of the training rows.
func (c projected) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	if c.Components > k {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"components"},
			fmt.Sprintf("components is %d", c.Components),
			"The data have %d labels: there are at most %d components.", k, k)}
	}
	if ds := c.checkTop(k); ds != nil {
		return contract.Stage{}, ds
	}
	later := contract.Stage{Outputs: c.outputs(), Folds: c.Folds}
	return contract.Stage{
		Outputs: contract.ClassesOnly, Later: c.most(k) * (1 + later.InnerFolds()), State: pack(projectedState{Labels: k}),
	}, nil
}

// Next returns the stage of the projections, and after it finds the thresholds.
func (c projected) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	return c.next(b, t, func(size labels.Size) (labels.Projection, error) {
		return labels.Principal(t.Labels, len(t.Counts), c.Center, size)
	})
}

// next is Next with directions from the training rows.
func (c projected) next(b []byte, t contract.Training,
	directions func(labels.Size) (labels.Projection, error)) (contract.Stage, bool, error) {
	s, err := unpack[projectedState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	if len(s.V) > 0 {
		return c.decided(s, t)
	}
	if err := checkTargets(len(t.Labels)/s.Labels, c.most(s.Labels), "write fewer components"); err != nil {
		return contract.Stage{}, false, err
	}
	s.Projection, err = directions(labels.Size{Components: c.Components, Explained: c.Explained})
	if err != nil {
		return contract.Stage{}, false, err
	}
	return contract.Stage{
		Task: contract.Regression, Targets: s.Project(t.Labels), Outputs: c.outputs(), Folds: c.Folds, State: pack(s),
	}, false, nil
}

// decided finds the thresholds.
func (c projected) decided(s projectedState, t contract.Training) (contract.Stage, bool, error) {
	if err := c.checkOutputs(t, s.Labels, len(s.V)); err != nil {
		return contract.Stage{}, false, err
	}
	s.Thresholds = c.find(s.scores(t.Outputs), t.Labels)
	return contract.Stage{State: pack(s)}, true, nil
}

// scores returns 2A − 1.
func (s projectedState) scores(a contract.Matrix) contract.Matrix {
	out := s.Back(a)
	for i, v := range out.Data {
		out.Data[i] = 2*v - 1
	}
	return out
}

// Decode brings the regressions back to labels and applies the threshold.
func (c projected) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[projectedState](b)
	if err == nil && len(s.V) == 0 {
		err = errors.New("the state of the reduction holds no projection")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, len(s.V), len(s.V)); err != nil {
		return contract.Decoded{}, err
	}
	if c.found() {
		return c.decide(s.scores(scores), contract.Margin, s.Thresholds)
	}
	threshold, written := c.Threshold.(float64)
	if !written {
		threshold = middle
	}
	return c.cut(labels.Decide(s.scores(scores), slices.Repeat([]float64{2*threshold - 1}, s.Labels), contract.Margin))
}
