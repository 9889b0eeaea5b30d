// Command tally runs go test and counts: what passed, what failed and what was
// skipped because a program or data are missing, with the reasons. It names the packages and
// tests that took longest. Its arguments are those of go test. If the environment variable BENCH_SKIPS is set, it is a regular
// expression for the skips that are expected, each taken as "Test: reason"; if it
// is empty, none is. A skip that was not expected is a failure. Where TMPDIR is not set
// and there is room in memory, temporary files are there: tests make many small ones. Where
// GOGC is not set, it is 400: a quarter of the time of these short programs is the collector's.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
)

func main() {
	expected, strict := os.LookupEnv("BENCH_SKIPS")
	pattern, err := regexp.Compile(expected)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally: BENCH_SKIPS:", err)
		os.Exit(1)
	}
	test := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	test.Stderr, test.Env = os.Stderr, os.Environ()
	if os.Getenv("TMPDIR") == "" && roomy(shared) {
		test.Env = append(test.Env, "TMPDIR="+shared)
	}
	if os.Getenv("GOGC") == "" {
		test.Env = append(test.Env, "GOGC=400")
	}
	events, err := test.StdoutPipe()
	if err == nil {
		err = test.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(1)
	}
	counted := read(events, os.Stdout)
	failed := test.Wait() != nil
	if strict {
		counted.expect(pattern)
	}
	used := test.ProcessState.UserTime() + test.ProcessState.SystemTime()
	fmt.Printf("%.0f seconds of processor time\n", used.Seconds())
	counted.print(os.Stdout)
	if failed || counted.failed > 0 {
		os.Exit(1)
	}
}
