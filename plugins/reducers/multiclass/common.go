package multiclass

import (
	"embed"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// maxEntries bounds a code that is written out: it has to fit into one message to the host
// with its state.
const maxEntries = code.MostEntries

// checkSize refuses codes that are too large to be written out.
func checkSize(ds *step.Diagnostics, classes, columns int) {
	if checkProblems(ds, classes, columns); !ds.Failed() && columns > maxEntries/classes {
		ds.Errorf("too many binary problems",
			"For %d classes this reduction has %d binary problems, a code of more than %d entries. "+
				"Choose one with fewer columns.", classes, columns, maxEntries)
	}
}

// checkProblems refuses too few classes and too many binary problems.
func checkProblems(ds *step.Diagnostics, classes, columns int) {
	if classes < 2 {
		ds.Errorf("too few classes", "A reduction needs data of at least two classes; these have %d.", classes)
		return
	}
	if columns > contract.MostProblems {
		ds.Errorf("too many binary problems", "For %d classes this reduction has %d binary problems, and the limit is %d.",
			classes, columns, contract.MostProblems)
	}
}

//go:embed docs
var docs embed.FS

// ofClasses completes the component of a reduction whose configuration C makes a method.
func ofClasses[C any, S step.State](c contract.Component, method func(C) step.Method[S]) contract.Component {
	return step.Component(step.Described(docs, c), method)
}
