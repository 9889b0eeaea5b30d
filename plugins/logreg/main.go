// Command logreg is the plugin of logistic regression.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/logreg/logistic"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "logreg", Version: "0.1.0", Components: []contract.Component{logistic.Component()}})
}
