package knockout

import (
	"embed"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

//go:embed docs
var docs embed.FS

var (
	beygelzimer2009 = contract.Paper("beygelzimer2009",
		"Beygelzimer, Alina and Langford, John and Ravikumar, Pradeep", "Error-Correcting Tournaments",
		"Algorithmic Learning Theory", "2009")
	beygelzimer2005 = contract.Paper("beygelzimer2005",
		"Beygelzimer, Alina and Dani, Varsha and Hayes, Tom and Langford, John and Zadrozny, Bianca",
		"Error Limiting Reductions between Classification Tasks",
		"Proceedings of the 22nd International Conference on Machine Learning", "2005")
)

// maxFolds bounds the inner folds.
const maxFolds = 1000

// foldsParam is the attribute that decides the earlier matches of training rows by inner folds.
func foldsParam() contract.Param { return step.Whole("folds", 2, maxFolds) }

// capabilities are those of binary problems, perhaps with weights of rows.
func capabilities(weighted bool) contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{contract.Binary},
		Properties: contract.Deterministic | contract.TakesWeights.If(weighted)}
}

// checkProblems refuses too few classes and too many problems, counted with those of inner folds.
func checkProblems(ds *step.Diagnostics, classes, problems, folds int) {
	switch all := problems * (1 + folds); {
	case classes < 2:
		ds.Errorf("too few classes", "A reduction needs data of at least two classes; these have %d.", classes)
	case all > contract.MostLater:
		ds.Errorf("too many binary problems", "For %d classes this reduction trains %d binary problems, inner folds "+
			"counted, and the limit is %d.", classes, all, contract.MostLater)
	}
}

// first is the stage that asks for the classes of the training rows, and announces the matches.
func first(s state, folds int) contract.Stage {
	return contract.Stage{Outputs: contract.ClassesOnly, Later: len(s.Matches) * (1 + folds)}
}

// outputs are what decides the earlier matches of training rows.
func outputs(folds int) contract.Outputs {
	if folds > 0 {
		return contract.OutOfFold
	}
	return contract.InSample
}
