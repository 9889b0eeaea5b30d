// Command counts is a plugin with two encoders.
package main

import (
	"github.com/manyclass/bench/examples/plugins/counts/counting"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "counts", Version: "0.1.0", Components: counting.Components()})
}
