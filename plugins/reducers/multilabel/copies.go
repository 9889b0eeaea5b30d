package multilabel

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// copyMethod is a copy transformation by its name.
type copyMethod string

// The copy transformations.
const (
	copyAll      copyMethod = "copy"
	copyWeight   copyMethod = "copy_weight"
	selectMax    copyMethod = "select_max"
	selectMin    copyMethod = "select_min"
	selectRandom copyMethod = "select_random"
	ignoreSets   copyMethod = "ignore"
)

// selections are the labels of a row that each of them takes.
var selections = map[copyMethod]labels.Selection{
	copyAll: labels.EveryLabel, copyWeight: labels.EveryLabel, selectMax: labels.MostFrequent,
	selectMin: labels.LeastFrequent, selectRandom: labels.RandomLabel, ignoreSets: labels.OnlyLabel,
}

func copyTransformation() contract.Component {
	methods := []string{
		string(copyAll), string(copyWeight), string(selectMax), string(selectMin), string(selectRandom), string(ignoreSets),
	}
	return ofLabels[copied](contract.Component{
		Name: "copy_transformation",
		Params: []contract.Param{
			{Name: "method", Type: "string", OneOf: methods, Default: string(copyAll)},
			shareParam(), topParam(), step.DrawParam(),
		},
	})
}

// copied is the configuration of copy_transformation.
type copied struct {
	Method    copyMethod `json:"method"`
	Threshold *float64   `json:"threshold"` // nil if not written
	Top       int        `json:"top"`       // 0 if not written
	Draw      float64    `json:"draw"`      // the host's seed depends on it
}

func (c copied) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	if c.Top > 0 && c.Threshold != nil {
		contradicted(&ds)
	}
	if c.Draw != 0 && c.Method != selectRandom {
		ds.NoEffect("draw", "It numbers random labels: write method = \"select_random\" or remove it.")
	}
	return ds
}

func (c copied) Capabilities() contract.Capabilities {
	caps := capable(contract.Multiclass)
	caps.Properties |= contract.TakesWeights.If(c.Method == copyWeight)
	if c.Threshold != nil {
		caps.Needs = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan asks for the labels of the training rows.
func (c copied) Plan(s *known, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	thresholding{Top: c.Top}.checkTop(ds, s.Labels)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 1}
}

// Next returns the multiclass stage of the rows that have a class.
func (c copied) Next(s *known, t contract.Training) (contract.Stage, error) {
	rows, classes := labels.Copies(t.Labels, t.Counts, selections[c.Method], rand.New(rand.NewPCG(t.Seed, 0)))
	if len(rows) < s.Labels {
		return contract.Stage{}, fmt.Errorf("%d training rows are left for %d labels: choose another method than %q",
			len(rows), s.Labels, c.Method)
	}
	problems := contract.Targeted{Task: contract.Multiclass, Groups: s.Labels, Rows: rows,
		Values: contract.Matrix{Rows: len(rows), Cols: 1}}
	for _, class := range classes {
		problems.Values.Data = append(problems.Values.Data, float64(class))
	}
	if c.Method == copyWeight {
		problems.Weights = shares(rows)
	}
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
}

// shares weighs rows so that all copies of one together weigh 1.
func shares(rows []int) []float64 {
	copies := map[int]int{}
	for _, row := range rows {
		copies[row]++
	}
	return lists.Map(rows, func(row int) float64 { return 1 / float64(copies[row]) })
}

// Decode predicts the labels of the largest scores, or of those above the threshold.
func (c copied) Decode(s known, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := step.CheckScores(scores, s.Labels); err != nil {
		return contract.Decoded{}, err
	}
	best, err := decode.Direct(scores, kind)
	if err != nil {
		return contract.Decoded{}, err
	}
	if best.Probabilities != nil {
		scores = *best.Probabilities
	}
	if c.Threshold == nil {
		return labels.Top(contract.Decoded{Scores: scores}, func(int) int { return max(1, c.Top) }), nil
	}
	if kind != contract.LogOdds {
		return contract.Decoded{}, fmt.Errorf("the threshold %v is compared with probabilities, and the scores are margins",
			*c.Threshold)
	}
	return labels.Decide(scores, slices.Repeat([]float64{*c.Threshold}, s.Labels), contract.Margin)
}
