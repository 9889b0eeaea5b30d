// Command tree is the plugin of classification trees, alone and boosted.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/tree/boost"
	"github.com/manyclass/bench/plugins/tree/cart"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "tree", Version: "0.1.0", Components: []contract.Component{
		cart.Component(), boost.Component(),
	}})
}
