// Command knn is the plugin of nearest neighbours.
package main

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/knn/neighbours"
)

func main() {
	sdk.Serve(contract.Plugin{Name: "knn", Version: "0.1.0", Components: []contract.Component{
		neighbours.Component(), neighbours.LabelComponent(),
	}})
}
