// Command naive_bayes is the plugin of naive Bayes classification.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/naive_bayes/bayes"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "naive_bayes", Version: "0.1.0", Components: []contract.Component{bayes.Component()}})
}
