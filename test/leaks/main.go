// Command leaks counts what many short runs of bench, and many plugins started
// and stopped by one long-lived host, leave behind: processes, file
// descriptors, goroutines, sockets and folders. It ends with status 1 if that is
// anything.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	runs := flag.Int("runs", 1000, "short runs of bench")
	starts := flag.Int("starts", 1000, "plugins started and stopped by this process")
	bin := flag.String("bin", "bin", "folder with bench and plugins/")
	flag.Parse()
	left, err := measure(*bin, *runs, *starts)
	if err != nil {
		fmt.Fprintln(os.Stderr, "leaks:", err)
		os.Exit(2)
	}
	if left > 0 {
		fmt.Fprintf(os.Stderr, "leaks: %d things are left\n", left)
		os.Exit(1)
	}
}

// measure does both in a folder of its own, which it makes the folder of
// temporary files, and returns how many things were left.
func measure(bin string, runs, starts int) (left int, err error) {
	bin, err = filepath.Abs(bin)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("/tmp", "leaks")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return 0, err
	}
	if err := os.Setenv("TMPDIR", tmp); err != nil {
		return 0, err
	}
	before, err := surroundings(dir)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := runMany(filepath.Join(bin, "bench"), dir, runs); err != nil {
		return 0, err
	}
	after, err := settled(before, func() (counts, error) { return surroundings(dir) })
	if err != nil {
		return 0, err
	}
	left += report(fmt.Sprintf("%d runs in %.0f s", runs, time.Since(began).Seconds()), before, after)
	more, err := hostMany(filepath.Join(bin, "plugins"), dir, starts)
	return left + more, err
}

// counts are numbers of things by what they are.
type counts []count

type count struct {
	what string
	n    int
}

// settled counts again and again until no more is there than before, for at most
// five seconds: what ends after its parent has told the end is not a leak.
func settled(before counts, take func() (counts, error)) (counts, error) {
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		after, err := take()
		if err != nil || excess(before, after) == 0 || time.Now().After(deadline) {
			return after, err
		}
	}
}

// excess sums what is there after and was not before.
func excess(before, after counts) int {
	total := 0
	for i, c := range after {
		total += max(c.n-before[i].n, 0)
	}
	return total
}

func report(what string, before, after counts) int {
	fmt.Println(what)
	for i, c := range after {
		fmt.Printf("  %-32s %5d before %5d after\n", c.what, before[i].n, c.n)
	}
	return excess(before, after)
}
