// Command outdated speaks a version of the protocol that no host speaks.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	fmt.Println("1|99|unix|/nowhere/plugin.sock|grpc|")
	_, _ = io.Copy(io.Discard, os.Stdin)
}
