package plan

import (
	"encoding/json"

	"github.com/manyclass/bench/framework/contract"
)

// Models name what the binary models of a first stage on a fold are made from, under
// which their scores are kept: all but the reduction, what a cell keeps besides its test
// rows, and below which size scores are abstentions.
type Models struct {
	Raw        string // the scores as the learner gives them; "" where none are kept
	Calibrated string // after calibration; "" where there is none
}

// Inner names the models on an inner fold of tuning, by how the training rows are divided
// and how many of them are used. Without names there are none.
func (m Models) Inner(folds int, holdout float64, fold, rows int) Models {
	name := func(of string) string {
		if of == "" {
			return ""
		}
		return hash(map[string]any{"of": of, "folds": folds, "holdout": holdout, "fold": fold, "rows": rows})
	}
	return Models{name(m.Raw), name(m.Calibrated)}
}

// Kept are the names under which the scores are that reducers get, except for abstentions.
func (m Models) Kept() string {
	if m.Calibrated != "" {
		return m.Calibrated
	}
	return m.Raw
}

// host is what bench does with a learner, as far as its models depend on it.
type host struct {
	Calibrate string          `json:"calibrate"`
	Abstain   float64         `json:"abstain"`
	Tune      json.RawMessage `json:"tune"`
}

// Models names the models of a learner's cells on a fold. Those that tuning chooses have
// no names.
func (p *Plan) Models(i Identity, repeat, fold int) Models {
	learner, known := p.Parts[i.Learner]
	var h host
	if !known || len(learner.Host) > 0 && json.Unmarshal(learner.Host, &h) != nil || h.Tune != nil {
		return Models{}
	}
	if encoder := p.Parts[i.Encoder]; len(encoder.Host) > 0 {
		return Models{}
	}
	i.Reduction, i.Learners, i.Costs, i.Train, i.SetFolds, i.Isolated = "", nil, "", false, 0, false
	name := func(settings contract.Config) string {
		learner.Host = settings
		i.Learner = learner.Hash()
		return Key(i.Hash(), repeat, fold)
	}
	m := Models{Raw: name(nil)}
	if h.Calibrate != "" {
		m.Calibrated = name(contract.NewConfig(map[string]any{"calibrate": h.Calibrate}))
	}
	return m
}

// Abstains is the size below which scores of a learner's binary models are abstentions.
func (p *Plan) Abstains(i Identity) float64 {
	var h host
	if json.Unmarshal(p.Parts[i.Learner].Host, &h) != nil {
		return 0
	}
	return h.Abstain
}
