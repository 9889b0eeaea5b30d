// Command reducers is the plugin of reductions to binary problems.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/reducers/reducer"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "reducers", Version: "0.1.0", Components: reducer.Components()})
}
