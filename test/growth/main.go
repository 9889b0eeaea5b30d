// Command growth measures what grows with an experiment: the plan, the journals that
// slots of a cluster would leave, and gathering and reporting them. Nothing is trained:
// the journals are made of a few real results.
//
//	go run ./test/growth [-bench bin/bench] [-cells 100000] [-slots 1000] [-dir DIR]
//
// The number of cells is 10^k, from 10^4. It prints a line for each step: wall clock and
// processor seconds, and the most memory that bench held.
//
// With -rows it measures what grows with the rows of a dataset instead: it writes a CSV
// file, runs one-vs-rest on one division of it, and removes both.
//
//	go run ./test/growth -rows 100000,1000000 [-shape dense] [-learner logreg] [-csv FILE]
//	go run ./test/growth -rows 1000000 -shape adverts -write FILE
//	go run ./test/growth -csv FILE -pictures FOLDER
//
// A line says how long it took, all in all and a row, and the most that was held at a time:
// memory of bench and of its plugins by their proportional shares, and files in memory.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	bench := flag.String("bench", "bin/bench", "program to measure")
	cells := flag.Int("cells", 100_000, "number of cells: 10000, 100000 or 1000000")
	slots := flag.Int("slots", 1000, "number of slots, each of which leaves a journal")
	dir := flag.String("dir", "", "folder to work in, which must not exist (default a temporary one, which is removed)")
	rows := flag.String("rows", "", "numbers of rows, such as 100000,1000000: measures these instead")
	shape := flag.String("shape", "dense", "data for -rows: dense, parquet, standardised, images, hashed or adverts")
	learner := flag.String("learner", "logreg", "learner for -rows")
	settings := flag.String("settings", "", "attributes of the learner for -rows, such as \"max_iter = 10; C = 0.1\"")
	csv := flag.String("csv", "", "file to which the lines of -rows are added")
	pictures := flag.String("pictures", "", "folder for pictures of the lines in the file -csv: draws them and measures nothing")
	write := flag.String("write", "", "with -rows, writes the data of the shape to this file and measures nothing")
	trace := flag.Bool("trace", false, "with -rows and -dir, keep what is held over time in DIR")
	flag.Parse()
	if *pictures != "" {
		check(plot(*csv, *pictures))
		return
	}
	if *rows == "" {
		check(grow(*bench, *cells, *slots, *dir))
		return
	}
	list, err := parseRows(*rows)
	check(err)
	if *write != "" {
		s, err := shapeOf(*shape)
		check(err)
		check(s.make(*write, list[0]))
		return
	}
	check(grows{bench: *bench, shape: *shape, learner: *learner, settings: *settings, rows: list, dir: *dir, csv: *csv, trace: *trace}.run())
}

func check(err error) {
	if err != nil {
		log.Fatal("growth: ", err)
	}
}

// site is the folder of one measurement.
type site struct{ bench, dir string }

func (s site) file() string { return filepath.Join(s.dir, "growth.hcl") }
func (s site) job() string  { return filepath.Join(s.dir, "shared", "growth") }
func (s site) out() string  { return filepath.Join(s.dir, "out") }

func grow(bench string, cells, slots int, dir string) error {
	text, err := experimentOf(cells)
	if err != nil {
		return err
	}
	bench, err = filepath.Abs(bench)
	if err != nil {
		return err
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "growth-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	s := site{bench, dir}
	if err := os.WriteFile(s.file(), []byte(text), 0o644); err != nil {
		return err
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%d cells, %d slots, load %s", cells, slots, load)
	fmt.Printf("%-34s %8s %8s %8s\n", "step", "seconds", "cpu", "MiB")
	if err := s.measure("bench plan", "plan", s.file(), "-out", s.out()); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	began := time.Now()
	size, err := s.fill(slots)
	if err != nil {
		return err
	}
	fmt.Printf("%-34s %8.1f\n", "(making the journals)", time.Since(began).Seconds())
	for _, step := range []struct {
		name string
		args []string
	}{
		{"bench collect", []string{"collect", s.out()}},
		{"bench collect, nothing new", []string{"collect", s.out()}},
		{"bench report", []string{"report", s.out()}},
		{"bench status", []string{"status", s.out()}},
		{"bench plan, all done", []string{"plan", s.file(), "-out", s.out()}},
	} {
		if err := s.measure(step.name, step.args...); err != nil {
			return err
		}
	}
	left, err := sizeOf(s.out())
	fmt.Printf("%d journals and as many files of predictions of %.0f MiB; with all results %.0f MiB\n", slots, mib(size), mib(left))
	return err
}

// measure runs bench and prints what it took.
func (s site) measure(name string, args ...string) error {
	cmd := exec.Command(s.bench, args...)
	began := time.Now()
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("bench %s: %w\n%s", strings.Join(args, " "), err, output[max(0, len(output)-2000):])
	}
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	fmt.Printf("%-34s %8.1f %8.1f %8.0f\n", name, time.Since(began).Seconds(),
		(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), float64(used.Maxrss)/1024)
	return nil
}
