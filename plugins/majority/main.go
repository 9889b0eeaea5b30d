// Command majority is the plugin of the majority class baseline.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/majority/constant"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "majority", Version: "0.1.0", Components: []contract.Component{constant.Component()}})
}
