// Command peers measures bench beside scikit-learn, LIBLINEAR, LIBSVM and others on the
// same work, in turns, and holds the figures against floors and goals. It ends with an
// error if a floor is missed. usage:
//
//	peers [-row PATTERN] [-full] [-resume] [-runs N] [-avx2] [-out FILE.csv]   measures; -list shows the rows
//	peers -release FILE.csv   keeps a file of figures in docs/bench, named after its day and processor;
//	                          those without AVX-512 in docs/bench/avx2
//	peers -render             writes the tables of docs/performance.md and the pictures of docs/bench anew
//
// See the target bench of the Makefile for what it needs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/roofline"
)

// setting is where things are, and what was found out about the machine.
type setting struct {
	ctx               context.Context
	bin, work, python string
	liblinear, libsvm string // the programs built from liblinear_peer.c and libsvm_peer.c
	trees             string // another Python, of programs with label trees
	runs, workers     int
	machine           roofline.Machine
	narrow            bool // AVX-512 is switched off
	cpu, date         string
}

func main() {
	var s setting
	flag.StringVar(&s.bin, "bin", "bin", "folder with bench and plugins/")
	flag.StringVar(&s.work, "work", "results/peers", "folder for data and results")
	flag.StringVar(&s.python, "python", "python3", "Python with the packages of test/peers/programs/requirements.txt")
	flag.StringVar(&s.trees, "trees", "python3", "Python with the packages of test/peers/programs/trees.txt")
	flag.IntVar(&s.runs, "runs", 2, "pairs of runs of each row; up to three times as many of brief work, one of a row of hours")
	flag.IntVar(&s.workers, "workers", 2, "cores for both sides")
	pattern := flag.String("row", "", "rows whose name matches this regular expression")
	full := flag.Bool("full", false, "also rows that take hours")
	resume := flag.Bool("resume", false, "leave out rows that the file has already")
	list := flag.Bool("list", false, "print the rows and their targets")
	out := flag.String("out", "results/peers/peers.csv", "file of figures; those of the chosen rows are measured anew")
	avx2 := flag.Bool("avx2", false, "switch AVX-512 off in all programs that can do without")
	release := flag.String("release", "", "keep this file of figures under docs/bench")
	rendered := flag.Bool("render", false, "write the tables of docs/performance.md and the pictures of docs/bench")
	flag.Parse()
	if *avx2 {
		s.switchOff()
	}
	var stop context.CancelFunc
	s.ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *list:
		err = show(os.Stdout)
	case *release != "":
		err = errors.Join(keep("docs", *release), render("docs"))
	case *rendered:
		err = render("docs")
	default:
		var rows []row
		if rows, err = chosen(*pattern, *full); err == nil {
			err = s.measure(rows, *resume, *out)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// measure prepares everything, and measures rows.
func (s setting) measure(rows []row, resume bool, out string) error {
	var err error
	for _, path := range []*string{&s.bin, &s.work} {
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	s.cpu, s.date = s.processor(), time.Now().Format(time.DateOnly)
	done, err := begin(out, rows, resume, s.cpu)
	if err != nil {
		return err
	}
	rows = without(rows, done)
	if err := s.prepare(rows); err != nil {
		return err
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%s, load %s\nmemory %.1f GB/s on one core, %.1f on %s; multiply–adds %.0f Gflop/s, %.0f\n\n", s.cpu,
		strings.Fields(string(load) + " ?")[0], s.machine.ReadOne/1e9, s.machine.Read/1e9, counted(s.workers, "core"),
		s.machine.FlopsOne/1e9, s.machine.Flops/1e9)
	return run(s.ctx, os.Stdout, rows, done, out, func(ctx context.Context, r row) ([]figures.Figure, error) {
		s := s
		if s.ctx = ctx; r.full {
			s.runs = 1
		}
		l, err := r.hold(s)
		if err != nil {
			return nil, err
		}
		return s.figures(r, l), nil
	})
}

// begin reads what a file has of other rows, and, to go on, of these.
func begin(out string, rows []row, resume bool, cpu string) ([]figures.Figure, error) {
	have, err := figures.Read(out)
	if errors.Is(err, os.ErrNotExist) {
		return nil, os.MkdirAll(filepath.Dir(out), 0o755)
	}
	if err != nil {
		return nil, err
	}
	again := map[string]bool{}
	for _, r := range rows {
		again[r.work] = !resume
	}
	var kept []figures.Figure
	for _, f := range have {
		if f.CPU != cpu {
			return nil, fmt.Errorf("%s is of another machine, %s: name another file with -out", out, f.CPU)
		}
		if !again[f.Work] {
			kept = append(kept, f)
		}
	}
	return kept, figures.Write(out, kept)
}

// without leaves out the rows that have all their figures.
func without(rows []row, done []figures.Figure) []row {
	measured := map[string]bool{}
	for _, f := range done {
		measured[f.Key()] = true
	}
	var left []row
	for _, r := range rows {
		for _, t := range r.targets {
			if !measured[(figures.Figure{Work: r.work, Measure: t.measure}).Key()] {
				left = append(left, r)
				break
			}
		}
	}
	return left
}

// run measures rows one after the other, each within its time, and writes the file after
// each. A row that fails does not keep the others from running. The error names the
// rows that failed and the floors that are missed, in the whole file.
func run(ctx context.Context, w io.Writer, rows []row, done []figures.Figure, out string,
	measure func(context.Context, row) ([]figures.Figure, error)) error {
	var failed []error
	for _, r := range rows {
		if ctx.Err() != nil {
			return fmt.Errorf("stopped before %q; -resume goes on", r.work)
		}
		within, cancel := context.WithTimeout(ctx, r.time())
		start := time.Now()
		fresh, err := measure(within, r)
		if within.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("not finished after %v", r.time())
		}
		cancel()
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", r.work, err))
			fmt.Fprintln(w, failed[len(failed)-1])
			continue
		}
		for _, f := range fresh {
			fmt.Fprintln(w, describe(f))
		}
		fmt.Fprintf(w, "  %.0f s\n", time.Since(start).Seconds())
		done = figures.Merge(done, fresh)
		if err := figures.Write(out, done); err != nil {
			return err
		}
	}
	for _, f := range done {
		if f.Missed() {
			failed = append(failed, fmt.Errorf("below the floor: %s, %s: %.3g, floor %.3g", f.Work, f.Measure, f.Figure,
				f.Floor))
		}
	}
	return errors.Join(failed...)
}

// describe is a figure as a line of text.
func describe(f figures.Figure) string {
	text := fmt.Sprintf("%s: %s %.3g", f.Work, f.Measure, f.Figure)
	if f.Measure == figures.Ratio {
		text += fmt.Sprintf(" (%.3g to %.3g), %s %.4g s, bench %.4g s", f.Least, f.Largest, f.Peer, f.PeerSeconds,
			f.BenchSeconds)
	}
	text += fmt.Sprintf("; floor %.3g, goal %.3g", f.Floor, f.Goal)
	if f.Moonshot == f.Moonshot {
		text += fmt.Sprintf(", moonshot %.3g", f.Moonshot)
	}
	if f.ObjectiveExcess == f.ObjectiveExcess {
		text += fmt.Sprintf("; objective above the peer's %.1g, agree %.5g", f.ObjectiveExcess, f.Agreement)
	}
	if f.Bound != "" {
		text += fmt.Sprintf("; needs %.3g GB, %.3g Gflop: %.3g s by %s, %.2g %% of the time", f.Gigabytes, f.Gigaflops,
			f.LimitSeconds, f.Bound, 100*f.OfLimit)
	}
	if f.Missed() {
		text += "  BELOW THE FLOOR"
	}
	return text + remark(f)
}
