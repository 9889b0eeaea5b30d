package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/results/store"
)

// grows is what is measured as rows grow.
type grows struct {
	bench, shape, learner string
	settings              string // of the learner
	rows                  []int
	dir                   string
	csv                   string // file that lines are added to, or ""
	trace                 bool   // what is held is kept beside the data, over time
}

const rowsExperiment = `experiment "rows" { seed = 1 }

dataset "data" {
  file   = %q
  target = "class"
  memory = "64GiB"
  %s
}

%s
learner %q "l" {
  %s
}
reduction "one_vs_rest" "r" {}
validation {
  method = "holdout"
  test   = 0.1
}
metric "accuracy" {}
`

const rowsHeading = "shape,learner,settings,rows,load,seconds,cpu,train_seconds,predict_seconds,us_per_row,cpu_us_per_row," +
	"matrix_mib,most_mib,host_mib,plugins_mib,files_mib,ratio,accuracy,unconverged,fixed_mib\n"

// run measures one number of rows after the other.
func (g grows) run() error {
	s, err := shapeOf(g.shape)
	if err != nil {
		return err
	}
	fmt.Print(rowsHeading)
	for _, rows := range g.rows {
		line, err := g.measure(s, rows)
		if err != nil {
			return err
		}
		fmt.Print(line)
		if g.csv == "" {
			continue
		}
		if err := appendLine(g.csv, rowsHeading, line); err != nil {
			return err
		}
	}
	return nil
}

// appendLine adds a line to a file, which gets a heading if it is new.
func appendLine(path, heading, line string) error {
	if _, err := os.Stat(path); err == nil {
		heading = ""
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(heading + line)
	return err
}

// parseRows reads "100000,1000000".
func parseRows(text string) (list []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		rows, err := strconv.Atoi(part)
		if err != nil || rows < 100 {
			return nil, fmt.Errorf("-rows is a list of numbers from 100 on, and not %q", text)
		}
		list = append(list, rows)
	}
	return list, nil
}

// measure makes the data, runs bench on them and removes both.
func (g grows) measure(s shape, rows int) (string, error) {
	dir, err := os.MkdirTemp(g.dir, "rows-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file, out := filepath.Join(dir, "data.csv"), filepath.Join(dir, "out")
	if s.parquet {
		file = filepath.Join(dir, "data.parquet")
	}
	if err := s.make(file, rows); err != nil {
		return "", err
	}
	text := fmt.Sprintf(rowsExperiment, file, s.types, s.encoder, g.learner,
		strings.ReplaceAll(g.settings, "; ", "\n  "))
	experiment := filepath.Join(dir, "rows.hcl")
	if err := os.WriteFile(experiment, []byte(text), 0o644); err != nil {
		return "", err
	}
	var trace *os.File
	if g.trace {
		name := fmt.Sprintf("trace-%s-%s-%d.csv", s.name, g.learner, rows)
		if trace, err = os.Create(filepath.Join(g.dir, name)); err != nil {
			return "", err
		}
		defer trace.Close()
	}
	load, _ := os.ReadFile("/proc/loadavg")
	cmd := exec.Command(g.bench, "run", experiment, "-out", out, "-workers", "1")
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop, most := make(chan struct{}), make(chan held)
	go func() { most <- watch(cmd.Process.Pid, trace, stop) }()
	err = cmd.Wait()
	seconds := time.Since(began).Seconds()
	close(stop)
	h := <-most
	if err != nil {
		text := said.String()
		return "", fmt.Errorf("bench run: %w\n%s", err, text[max(0, len(text)-2000):])
	}
	// Plugins are children that were waited for.
	cpu := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r, accuracy, err := found(out)
	if err != nil {
		return "", err
	}
	const mib = 1 << 20
	perRow, matrix := 1e6/float64(rows), s.matrixBytes(rows)
	return fmt.Sprintf("%s,%s,%s,%d,%s,%.1f,%.1f,%.2f,%.2f,%.2f,%.2f,%.0f,%d,%d,%d,%d,%.2f,%s,%d,%d\n", s.name, g.learner, g.settings, rows,
		strings.Fields(string(load))[0], seconds, cpu, r.TrainSeconds, r.PredictSeconds, seconds*perRow, cpu*perRow, matrix/mib,
		h.all()/mib, h.host/mib, h.plugins/mib, h.files/mib, float64(h.all())/matrix, accuracy, r.Unconverged, h.fixed/mib), nil
}

// found reads the one result of a folder, and its accuracy.
func found(out string) (store.Result, string, error) {
	results, err := store.ReadResults(out)
	if err != nil {
		return store.Result{}, "", err
	}
	scores, err := os.ReadFile(filepath.Join(out, "scores.csv"))
	if err != nil {
		return store.Result{}, "", err
	}
	lines := strings.Split(strings.TrimSpace(string(scores)), "\n")
	fields, at := strings.Split(lines[len(lines)-1], ","), slices.Index(strings.Split(lines[0], ","), "value")
	if at < 0 || at >= len(fields) {
		return store.Result{}, "", fmt.Errorf("%s has no value", filepath.Join(out, "scores.csv"))
	}
	for _, r := range results.ByKey {
		if r.Status != store.OK {
			return r, "", fmt.Errorf("the cell ended as %s: %s", r.Status, r.Error)
		}
		return r, fields[at], nil
	}
	return store.Result{}, "", fmt.Errorf("%s holds no result", out)
}
