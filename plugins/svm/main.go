// Command svm is the plugin of support vector machines.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/svm/kernelised"
	"github.com/manyclass/bench/plugins/svm/margin"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "svm", Version: "0.1.0", Components: []contract.Component{margin.Component(), kernelised.Component()}})
}
