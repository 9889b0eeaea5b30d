// Command lda is the plugin of linear discriminant analysis.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/lda/discriminant"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "lda", Version: "0.1.0", Components: []contract.Component{discriminant.Component()}})
}
