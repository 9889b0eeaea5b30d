// Package launch opens an experiment: it reads the file, starts the plugins, binds the file
// to what they offer, and loads the data. Then it runs cells of it on this machine.
package launch

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Options say how experiments are opened.
type Options struct {
	Build store.Build // this bench
	// Show prints remarks, Tell a line on what goes on. Neither may be nil.
	Show func(diagnostic.List)
	Tell func(line string)
	// Watch is called when plugins start, and tells of calls that take long until the
	// function that it returns is called. It may be nil.
	Watch func(*host.Pool) (stop func())
	// Slots is how many processes of slow plugins will be needed; nil means one.
	Slots    func(*experiment.File) int
	Trace    bool   // it is found out which files plugins open
	Thorough bool   // packages are asked what they lack before they start
	Plugins  string // folder of the plugins that are not required; "" for that beside bench
	Code     string // folder of the code that the file names; "" for that of the file
}

// Session is an experiment file with the plugins it can use, running.
type Session struct {
	Options
	Source
	Plugin
	File       *experiment.File
	Experiment *experiment.Experiment
	Pool       *host.Pool
	Warnings   diagnostic.List // that were not shown yet

	required   Required
	data       *prepare.Ahead
	folders    folders
	incomplete bool   // a plugin that the file may need is missing, which has been said
	calm       func() // ends Watch
}

// folders are those of the plugins.
type folders struct{ sockets, temporary *scratch.Dir }

// Foreign says what an experiment of somebody else may use of this machine.
type Foreign struct {
	Dir string // absolute: where relative paths of the file start; it need not exist
	// Moved holds, by absolute path, the files and sources of plugins that there are. All others are missing.
	Moved map[string]string
	// Nowhere is a folder that does not exist.
	Nowhere string
	// May tells whether a plugin beside bench may be started.
	May func(host.Package) bool
}

// Plugin is what was found of plugins.
type Plugin struct {
	Described []host.Described // those that were started
	Idle      []host.Package   // those that were not
	Unready   []error          // without a file, of packages that lack something
}

// Source is where the experiment file comes from.
type Source struct {
	Vars    map[string]string
	Command []string // that names the file
	Results string   // folder that holds the file, "" if it is elsewhere
	parse   func() (*experiment.File, diagnostic.List)
	foreign *Foreign // nil of an experiment of the user's own
}

// Refused is the error of a mistake in the file, the data or the command line. The remarks
// have been shown.
type Refused struct{ message string }

func (r *Refused) Error() string { return r.message + "; nothing was run" }

// refuse shows diagnostics and returns the error that says how many there are.
func (s *Session) refuse(diags diagnostic.List) error {
	s.Show(diags)
	errors := lists.Count(diags, func(d diagnostic.Diagnostic) bool { return d.Severity == contract.Error })
	return &Refused{wording.Count(errors, "error")}
}

// ShowWarnings shows the warnings that were kept.
func (s *Session) ShowWarnings() {
	s.Show(s.Warnings)
	s.Warnings = nil
}

// Calm ends what tells of slow calls.
func (s *Session) Calm() {
	if s.calm != nil {
		s.calm()
	}
}

// Close ends every plugin.
func (s *Session) Close() {
	s.Calm()
	if s.Pool != nil {
		s.Pool.Close()
	}
	_ = s.folders.sockets.Remove()
	_ = s.folders.temporary.Remove()
}

// BuiltIn lists the components that are part of bench.
func BuiltIn() []contract.Component {
	dataset := contract.Component{Kind: contract.KindDataset, Name: "dataset", Doc: "A file of rows, or generated data.",
		Params: loader.Params()}
	all := []contract.Component{dataset}
	all = append(all, encode.Components()...)
	all = append(all, fold.Components()...)
	return append(all, metric.Components()...)
}
