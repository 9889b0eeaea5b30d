// Command identify says what determines the numbers of the plugins that bench holds: it prints
// NAME=DIGEST for each program among the packages that it is given, in a line for the linker.
//
//	go run ./cmd/identify linux arm64 ./cmd/bench-adapter ./plugins/...
//
// A digest is a SHA-256 over the sources of the program and of all packages that it imports, as
// they are compiled for the system and the architecture: the files of this module, the versions
// of other modules with their sums, and Go. What a plugin does not import changes nothing.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "identify: write SYSTEM ARCHITECTURE PACKAGE…")
		os.Exit(2)
	}
	digests, err := identify(".", target{os.Args[1], os.Args[2]}, os.Args[3:]...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "identify: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(digests, ","))
}
