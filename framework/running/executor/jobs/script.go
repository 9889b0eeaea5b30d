package jobs

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/template"
)

// Site says where jobs find things and what they do first.
type Site struct {
	SharedDir string   // absolute; the nodes and this machine see it alike
	LocalDir  string   // absolute; on each node
	Setup     []string // lines of bash that a job begins with, each whole by itself
	Bench     string   // SHA-256 of the program in hex, at <SharedDir>/store/<Bench>/bench
}

// Check refuses folders whose paths cannot be handed to a batch system.
func (s Site) Check() error {
	for _, folder := range []struct{ name, path string }{{"shared_dir", s.SharedDir}, {"local_dir", s.LocalDir}} {
		if !filepath.IsAbs(folder.path) || strings.ContainsAny(folder.path, "\\\n") {
			return fmt.Errorf("%s = %q: a job needs an absolute path without backslashes and line breaks",
				folder.name, folder.path)
		}
	}
	return nil
}

// Script is what differs between the scripts of jobs. A probe has a Key, and what makes the
// next wave is a Step; otherwise it is the script of slots.
type Script struct {
	Site
	Name, Job string
	Header    []string // lines for the batch system
	Node      string   // what the node is called, in bash
	Begin     []string // lines of bash that set attempt, the name of this life of the job
	CPUs      string   // of a slot, in bash
	Warned    []string // signals that tell a slot that its time is nearly over
	Served    bool     // the batch system is told of no status: ends has it
	Key       string
	Step      bool
}

//go:embed script.sh.tmpl
var scriptText string

// script is the batch script of slots, probes and steps.
var script = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("script").Funcs(template.FuncMap{"quote": Quote}).Parse(scriptText))
})

// String is the text of the script.
func (s Script) String() string {
	var b strings.Builder
	if err := script().Execute(&b, s); err != nil {
		panic(err) // the template names a field that is not there
	}
	return b.String()
}

// Stored is where the program is in the shared folder.
func (s Site) Stored() string { return filepath.Join(s.SharedDir, "store", s.Bench, "bench") }

// Program is where the program is on a node.
func (s Site) Program() string { return filepath.Join(s.LocalDir, "store", s.Bench, "bench") }

// Quote makes one word of bash of any text.
func Quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// PassesTerm reports whether a slot is told to end at once by SIGTERM.
func (s Script) PassesTerm() bool { return !slices.Contains(s.Warned, "TERM") }
