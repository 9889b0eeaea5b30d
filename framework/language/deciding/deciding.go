// Package deciding is what bench does with what reductions decode, as their blocks say: by costs, for other
// priors of classes, and for measures of all rows together. It knows attributes and values, and no blocks.
package deciding

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
	"github.com/manyclass/bench/framework/evaluation/decision"
)

// Rules are what bench does with what a reduction decodes, and what it does by the costs of the dataset.
type Rules struct {
	// LeastCost says that the class of least expected cost is predicted, whatever the
	// decoder says (predict = "cost").
	LeastCost bool
	// Measure is what the rows of a set are predicted for together, "" if each is by itself.
	Measure decision.Measure
	// Priors are the prior probabilities for which class probabilities are corrected.
	Priors Shares
	// ClassWeight says that in problems of classes rows weigh what mistakes on them cost
	// (class_weight = "cost").
	ClassWeight bool
	// Calibration says how class probabilities are calibrated after decoding, before all else; they are not
	// without a method.
	Calibration multiclass.Settings
	idle        []string // attributes of the calibration that are written in vain
}

// Shares are prior probabilities of classes: named ones, or numbers by class. The zero value are
// those of the training rows.
type Shares struct {
	Name string // UniformPriors, EstimatedPriors or ""
	Of   map[string]float64
}

// The names of priors.
const (
	UniformPriors   = "uniform"
	EstimatedPriors = "estimated"
	trainingPriors  = "training"
)

// The attributes of Rules, and what they say.
const (
	Predict      = "predict"
	Priors       = "priors"
	ClassWeight  = "class_weight"
	byCost       = "cost"
	byDecoder    = "decoder"
	equalWeights = "none"
)

// Params are the attributes of Rules.
func Params() []contract.Param {
	return append([]contract.Param{predictParam(), priorsParam(), classWeightParam()}, calibrationParams()...)
}

func predictParam() contract.Param {
	return contract.Param{
		Name: Predict, Type: "string", OneOf: append([]string{byDecoder, byCost}, decision.Measures...),
		Doc: "What is predicted: the class that the decoder chooses (decoder); the class with the least expected cost " +
			"under the probabilities of the decoder and the costs of the dataset, argmin_j Σ_i p_i c_ij (cost; Elkan 2001); " +
			"or what has the largest expected macro average of F1, precision or recall on all test rows together: see " +
			"[rows that are predicted together](#rows-that-are-predicted-together). Default: decoder.",
	}
}

func priorsParam() contract.Param {
	return contract.Param{
		Name: Priors, Type: "any",
		Doc: "The prior probabilities of classes for which class probabilities are corrected: those of the training rows, " +
			"which changes nothing (training); equal ones (uniform); those that the test rows seem to have (estimated); or a " +
			"number for each class, `{ sick = 0.1, healthy = 0.9 }`: see [other priors](#other-priors). Default: training.",
	}
}

func classWeightParam() contract.Param {
	return contract.Param{
		Name: ClassWeight, Type: "string", OneOf: []string{equalWeights, byCost},
		Doc: "The weight of training rows: all equal (none), or by the costs of the dataset (cost): see [costs](#costs). " +
			"Default: none.",
	}
}

// Take takes what is written. What is not valid is reported by Check.
func (r *Rules) Take(values map[string]any) {
	predict, _ := values[Predict].(string)
	r.Calibration = classCalibration(values)
	r.idle = idleAttributes(r.Calibration, values)
	r.LeastCost, r.ClassWeight = predict == byCost, values[ClassWeight] == byCost
	if slices.Contains(decision.Measures, predict) {
		r.Measure = decision.Measure(predict)
	}
	switch v := values[Priors].(type) {
	case string:
		if v != trainingPriors {
			r.Priors.Name = cmp.Or(v, `""`)
		}
	case map[string]any:
		r.Priors.Of = map[string]float64{}
		for class, prior := range v {
			r.Priors.Of[class], _ = prior.(float64)
		}
	case nil:
	default:
		r.Priors.Name = fmt.Sprint(v)
	}
}

// ByCost is the attribute that makes the reduction use costs, or "".
func (r Rules) ByCost() string {
	switch {
	case r.LeastCost:
		return Predict
	case r.ClassWeight:
		return ClassWeight
	}
	return ""
}

// Corrects reports whether class probabilities are corrected.
func (r Rules) Corrects() bool { return r.Priors.Name != "" || r.Priors.Of != nil }

// OfClasses is the attribute that is for probabilities of classes and not of labels, or "".
func (r Rules) OfClasses() string {
	switch {
	case r.Corrects():
		return Priors
	case r.Calibration.Method != "":
		return Calibrate
	}
	return ""
}

// Together reports whether the prediction of a row depends on the rows that are decoded with it.
func (r Rules) Together() bool { return r.Measure != "" || r.Priors.Name == EstimatedPriors }

// ByProbabilities is the attribute that needs probabilities, as it is written, or "".
func (r Rules) ByProbabilities() string {
	switch {
	case r.LeastCost:
		return `predict = "cost"`
	case r.Measure != "":
		return fmt.Sprintf("predict = %q", r.Measure)
	case r.Corrects():
		return Priors
	case r.Calibration.Method != "":
		return fmt.Sprintf("calibrate = %q", r.Calibration.Method)
	}
	return ""
}

// Set adds what is not the default to the settings of a block.
func (r Rules) Set(values map[string]any) {
	switch {
	case r.LeastCost:
		values[Predict] = byCost
	case r.Measure != "":
		values[Predict] = string(r.Measure)
	}
	switch {
	case r.Priors.Name != "":
		values[Priors] = r.Priors.Name
	case r.Priors.Of != nil:
		values[Priors] = r.Priors.Of
	}
	if r.ClassWeight {
		values[ClassWeight] = byCost
	}
	setCalibration(r.Calibration, values)
}

// Written adds the values of all attributes to the settings of a block.
func (r Rules) Written(values map[string]any) {
	values[Predict], values[Priors], values[ClassWeight] = byDecoder, trainingPriors, equalWeights
	values[Calibrate] = notCalibrated
	r.Set(values)
}

// Check says what is wrong with the rules of a reduction: of labels, or with thresholds, if it has them.
func (r Rules) Check(multiLabel, thresholds bool) (ds []contract.Diagnostic) {
	add := func(code mistake.Code, path []any, summary, detail string, args ...any) {
		ds = append(ds, contract.As(code).Errorf(path, summary, detail, args...))
	}
	if thresholds && (r.LeastCost || r.Measure != "") {
		add(mistake.Conflict, []any{"thresholds"}, "Two attributes say which class is predicted",
			"Of probabilities, thresholds make one prediction and %s another. Leave one of them out.", r.ByProbabilities())
	}
	if thresholds && r.Corrects() {
		add(mistake.Conflict, []any{Priors}, "Both priors and thresholds change predictions",
			"Of corrected probabilities the largest is predicted, in place of that by thresholds. Leave one of them out.")
	}
	if r.Corrects() && multiLabel {
		add(mistake.WrongTarget, []any{Priors}, "Priors are for classes",
			"Labels of a row do not exclude one another. Remove priors from this reduction for multi-label data.")
	}
	if names := []string{"", UniformPriors, EstimatedPriors}; !slices.Contains(names, r.Priors.Name) {
		add(mistake.UnknownValue, []any{Priors}, fmt.Sprintf("priors is %q", r.Priors.Name),
			"It is one of %s, or an object with a number for each class.",
			strings.Join(wording.Quoted([]string{trainingPriors, UniformPriors, EstimatedPriors}), ", "))
	}
	if r.Priors.Of != nil && len(r.Priors.Of) == 0 {
		add(mistake.EmptyValue, []any{Priors}, "priors names no class",
			"Write a number for each class, for example priors = { sick = 0.1, healthy = 0.9 }.")
	}
	for _, class := range slices.Sorted(maps.Keys(r.Priors.Of)) {
		if p := r.Priors.Of[class]; !(p > 0) {
			add(mistake.OutOfRange, []any{Priors, contract.Key(class)},
				fmt.Sprintf("The prior of class %q is not a number above 0", class),
				"Write one for each class. bench divides them by their sum.")
		}
	}
	return append(ds, checkCalibration(r.Calibration.Method, r.idle, multiLabel, thresholds)...)
}

// In are the priors that are written, in the order of the classes, nil if none are. The error names a
// class that one side lacks.
func (p Shares) In(classes []string) ([]float64, error) {
	switch {
	case p.Name == UniformPriors:
		return slices.Repeat([]float64{1 / float64(len(classes))}, len(classes)), nil
	case p.Of == nil:
		return nil, nil
	}
	var shares []float64
	for _, class := range classes {
		share, ok := p.Of[class]
		if !ok {
			return nil, fmt.Errorf("priors lacks class %q", class)
		}
		shares = append(shares, share)
	}
	for _, class := range slices.Sorted(maps.Keys(p.Of)) {
		if !slices.Contains(classes, class) {
			return nil, fmt.Errorf("priors names %q, which is not a class", class)
		}
	}
	sum := lists.Sum(shares)
	return lists.Map(shares, func(s float64) float64 { return s / sum }), nil
}
