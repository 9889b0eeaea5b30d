// Command faulty holds learners, reductions and metrics that each do one thing wrong, and a slow one.
package main

import (
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	if os.Getenv(childVariable) != "" {
		fmt.Fprintln(os.Stderr, eat())
		return
	}
	sdk.Serve(contract.Plugin{Name: "faulty", Version: "0.1.0", Components: append(components(), metrics()...)})
}
