package multilabel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func plst() contract.Component {
	center := contract.Param{Name: "center", Type: "bool", Default: true}
	return ofLabels[projected](contract.Component{
		Name: "plst", Sources: []contract.Source{tai2012}, Params: slices.Insert(projectionParams(), 2, center),
	})
}

// projectionParams describe the number of components and the threshold.
func projectionParams() []contract.Param {
	components := step.Whole("components", 1, 0)
	components.Doc = "M, the number of components, at most that of the labels. Write this or explained."
	return []contract.Param{
		components,
		{Name: "explained", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1),
			Doc: "The share of the sum of squares of Σ that as few components as possible explain, separately in each fold."},
		thresholdParam("of A (default 0.5)", foundByFolds+" Directions and means are those of all training rows."),
		topParam(), thresholdFolds(),
	}
}

func cplst() contract.Component {
	return ofLabels[conditional](contract.Component{
		Name: "cplst", Sources: []contract.Source{chen2012}, Params: projectionParams(),
	})
}

// conditional is the configuration of cplst.
type conditional struct{ projected }

// Plan asks for the labels and the features of the training rows.
func (c conditional) Plan(s *projectedState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	stage := c.projected.Plan(s, r, ds)
	stage.Features = true
	return stage
}

// Next returns the stage of the projections, and after it finds the thresholds.
func (c conditional) Next(s *projectedState, t contract.Training) (contract.Stage, error) {
	return c.next(s, t, func(size labels.Size) (labels.Projection, error) {
		return labels.Conditional(t.Labels, len(t.Counts), t.Features.Matrix, size)
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

// projectedState has the number of labels alone until they have been seen.
type projectedState struct {
	known
	labels.Projection
	Thresholds []float64 `json:"thresholds,omitempty"` // if they were found
}

// Check refuses a projection of other labels.
func (s projectedState) Check() error {
	if len(s.V) > 0 && len(s.Mean) != s.Labels {
		return errors.New("its means are not those of the labels")
	}
	for _, v := range s.V {
		if len(v) != s.Labels {
			return errors.New("its directions are not those of the labels")
		}
	}
	return s.known.Check()
}

func (c projected) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.check(&ds)
	c.checkFolds(&ds, c.Folds)
	switch {
	case c.Components == 0 && c.Explained == 0:
		ds.Errorf("missing number of components", "Write components = 5, for example, or explained = 0.9.")
	case c.Components != 0 && c.Explained != 0:
		ds.At("explained").Errorf("the number of components is given twice", "Write one of components and explained.")
	}
	return ds
}

func (c projected) Capabilities() contract.Capabilities { return capable(contract.Regression) }

// Plan asks for the labels of the training rows.
func (c projected) Plan(s *projectedState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	if c.Components > s.Labels {
		ds.At("components").Errorf(fmt.Sprintf("components is %d", c.Components),
			"The data have %d labels: there are at most %d components.", s.Labels, s.Labels)
	}
	c.checkTop(ds, s.Labels)
	later := contract.Stage{Outputs: c.outputs(), Folds: c.Folds}
	most := cmp.Or(c.Components, s.Labels)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: most * (1 + later.InnerFolds())}
}

// Next returns the stage of the projections, and after it finds the thresholds.
func (c projected) Next(s *projectedState, t contract.Training) (contract.Stage, error) {
	return c.next(s, t, func(size labels.Size) (labels.Projection, error) {
		return labels.Principal(t.Labels, len(t.Counts), c.Center, size)
	})
}

// next is Next with directions from the training rows.
func (c projected) next(s *projectedState, t contract.Training,
	directions func(labels.Size) (labels.Projection, error)) (stage contract.Stage, err error) {
	if len(s.V) > 0 {
		if err = c.checkOutputs(t, s.Labels, len(s.V)); err == nil {
			s.Thresholds = c.find(s.scores(t.Outputs), t.Labels)
		}
		return stage, err
	}
	most := cmp.Or(c.Components, s.Labels)
	if err = step.CheckTargets(len(t.Labels)/s.Labels, most, "write fewer components"); err != nil {
		return stage, err
	}
	s.Projection, err = directions(labels.Size{Components: c.Components, Explained: c.Explained})
	if err != nil {
		return stage, err
	}
	return contract.Stage{
		Problems: contract.Targeted{Task: contract.Regression, Values: s.Project(t.Labels)},
		Outputs:  c.outputs(), Folds: c.Folds,
	}, nil
}

// scores returns 2A − 1.
func (s projectedState) scores(a contract.Matrix) contract.Matrix {
	out := s.Back(a)
	for i, v := range out.Data {
		out.Data[i] = float64(2*v) - 1
	}
	return out
}

// Decode brings the regressions back to labels and applies the threshold.
func (c projected) Decode(s projectedState, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if len(s.V) == 0 {
		return contract.Decoded{}, errors.New("the state of the reduction holds no projection")
	}
	if err := step.CheckScores(scores, len(s.V)); err != nil {
		return contract.Decoded{}, err
	}
	if c.found() {
		return c.decide(s.scores(scores), contract.Margin, s.Thresholds)
	}
	threshold, written := c.Threshold.(float64)
	if !written {
		threshold = middle
	}
	level := float64(2*threshold) - 1
	return c.cut(labels.Decide(s.scores(scores), slices.Repeat([]float64{level}, s.Labels), contract.Margin))
}
