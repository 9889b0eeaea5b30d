// Command peers measures bench beside scikit-learn, LIBLINEAR and LIBSVM on the same
// work, interleaved, and prints the ratios. usage: peers [-runs N] [-only NAME]
// [-out FILE.csv]; see the target bench of the Makefile for what it needs.
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// setting is where things are.
type setting struct {
	bin, work, python string
	liblinear, libsvm string // the programs built from liblinear_peer.c and libsvm_peer.c
	runs, workers     int
}

func main() {
	var s setting
	flag.StringVar(&s.bin, "bin", "bin", "folder with bench and plugins/")
	flag.StringVar(&s.work, "work", "results/peers", "folder for data and results")
	flag.StringVar(&s.python, "python", "python3", "Python with scikit-learn, scikit-learn-intelex, pandas")
	flag.IntVar(&s.runs, "runs", 3, "pairs of runs of each contest")
	flag.IntVar(&s.workers, "workers", 2, "cores for both sides")
	only := flag.String("only", "", "contests whose name holds this")
	out := flag.String("out", "results/peers/peers.csv", "table")
	flag.Parse()
	if err := measure(s, *only, *out); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func measure(s setting, only, out string) error {
	var err error
	for _, path := range []*string{&s.bin, &s.work} {
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	if err := s.prepare(); err != nil {
		return err
	}
	var lines []line
	for _, c := range contests {
		if !strings.Contains(c.name(), only) {
			continue
		}
		l, err := s.hold(c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name(), err)
		}
		fmt.Println(l)
		lines = append(lines, l)
	}
	for _, w := range slices.Concat(s.wholes(), s.lettersWholes(), s.kernelsWholes()) {
		if !strings.Contains(w.name, only) {
			continue
		}
		l, err := w.hold()
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		fmt.Println(l)
		lines = append(lines, l)
	}
	for _, c := range s.scales() {
		if !strings.Contains(c.name, only) {
			continue
		}
		if err := s.measureScale(c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return write(out, lines)
}

// whole is a piece of work of several folds.
type whole struct {
	name string
	hold func() (line, error)
}

func (s setting) wholes() []whole {
	return []whole{
		{"digits, 10 folds", func() (line, error) { return s.holdFolds("lda", 20) }},
		{"digits, whole", s.holdDigits},
		{"digits, forest", s.holdForest},
	}
}

// prepare builds the driver of LIBLINEAR and makes the data.
func (s *setting) prepare() error {
	if err := os.MkdirAll(s.work, 0o755); err != nil {
		return err
	}
	s.liblinear, s.libsvm = filepath.Join(s.work, "liblinear_peer"), filepath.Join(s.work, "libsvm_peer")
	for _, build := range [][]string{{s.liblinear, "test/peers/programs/liblinear_peer.c", "-llinear", "-lm"},
		{s.libsvm, "test/peers/programs/libsvm_peer.c", "-lsvm", "-lm"}} {
		if text, err := exec.Command("cc", append([]string{"-O2", "-o"}, build...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("building %s (apt-get install gcc liblinear-dev libsvm-dev): %w\n%s", build[1], err, text)
		}
	}
	if text, err := exec.Command(s.python, "-c", "import sklearn, sklearnex, pandas").CombinedOutput(); err != nil {
		return fmt.Errorf("%s lacks scikit-learn, scikit-learn-intelex or pandas: %w\n%s", s.python, err, text)
	}
	if _, err := os.Stat(filepath.Join(s.data(), "letter.npz")); err == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "making the data: some minutes, once")
	return passThrough(exec.Command(s.python, "test/peers/programs/data.py", s.data()))
}

func (s *setting) data() string { return filepath.Join(s.work, "data") }

func passThrough(c *exec.Cmd) error {
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c.Run()
}

func write(path string, lines []line) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	if err := w.Write(header); err != nil {
		return err
	}
	for _, l := range lines {
		if err := w.Write(l.fields()); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
