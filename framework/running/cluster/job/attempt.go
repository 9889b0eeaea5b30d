package job

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/results/store"
)

// Attempt is one life of a slot: the batch system may start it again.
type Attempt struct {
	Wave    int
	Class   string
	Index   int    // of the slot in its array, from 0
	Batch   string // what the batch system calls the array
	Restart int    // from 0
}

// String names the attempt in files: w2.big.3.1017.0.
func (a Attempt) String() string { return fmt.Sprintf("%s.%d", a.Owner(), a.Restart) }

// Owner names the slot in claims, which it keeps if it is started again.
func (a Attempt) Owner() string {
	return fmt.Sprintf("w%d.%s.%d.%s", a.Wave, a.Class, a.Index, a.Batch)
}

// Slot names the slot in its wave, as executor.State does.
func (a Attempt) Slot() string { return fmt.Sprintf("%s-%d", a.Class, a.Index) }

// Statuses with which the process of a slot ends.
const (
	StatusRefused  = 65 // the node lacks something, or has other bytes
	StatusUnshared = 66 // the folder of the job is not there
	StatusFolder   = 74 // the folder of the job cannot be written
	StatusYielded  = 75 // it was asked to end, or its time was over, and left cells to others
)

var attemptName = regexp.MustCompile(`^w([0-9]+)\.([\w-]+)\.([0-9]+)\.(\w+)\.([0-9]+)$`)

// ParseAttempt reads the name of an attempt.
func ParseAttempt(name string) (a Attempt, ok bool) {
	m := attemptName.FindStringSubmatch(name)
	if m == nil {
		return a, false
	}
	a.Class, a.Batch = m[2], m[4]
	for _, part := range []struct {
		text string
		into *int
	}{{m[1], &a.Wave}, {m[3], &a.Index}, {m[5], &a.Restart}} {
		n, err := strconv.Atoi(part.text)
		if err != nil {
			return a, false
		}
		*part.into = n
	}
	return a, true
}

// End is how the process of an attempt ended.
type End struct {
	Attempt
	Status int // as a shell has it: over 128 for a signal
}

// Killed reports whether the process was killed, or broke down, while its node lived:
// it did not end by itself.
func (e End) Killed() bool {
	switch e.Status {
	case 0, StatusRefused, StatusUnshared, StatusFolder, StatusYielded, 128 + 2, 128 + 10, 128 + 15:
		return false
	}
	return true
}

// Ended lists the attempts of a wave that ended while their node lived, by the names of
// files alone.
func (j *Job) Ended(wave int) ([]Attempt, error) {
	entries, err := os.ReadDir(filepath.Join(j.Dir, ends))
	var list []Attempt
	for _, e := range entries {
		if a, ok := ParseAttempt(e.Name()); ok && a.Wave == wave {
			list = append(list, a)
		}
	}
	return list, err
}

// Ends lists the attempts that ended while their node lived.
func (j *Job) Ends() ([]End, error) {
	var list []End
	err := j.attempts(ends, func(a Attempt, text string) {
		if status, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
			list = append(list, End{a, status})
		}
	})
	return list, err
}

// Refusal is why a node did not begin.
type Refusal struct {
	Attempt
	Node, Reason string
}

// NoteEnd writes down how an attempt ended, unless that was done.
func (j *Job) NoteEnd(a Attempt, status int) error {
	path := filepath.Join(j.Dir, ends, a.String())
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return store.WriteFile(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, status)
		return err
	})
}

// AttemptOf finds the attempt in the name of a journal.
func AttemptOf(journal string) (a Attempt, ok bool) {
	return ParseAttempt(inJournal.FindString(journal))
}

var inJournal = regexp.MustCompile(`w[0-9]+\.[\w-]+\.[0-9]+\.\w+\.[0-9]+`)

// NodeVariable names the environment variable in which an executor tells a slot what
// its node is called.
const NodeVariable = "BENCH_NODE"

// Node is what this node is called.
func Node() string {
	if name := os.Getenv(NodeVariable); name != "" {
		return name
	}
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// Refuse writes down why this node does not begin.
func (j *Job) Refuse(a Attempt, reason string) error {
	return store.WriteFile(filepath.Join(j.Dir, refused, a.String()), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s: %s\n", Node(), reason)
		return err
	})
}

// Refusals lists the attempts that did not begin.
func (j *Job) Refusals() ([]Refusal, error) {
	var list []Refusal
	err := j.attempts(refused, func(a Attempt, text string) {
		node, reason, _ := strings.Cut(text, ": ")
		list = append(list, Refusal{a, node, strings.TrimSpace(reason)})
	})
	return list, err
}

// attempts hands on what a folder holds of attempts, in the order of names.
func (j *Job) attempts(folder string, take func(a Attempt, text string)) error {
	entries, err := os.ReadDir(filepath.Join(j.Dir, folder))
	if err != nil {
		return err
	}
	for _, e := range entries {
		a, ok := ParseAttempt(e.Name())
		if !ok {
			continue
		}
		text, err := os.ReadFile(filepath.Join(j.Dir, folder, e.Name()))
		if err != nil {
			return err
		}
		take(a, string(text))
	}
	return nil
}
