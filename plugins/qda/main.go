// Command qda is the plugin of quadratic discriminant analysis.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/qda/quadratic"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "qda", Version: "0.1.0", Components: []contract.Component{quadratic.Component()}})
}
