// Command perceptron is the plugin of the perceptron and the pocket algorithm.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/perceptron/pla"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "perceptron", Version: "0.1.0",
		Components: []contract.Component{pla.Perceptron(), pla.Pocket()}})
}
