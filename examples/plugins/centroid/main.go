// Command centroid is a plugin with one learner.
package main

import (
	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "centroid", Version: "0.1.0", Components: []contract.Component{nearest.Component()}})
}
