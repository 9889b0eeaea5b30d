package experiment

import (
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
)

// calibrationRemarks says what is wrong with how a reduction calibrates class probabilities.
func (i *Instance) calibrationRemarks() (list []contract.Diagnostic) {
	if i.Component.Kind != contract.KindReducer {
		return nil
	}
	s := i.Host.Classes
	if s.Method != "" && i.Capabilities.Has(contract.MultiLabel) {
		list = append(list, contract.As(mistake.WrongTarget).Errorf([]any{CalibrateName},
			"Probabilities of labels are not calibrated after decoding",
			"It is for reductions that predict one class. calibrate in the learner block makes probabilities of the scores "+
				"of each label."))
	}
	if s.Method != "" && i.Values()["thresholds"] != nil {
		list = append(list, contract.As(mistake.Conflict).Errorf([]any{"thresholds"},
			"Thresholds are compared before calibration",
			"They are for the probabilities of the decoder, which %s = %q changes. Leave one of them out.",
			CalibrateName, s.Method))
	}
	for _, idle := range []struct {
		name string
		used bool
		of   string
	}{
		{lambdaName, s.Method == multiclass.Dirichlet, `"dirichlet"`},
		{muName, s.Method == multiclass.Dirichlet, `"dirichlet"`},
		{binRowsName, s.Bins(), `"top_label" or "class_wise"`},
	} {
		if _, written := i.source.Values[idle.name]; written && !idle.used {
			list = append(list, contract.As(mistake.Conflict).Warningf([]any{idle.name}, idle.name+" does nothing here",
				"It is for calibrate = %s.", idle.of))
		}
	}
	return list
}
