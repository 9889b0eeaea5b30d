// Command least_squares is the plugin of classification by linear regression.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/least_squares/regression"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "least_squares", Version: "0.1.0",
		Components: []contract.Component{regression.Component()}})
}
