// Command bench-adapter makes a plugin of a script: bench-adapter COMMAND ARGUMENT…
// starts the command, speaks the plugin contract with bench and lines of JSON with the
// command. A package whose plugin.hcl says adapter = true is started through it.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/framework/sdk/script"
)

// The script dies with the thread that started it: with the main one.
func init() { runtime.LockOSThread() }

func main() {
	plugin, err := script.Start(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench-adapter: %v\n", err)
		os.Exit(1)
	}
	sdk.Serve(plugin)
}
