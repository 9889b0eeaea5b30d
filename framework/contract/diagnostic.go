package contract

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
)

// Severity of a Diagnostic.
type Severity string

// The severities. An error stops the experiment before anything trains; a note
// is worth knowing when planning and is not shown when running.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Diagnostic is a remark on a configuration. The host shows it with the line of
// the experiment file that Path leads to.
type Diagnostic struct {
	Severity Severity
	// Code is the kind of mistake where bench itself reports it; "" of plugins, whose remarks
	// have the code of what they are about.
	Code    mistake.Code
	Summary string // what is wrong, one line
	Detail  string // what to do about it
	// Path leads into the configuration: attribute names (string) and list
	// indices (int), for example "matrix", 2, 0. Empty means the whole block. The last
	// step may be a Key; that of a plugin is taken as the attribute of its name.
	Path []any
}

// Key is the last step of a path to the name of an object's entry, where that is wrong
// rather than its value.
type Key string

// Errorf returns an error diagnostic at a path.
func Errorf(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Error, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}

// Notef returns a note at a path.
func Notef(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Note, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}

// Warningf returns a warning diagnostic at a path.
func Warningf(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Warning, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}

// As makes remarks with a code, in bench itself.
type As mistake.Code

// Errorf is Errorf with the code.
func (a As) Errorf(path []any, summary, detail string, args ...any) Diagnostic {
	return a.to(Errorf(path, summary, detail, args...))
}

// Notef is Notef with the code.
func (a As) Notef(path []any, summary, detail string, args ...any) Diagnostic {
	return a.to(Notef(path, summary, detail, args...))
}

// Warningf is Warningf with the code.
func (a As) Warningf(path []any, summary, detail string, args ...any) Diagnostic {
	return a.to(Warningf(path, summary, detail, args...))
}

func (a As) to(d Diagnostic) Diagnostic {
	d.Code = mistake.Code(a)
	return d
}

// FirstError is the first of some diagnostics that is an error, nil if none is.
func FirstError(ds []Diagnostic) error {
	for _, d := range ds {
		if d.Severity == Error {
			return fmt.Errorf("%s: %s", d.Summary, d.Detail)
		}
	}
	return nil
}
