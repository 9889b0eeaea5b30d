package experiment

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
)

// CalibrateName is the attribute of reductions that calibrates their class probabilities.
const CalibrateName = "calibrate"

// The other attributes of the calibration of class probabilities, and their defaults.
const (
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
		{Name: CalibrateName, Type: "string", OneOf: append([]string{notCalibrated}, multiclass.Methods...),
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
	if s.Method, _ = values[CalibrateName].(string); s.Method == notCalibrated {
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
	values[CalibrateName] = s.Method
	if s.Method == multiclass.Dirichlet {
		values[lambdaName], values[muName] = s.Lambda, s.Mu
	}
	if s.Bins() {
		values[binRowsName] = s.BinRows
	}
}
