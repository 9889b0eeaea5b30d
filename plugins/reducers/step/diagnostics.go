package step

import (
	"github.com/manyclass/bench/framework/contract"
)

// Diagnostics collects what is wrong with a configuration.
type Diagnostics []contract.Diagnostic

// Failed reports whether one of the diagnostics is an error.
func (ds Diagnostics) Failed() bool { return contract.FirstError(ds) != nil }

// Errorf adds an error that is not about one attribute.
func (ds *Diagnostics) Errorf(summary, detail string, args ...any) {
	ds.At().Errorf(summary, detail, args...)
}

// At leads to an attribute, or into one: "matrix", 2, 0.
func (ds *Diagnostics) At(path ...any) Place { return Place{ds, path} }

// Place is where in a configuration something is wrong.
type Place struct {
	ds   *Diagnostics
	path []any
}

// Errorf adds an error.
func (p Place) Errorf(summary, detail string, args ...any) {
	*p.ds = append(*p.ds, contract.Errorf(p.path, summary, detail, args...))
}

// Warningf adds a warning.
func (p Place) Warningf(summary, detail string, args ...any) {
	*p.ds = append(*p.ds, contract.Warningf(p.path, summary, detail, args...))
}

// Notef adds a note.
func (p Place) Notef(summary, detail string, args ...any) {
	*p.ds = append(*p.ds, contract.Notef(p.path, summary, detail, args...))
}

// NoEffect warns of an attribute that is written in vain.
func (ds *Diagnostics) NoEffect(attribute, detail string, args ...any) {
	ds.At(attribute).Warningf(attribute+" has no effect", detail, args...)
}
