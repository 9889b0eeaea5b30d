// Command faulty holds learners, reductions, metrics, encoders and splitters that each do one thing wrong, and a slow one.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	if os.Getenv(childVariable) != "" {
		fmt.Fprintln(os.Stderr, eat())
		return
	}
	sdk.Serve(contract.Plugin{Name: "faulty", Version: "0.1.0",
		Components: slices.Concat(components(), metrics(), encoders(), splitters())})
}
