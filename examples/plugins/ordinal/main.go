// Command ordinal is a plugin with one reduction.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"

	"example.org/ordinal/above"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "ordinal", Version: "0.1.0", Components: []contract.Component{above.Component()}})
}
