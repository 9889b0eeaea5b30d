// Command svm is the plugin of support vector machines, and of what else has kernels.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/svm/kernelised"
	"github.com/manyclass/bench/plugins/svm/margin"
	"github.com/manyclass/bench/plugins/svm/rlsc"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "svm", Version: "0.1.0", Components: []contract.Component{
		margin.Component(), kernelised.Component(), rlsc.Component(),
	}})
}
