package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
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
	methods := lists.Map([]copyMethod{copyAll, copyWeight, selectMax, selectMin, selectRandom, ignoreSets},
		func(m copyMethod) string { return string(m) })
	return configured.Reducer[copied](contract.Component{
		Name: "copy_transformation",
		Doc: "One multiclass problem whose classes are the labels: a row is there once for each of its labels, or for one of them " +
			"(Tsoumakas & Katakis 2007). Rows without labels are left out. Predicted are the labels of the largest scores, one if " +
			"nothing else is written; from log-odds a label's score is its share of a probability of 1.",
		Params: []contract.Param{
			{Name: "method", Type: "string", OneOf: methods, Default: string(copyAll),
				Doc: "What becomes of a row with several labels: copy, a row for each; copy_weight, the same with weights 1/labels; " +
					"select_max and select_min, the label of most or fewest training rows alone; select_random; ignore, nothing."},
			{Name: "threshold", Type: "number", Min: contract.Bound(0), Max: contract.Bound(1), Decoding: true,
				Doc: "Above what share of the probability a label is predicted, in place of top; it takes log-odds."},
			topParam(),
			drawParam("Number of the random labels of select_random: another number gives others from the same seed."),
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

type copiedState struct {
	Labels int `json:"labels"`
}

func (s copiedState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	return nil
}

func (c copied) Check() []contract.Diagnostic {
	var ds []contract.Diagnostic
	if c.Top > 0 && c.Threshold != nil {
		ds = append(ds, contract.Errorf([]any{"top"}, "top contradicts threshold",
			"With top the number of labels is given, and scores are compared with nothing. Write one of them."))
	}
	if c.Draw != 0 && c.Method != selectRandom {
		ds = append(ds, contract.Warningf([]any{"draw"}, "draw has no effect",
			"It numbers random labels: write method = \"select_random\" or remove it."))
	}
	return ds
}

func (c copied) Capabilities() contract.Capabilities {
	caps := ofLabels(contract.Multiclass)
	caps.Weights = c.Method == copyWeight
	if c.Threshold != nil {
		caps.Needs = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan asks for the labels of the training rows.
func (c copied) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	if ds := (thresholding{Top: c.Top}).checkTop(k); ds != nil {
		return contract.Stage{}, ds
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 1, State: pack(copiedState{Labels: k})}, nil
}

// Next returns the multiclass stage of the rows that have a class.
func (c copied) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[copiedState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	rows, classes := labels.Copies(t.Labels, t.Counts, selections[c.Method], rand.New(rand.NewPCG(t.Seed, 0)))
	if len(rows) < s.Labels {
		return contract.Stage{}, false, fmt.Errorf("%d training rows are left for %d labels: choose another method than %q",
			len(rows), s.Labels, c.Method)
	}
	stage := contract.Stage{Task: contract.Multiclass, Groups: s.Labels, Outputs: contract.NoOutputs, State: b,
		Targets: contract.Matrix{Rows: len(rows), Cols: 1}, Rows: rows}
	for _, class := range classes {
		stage.Targets.Data = append(stage.Targets.Data, float64(class))
	}
	if c.Method == copyWeight {
		stage.Weights = shares(rows)
	}
	return stage, false, nil
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
func (c copied) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[copiedState](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, s.Labels, s.Labels); err != nil {
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
		return contract.Decoded{}, fmt.Errorf("the threshold %v is one of probabilities, and the scores are margins",
			*c.Threshold)
	}
	thresholds := lists.Map(lists.Range(s.Labels), func(int) float64 { return *c.Threshold })
	return labels.Decide(scores, thresholds, contract.Margin)
}
