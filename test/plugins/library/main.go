// Command library is the centroid learner on a library whose version stands in the
// file library of the home folder.
package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	version, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), "library"))
	if err != nil {
		version = []byte("none")
	}
	sdk.Serve(contract.Plugin{
		Name: "library", Version: "0.1.0", Components: []contract.Component{nearest.Component()},
		Runtimes: map[string]string{"lib": strings.TrimSpace(string(version))},
	})
}
