// Command adaboost is the plugin of boosted trees.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/adaboost/boost"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "adaboost", Version: "0.1.0", Components: []contract.Component{boost.Component()}})
}
