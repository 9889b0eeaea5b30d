package slurm

import (
	_ "embed"
	"path/filepath"
	"strings"
	"sync"
	"text/template"

	"github.com/manyclass/bench/framework/running/executor"
)

//go:embed script.sh.tmpl
var scriptText string

// script is the batch script of slots and probes.
var script = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("script").Funcs(template.FuncMap{"quote": quote}).Parse(scriptText))
})

// filled is what a script is made of. A probe has a Key, a slot Wave and Class, and what
// makes the next wave is a Step.
type filled struct {
	Name, Job, Stored, Program, Digest string
	Setup                              []string
	Key                                string
	Wave, From                         int
	Class                              string
	Step                               bool
}

// script is the batch script of a piece of a wave.
func (e *Executor) script(w executor.Wave, p piece) string {
	f := e.filled(p.name, w.Job)
	f.Wave, f.Class, f.From = w.Number, p.Class, p.from
	return f.write()
}

// probeScript is the batch script of a probe.
func (e *Executor) probeScript(w executor.Wave, p probe) string {
	f := e.filled(p.name, w.Job)
	f.Key = p.key
	return f.write()
}

// stepScript is the batch script of what makes the wave after one.
func (e *Executor) stepScript(w executor.Wave) string {
	f := e.filled(stepName(w), w.Job)
	f.Step = true
	return f.write()
}

func (e *Executor) filled(name, job string) filled {
	kept := filepath.Join("store", e.options.Bench, "bench")
	return filled{
		Name: name, Job: job, Digest: e.options.Bench, Setup: e.options.Setup,
		Stored: filepath.Join(e.options.SharedDir, kept), Program: filepath.Join(e.options.LocalDir, kept),
	}
}

func (f filled) write() string {
	var b strings.Builder
	if err := script().Execute(&b, f); err != nil {
		panic(err) // the template names a field that is not there
	}
	return b.String()
}

// quote makes one word of bash of any text.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
