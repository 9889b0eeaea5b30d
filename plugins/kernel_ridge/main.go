// Command kernel_ridge is the plugin of regularised least squares with a kernel.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/kernel_ridge/rlsc"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "kernel_ridge", Version: "0.1.0", Components: []contract.Component{rlsc.Component()}})
}
