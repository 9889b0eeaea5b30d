// Command babbler writes a line of 4 MiB where the handshake should stand.
package main

import (
	"bytes"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	_, _ = os.Stdout.Write(append(bytes.Repeat([]byte("bla "), 1<<20), '\n'))
	sdk.Serve(contract.Plugin{Name: "babbler", Version: "0.1.0"})
}
