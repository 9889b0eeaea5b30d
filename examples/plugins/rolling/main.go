// Command rolling is a plugin with one splitter.
package main

import (
	"github.com/manyclass/bench/examples/plugins/rolling/origin"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "rolling", Version: "0.1.0", Components: []contract.Component{origin.Component()}})
}
