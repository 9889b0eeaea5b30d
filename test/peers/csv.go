package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/peers/roofline"
)

// reading is a file that bench and other readers load into memory. bench computes the
// digests of file and content too.
type reading struct {
	name, file string
	peers      []string // of csv_peer.py, of which the fastest counts
	need       roofline.Work
	targets    []target
}

// The files of csv_data.py: bytes, and the numbers that they hold.
var readings = []reading{
	{"CSV of numbers", "numbers.csv", []string{"polars", "pandas"}, roofline.Text(142.6e6, 200_000*50),
		[]target{ratio(0.5, 1)}},
	{"CSV of numbers and categories", "mixed.csv", []string{"polars", "pandas"}, roofline.Text(105.8e6, 200_000*40),
		[]target{ratio(0.4, 1)}},
	{"svmlight", "sparse.svm", []string{"sklearn"}, roofline.Text(73.9e6, 50_000*100*1.5), []target{ratio(3, 5)}},
}

func readingRows() []row {
	return lists.Map(readings, func(r reading) row {
		return row{group: "readers", work: r.name, targets: r.targets, need: r.need,
			hold: func(s setting) (line, error) { return s.holdReading(r) }}
	})
}

// holdReading lets the fastest of other readers in the first turn and bench read a file
// in turns. Objectives are sums of all numbers without their signs.
func (s setting) holdReading(r reading) (l line, err error) {
	path := filepath.Join(s.data(), r.file)
	if _, err := os.Stat(filepath.Join(s.data(), "sparse.svm")); err != nil { // the last one that is made
		if err := errors.Join(os.MkdirAll(s.data(), 0o755),
			passThrough(s.command(s.python, "test/peers/programs/csv_data.py", s.data()))); err != nil {
			return l, err
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(s.workers))
	for range s.runs {
		var best outcome
		for _, peer := range r.peers {
			if l.theirs != nil && peer != l.peer {
				continue
			}
			var theirs outcome
			err := answer(s.command(s.python, "test/peers/programs/csv_peer.py", peer, path, strconv.Itoa(s.workers)), &theirs)
			if err != nil {
				return l, err
			}
			fmt.Printf("%s: %s %.3f s, %.3f s of processors\n", r.name, peer, theirs.Seconds, theirs.CPU)
			if best.Seconds == 0 || theirs.Seconds < best.Seconds {
				best, l.peer = theirs, peer
			}
		}
		ours, err := readByBench(path)
		if err != nil {
			return l, err
		}
		fmt.Printf("%s: bench %.3f s, %.3f s of processors\n", r.name, ours.Seconds, ours.CPU)
		l.theirs, l.ours = append(l.theirs, best), append(l.ours, ours)
	}
	return l, nil
}

// readByBench loads a file as a run does: the median of three times, after one that does
// not count.
func readByBench(path string) (o outcome, err error) {
	from := source.Source{File: path}
	if strings.HasSuffix(path, ".csv") {
		from.Target = "class"
	}
	var walls, cpus []float64
	for range 4 {
		runtime.GC() // what the last turn left is not this one's work
		start, before := time.Now(), processorSeconds()
		table, _, err := loader.Table(from)
		if err != nil {
			return o, err
		}
		walls = append(walls, time.Since(start).Seconds())
		cpus = append(cpus, processorSeconds()-before)
		o.Objective = total(table)
	}
	o.Seconds, o.CPU = median(walls[1:]), median(cpus[1:])
	return o, nil
}

// processorSeconds are those of this process so far.
func processorSeconds() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return math.NaN()
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// total is the sum of all numbers of a table without their signs.
func total(t *data.Table) (sum float64) {
	add := func(values []float64) {
		for _, v := range values {
			if v == v {
				sum += math.Abs(v)
			}
		}
	}
	for _, c := range t.Columns {
		add(c.Values)
	}
	if t.Sparse != nil {
		add(t.Sparse.Data)
	}
	return sum
}
