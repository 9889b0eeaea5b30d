// Command worstgroup is a plugin with one metric.
package main

import (
	"github.com/manyclass/bench/examples/plugins/worstgroup/groups"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "worstgroup", Version: "0.1.0", Components: []contract.Component{groups.Component()}})
}
