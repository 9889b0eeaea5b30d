package standin

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// job is a job as it is kept in a folder of its own, with script, the file end.INDEX for each
// task that has ended, and done.
type job struct {
	dir      string
	System   string
	Number   int
	Name     string
	Array    bool
	First    int
	Last     int
	Throttle int
	After    []int
	Log      string
	Script   string // to run in place of the text that was read
}

// read reads the options of a job.
func read(system string, options []string) (*job, error) {
	j := &job{System: system, First: 1, Last: 1, Log: os.DevNull}
	for i, option := range options {
		value := ""
		if i+1 < len(options) {
			value = options[i+1]
		}
		switch {
		case option == "-N" && system != "lsf", option == "-n" && system == "oar":
			j.Name = value
		case option == "-o" && system != "oar", option == "-O":
			j.Log = value
		case option == "-t" && (system == "sge" || system == "torque"), option == "-J" && system == "pbs":
			if err := j.tasks(value); err != nil {
				return nil, err
			}
		case option == "-J": // LSF: name[1-8]%2
			name, rest, _ := strings.Cut(value, "[")
			j.Name = name
			if err := j.tasks(strings.Replace(rest, "]", "", 1)); err != nil {
				return nil, err
			}
		case option == "--array":
			if err := j.tasks("1-" + value); err != nil {
				return nil, err
			}
		case option == "-tc":
			j.Throttle, _ = strconv.Atoi(value)
		case option == "-hold_jid", option == "-W" && strings.HasPrefix(value, "depend="), option == "-w" && system == "lsf",
			strings.HasPrefix(option, "--anterior="):
			j.After = append(j.After, numbers(option+" "+value)...)
		}
	}
	return j, nil
}

// tasks reads the range of an array, such as 1-8%2.
func (j *job) tasks(text string) error {
	text, limit, _ := strings.Cut(text, "%")
	first, last, _ := strings.Cut(text, "-")
	var err error
	if j.First, err = strconv.Atoi(first); err == nil {
		j.Last, err = strconv.Atoi(last)
	}
	if limit != "" && err == nil {
		j.Throttle, err = strconv.Atoi(limit)
	}
	if err != nil || j.System == "pbs" && j.Last <= j.First {
		return failure{2, "qsub: illegal -J value"}
	}
	j.Array = true
	return nil
}

// numbers are those in a text.
func numbers(text string) (all []int) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}

// take keeps a job for Serve. Numbers go on by that of tasks, as OAR's do.
func (j *job) take(text string) error {
	root := filepath.Join(os.Getenv(Folder), "jobs")
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	all, err := jobs(os.Getenv(Folder))
	if err != nil {
		return err
	}
	j.Number = 17
	for _, other := range all {
		j.Number = max(j.Number, other.Number+other.Last-other.First+1)
	}
	for {
		j.dir = filepath.Join(root, strconv.Itoa(j.Number))
		err := os.Mkdir(j.dir, 0o755)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		j.Number++
	}
	b, err := json.Marshal(j)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(j.dir, "script"), []byte(text), 0o755),
		os.WriteFile(filepath.Join(j.dir, "new"), b, 0o644),
		os.Rename(filepath.Join(j.dir, "new"), filepath.Join(j.dir, "job.json")))
}

// jobs are those that were taken, in the order of their numbers.
func jobs(dir string) ([]*job, error) {
	files, err := filepath.Glob(filepath.Join(dir, "jobs", "*", "job.json"))
	var all []*job
	for _, f := range files {
		j := &job{dir: filepath.Dir(f)}
		b, failed := os.ReadFile(f)
		if err := errors.Join(failed, json.Unmarshal(b, j)); err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	slices.SortFunc(all, func(a, b *job) int { return a.Number - b.Number })
	return all, err
}

// name is what PBS calls a job.
func (j *job) name() string {
	if j.Array {
		return fmt.Sprintf("%d[].pbs.example.org", j.Number)
	}
	return fmt.Sprintf("%d.pbs.example.org", j.Number)
}

// done reports whether no task of a job runs or will run.
func (j *job) done() bool {
	_, err := os.Stat(filepath.Join(j.dir, "done"))
	return err == nil
}

// kill ends the tasks of a job.
func (j *job) kill(s syscall.Signal) error {
	if err := os.WriteFile(filepath.Join(j.dir, "done"), nil, 0o644); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(j.dir, "pid.*"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		if pid, err := strconv.Atoi(string(text)); err == nil {
			_ = syscall.Kill(-pid, s)
		}
	}
	return err
}

// variables are those by which tasks learn of their index.
var variables = map[string]string{"sge": "SGE_TASK_ID", "pbs": "PBS_ARRAY_INDEX", "torque": "PBS_ARRAYID",
	"lsf": "LSB_JOBINDEX", "oar": "OAR_ARRAY_INDEX", "kubernetes": "JOB_COMPLETION_INDEX"}

// task runs one task to its end.
func (j *job) task(index int, environment []string) {
	cmd := exec.Command("/bin/bash", filepath.Join(j.dir, "script"))
	if j.Script != "" {
		cmd.Args[1] = j.Script
	}
	cmd.Dir = os.TempDir()
	cmd.Env = slices.Clone(environment)
	if j.Array || j.System == "oar" {
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", variables[j.System], index))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log, err := os.OpenFile(j.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err == nil {
		defer log.Close()
		cmd.Stdout, cmd.Stderr = log, log
	}
	if cmd.Start() == nil {
		_ = os.WriteFile(filepath.Join(j.dir, fmt.Sprintf("pid.%d", index)), []byte(strconv.Itoa(cmd.Process.Pid)), 0o644)
		_ = cmd.Wait()
	}
}
