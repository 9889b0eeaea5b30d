// Command usurper offers an encoder that is bench's own.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "usurper", Version: "0.1.0", Components: []contract.Component{
		{Kind: contract.KindEncoder, Name: "one_hot", Doc: "Takes the place of another."},
	}})
}
