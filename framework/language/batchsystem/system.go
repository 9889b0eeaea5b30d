// Package batchsystem describes batch systems as rows of one table: the commands that hand
// jobs over, ask for them and end them, the patterns of what these print, and the lines at
// the head of a job's script. It runs nothing.
package batchsystem

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// System is how one speaks with a batch system. In all lines and commands words in double
// braces stand for values: see Words.
type System struct {
	// Header holds the lines for the batch system in the script of a job.
	Header []string `json:"header,omitempty"`
	// Description is the text of a file that describes a job, where the batch system takes
	// that in place of the script.
	Description string   `json:"description,omitempty"`
	Submit      []string `json:"submit,omitempty"`
	// ID finds the ids of jobs in what Submit printed: its group.
	ID string `json:"id,omitempty"`
	// Alive prints the ids of jobs that wait or run. If it is empty, a job is alive until all
	// its slots have left their ends.
	Alive []string `json:"alive,omitempty"`
	// AliveID finds ids in the lines of Alive: its group. If it is empty, an id may stand
	// anywhere.
	AliveID string `json:"alive_id,omitempty"`
	// None is a pattern. If Alive fails and prints it, the queue is empty.
	None   string   `json:"none,omitempty"`
	Cancel []string `json:"cancel,omitempty"`
	// After are words of Submit that let a job wait for the ends of others.
	After []string `json:"after,omitempty"`
	// Busy are exit statuses of Submit, and BusyWords a pattern of what it says, that mean later.
	Busy      []int  `json:"busy,omitempty"`
	BusyWords string `json:"busy_words,omitempty"`
	// Array is the variable that tells a slot its index, which begins with First; if it is
	// empty, each slot is a job of its own.
	Array string `json:"array,omitempty"`
	First int    `json:"first,omitempty"`
	// Warned are the signals that tell a slot that its time is nearly over.
	Warned []string `json:"warned,omitempty"`
}

// Settings is what an executor block says: the system, and what jobs ask of it.
type Settings struct {
	System
	Options []string `json:"options,omitempty"` // of the commands
	Resources
	LeaveOut   []string          `json:"leave_out,omitempty"`   // texts in lines of the header that are left out
	SubmitRate float64           `json:"submit_rate,omitempty"` // jobs a minute, 0 for any
	Latency    int               `json:"latency,omitempty"`     // seconds for which queue and folder may be late
	Values     map[string]string `json:"values,omitempty"`      // of words that only some systems have
}

// Resources is what a job asks for; 0 is what the batch system gives to jobs that do not ask.
type Resources struct {
	CPUs    int `json:"cpus,omitempty"`
	Memory  int `json:"memory,omitempty"` // MiB
	Minutes int `json:"minutes,omitempty"`
}

// Or fills in what is not asked for.
func (r Resources) Or(others Resources) Resources {
	for _, field := range []struct{ at, other *int }{
		{&r.CPUs, &others.CPUs}, {&r.Memory, &others.Memory}, {&r.Minutes, &others.Minutes},
	} {
		if *field.at == 0 {
			*field.at = *field.other
		}
	}
	return r
}

// Programs are those that the commands begin with, each once.
func (s System) Programs() []string {
	var all []string
	for _, command := range [][]string{s.Submit, s.Alive, s.Cancel} {
		if len(command) > 0 && !slices.Contains(all, command[0]) {
			all = append(all, command[0])
		}
	}
	return all
}

// Matches are what the group of a pattern finds in a text.
func Matches(pattern, text string) []string {
	var all []string
	for _, m := range regexp.MustCompile("(?m)"+pattern).FindAllStringSubmatch(text, -1) {
		for _, group := range m[1:] {
			if group != "" && !slices.Contains(all, group) {
				all = append(all, group)
				break
			}
		}
	}
	return all
}

// CheckPattern says what is wrong with a pattern that has to find an id.
func CheckPattern(pattern string) error {
	compiled, err := regexp.Compile(pattern)
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a pattern: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	case compiled.NumSubexp() == 0:
		return fmt.Errorf(`the pattern %q has no group: put the part that is the id into parentheses, as in "Job <(\\d+)>"`,
			pattern)
	}
	return nil
}
