package plan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// Axis is a parameter in which the variants of some block differ.
type Axis struct {
	Kind      contract.Kind
	Parameter string
	// Values holds the value that the parameter has, by the names of the kind:
	// float64, string, bool, or lists and objects of these. Names are missing that
	// have no such parameter or choose it by tuning.
	Values map[string]any
}

// Name is what files and tables call the axis, for example "learner.C".
func (a Axis) Name() string { return fmt.Sprintf("%s.%s", a.Kind, a.Parameter) }

// Axes lists the axes of datasets, encoders, learners and reductions, in order of
// kind and parameter, and last that of the shares of the training rows.
func (p *Plan) Axes() []Axis {
	var axes []Axis
	for _, kind := range []contract.Kind{contract.KindDataset, contract.KindEncoder, contract.KindLearner,
		contract.KindReducer} {
		settings := map[string]map[string]any{}
		for _, n := range p.Named(kind) {
			settings[n.Name] = n.set()
		}
		for _, parameter := range varied(settings) {
			a := Axis{Kind: kind, Parameter: parameter, Values: map[string]any{}}
			for name, values := range settings {
				if value, has := values[parameter]; has {
					a.Values[name] = value
				}
			}
			axes = append(axes, a)
		}
	}
	if p.HasParts() {
		axes = append(axes, p.trainSizes())
	}
	return axes
}

// set returns the parameters that a part has by its configuration alone: those
// that are tuned have other values in every cell.
func (n Named) set() map[string]any {
	values := map[string]any{}
	if n.Config.Decode(&values) != nil {
		return nil // no configuration of ours
	}
	var host struct {
		Tune struct{ Parameters []string }

		Predict     string `json:"predict"`
		Priors      any    `json:"priors"`
		ClassWeight string `json:"class_weight"`
	}
	if len(n.Host) == 0 || json.Unmarshal(n.Host, &host) == nil {
		maps.DeleteFunc(values, func(name string, _ any) bool { return slices.Contains(host.Tune.Parameters, name) })
	}
	if n.Kind == contract.KindReducer {
		values["predict"], values["class_weight"] = cmp.Or(host.Predict, "decoder"), cmp.Or(host.ClassWeight, "none")
		if values["priors"] = host.Priors; host.Priors == nil {
			values["priors"] = "training"
		}
		values["calibrate"] = "none"
		n.calibration(values)
	}
	return values
}

// calibration adds how class probabilities are calibrated to the parameters of a reduction.
func (n Named) calibration(values map[string]any) {
	host := map[string]any{}
	if len(n.Host) == 0 || json.Unmarshal(n.Host, &host) != nil {
		return
	}
	for name, value := range host {
		if strings.HasPrefix(name, "calibrate") {
			values[name] = value
		}
	}
}

// varied lists the parameters, sorted, that are not the same in all variants of
// some block.
func varied(settings map[string]map[string]any) []string {
	first := map[string]map[string]any{} // by block
	found := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		block, _, isVariant := strings.Cut(name, "[")
		if !isVariant {
			continue
		}
		if first[block] == nil {
			first[block] = settings[name]
		}
		for _, parameter := range keys(first[block], settings[name]) {
			if !reflect.DeepEqual(first[block][parameter], settings[name][parameter]) {
				found[parameter] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// trainSizes is the axis of the parts of the training rows, by divisions.
func (p *Plan) trainSizes() Axis {
	a := Axis{Kind: contract.KindValidation, Parameter: TrainSizeParameter, Values: map[string]any{}}
	for _, c := range p.Cells {
		a.Values[c.Division()] = c.Share()
	}
	return a
}

// Places returns where cells are on a curve: ok is false for those that have no such
// number, since their block does not have the parameter or tunes it, or makes no binary problems.
func (p *Plan) Places(c Curve) func(Cell) (x float64, ok bool) {
	values := map[string]float64{}
	columns := map[string]bool{} // of reductions that make any
	for _, n := range p.Named(c.Kind) {
		if v, is := n.set()[c.Parameter].(float64); is {
			values[n.Name] = v
		}
		columns[n.Name] = n.Type != "direct"
	}
	return func(cell Cell) (float64, bool) {
		name := cell.Called(c.Kind)
		if c.CountsColumns() {
			return float64(cell.Problems), columns[name] && cell.Problems > 0
		}
		x, ok := values[name]
		return x, ok
	}
}

// Values returns what is set for an axis of a table, by the names of its kind: texts,
// numbers, bool, lists or objects. Names without a value are missing.
func (p *Plan) Values(axis string) map[string]any {
	kind, setting := SplitAxis(axis)
	values := map[string]any{}
	for _, n := range p.Named(kind) {
		switch setting {
		case BlockSetting:
			values[n.Name] = BlockOf(n.Name)
		case TypeSetting:
			values[n.Name] = n.Type
		default:
			if v, has := n.set()[setting]; has && v != nil {
				values[n.Name] = v
			}
		}
	}
	return values
}
