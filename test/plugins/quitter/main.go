// Command quitter ends before it shakes hands.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "quitter: the licence has run out")
	os.Exit(7)
}
