package deciding

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
)

// The attributes of the calibration of class probabilities, and their defaults.
const (
	// Calibrate is the attribute that calibrates class probabilities.
	Calibrate = "calibrate"

	lambdaName  = "calibrate_lambda"
	muName      = "calibrate_mu"
	binRowsName = "calibrate_bin_rows"

	notCalibrated  = "none"
	defaultPenalty = 1.0
	defaultBinRows = 50.0
)

// calibrationParams are those attributes.
func calibrationParams() []contract.Param {
	penalty := fmt.Sprintf(" Default: %v.", defaultPenalty)
	return []contract.Param{
		{Name: Calibrate, Type: "string", OneOf: append([]string{notCalibrated}, multiclass.Methods...),
			Doc: "Makes calibrated probabilities of those of the decoder, by a map that is fitted to training rows out of " +
				"fold: see [calibration](#calibration). Default: none."},
		{Name: lambdaName, Type: "number", Min: contract.Bound(0),
			Doc: "Of dirichlet: the weight λ of the squared weights off the diagonal." + penalty},
		{Name: muName, Type: "number", Min: contract.Bound(0),
			Doc: "Of dirichlet: the weight μ of the squared intercepts." + penalty},
		{Name: binRowsName, Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(1e9),
			Doc: fmt.Sprintf("Of top_label and class_wise: rows of a bin, at least. Default: %v.", defaultBinRows)},
	}
}

// classCalibration reads the attributes from the values of a reduction.
func classCalibration(values map[string]any) (s multiclass.Settings) {
	if s.Method, _ = values[Calibrate].(string); s.Method == notCalibrated {
		s.Method = ""
	}
	number := func(name string, otherwise float64) float64 {
		if written, ok := values[name].(float64); ok {
			return written
		}
		return otherwise
	}
	if s.Method == multiclass.Dirichlet {
		s.Lambda, s.Mu = number(lambdaName, defaultPenalty), number(muName, defaultPenalty)
	}
	if s.Bins() {
		s.BinRows = int(number(binRowsName, defaultBinRows))
	}
	return s
}

// setCalibration adds the attributes to the settings of a block, those that the method uses.
func setCalibration(s multiclass.Settings, values map[string]any) {
	if s.Method == "" {
		return
	}
	values[Calibrate] = s.Method
	if s.Method == multiclass.Dirichlet {
		values[lambdaName], values[muName] = s.Lambda, s.Mu
	}
	if s.Bins() {
		values[binRowsName] = s.BinRows
	}
}

// idleAttributes are the attributes that are written and that the method does not use.
func idleAttributes(s multiclass.Settings, values map[string]any) (idle []string) {
	used := map[string]any{}
	setCalibration(s, used)
	for _, name := range []string{lambdaName, muName, binRowsName} {
		if values[name] != nil && used[name] == nil {
			idle = append(idle, name)
		}
	}
	return idle
}

// checkCalibration says what is wrong with how class probabilities are calibrated.
func checkCalibration(method string, idle []string, multiLabel, thresholds bool) (ds []contract.Diagnostic) {
	if method != "" && multiLabel {
		ds = append(ds, contract.As(mistake.WrongTarget).Errorf([]any{Calibrate},
			"Probabilities of labels are not calibrated after decoding",
			"It is for reductions that predict one class. calibrate in the learner block makes probabilities of the scores "+
				"of each label."))
	}
	if method != "" && thresholds {
		ds = append(ds, contract.As(mistake.Conflict).Errorf([]any{"thresholds"},
			"Thresholds are compared before calibration",
			"They are for the probabilities of the decoder, which %s = %q changes. Leave one of them out.",
			Calibrate, method))
	}
	for _, name := range idle {
		of := `"dirichlet"`
		if name == binRowsName {
			of = `"top_label" or "class_wise"`
		}
		ds = append(ds, contract.As(mistake.Conflict).Warningf([]any{name}, name+" does nothing here",
			"It is for calibrate = %s.", of))
	}
	return ds
}
