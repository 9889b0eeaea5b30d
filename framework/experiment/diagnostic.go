package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

// Pos is a place in a file; lines and columns count from 1, columns in
// characters.
type Pos struct{ Line, Column int }

// Range is a stretch of a file.
type Range struct {
	File       string
	Start, End Pos
}

// Diagnostic is a remark on an experiment file, with the place it speaks of.
type Diagnostic struct {
	Severity contract.Severity
	Summary  string
	Detail   string
	Range    *Range // nil when it speaks of no place

	quote quote // the line that Range begins on, where it is known
}

// Diagnostics collects remarks in the order they were found.
type Diagnostics []Diagnostic

// HasErrors reports whether any diagnostic is an error.
func (d Diagnostics) HasErrors() bool {
	for _, one := range d {
		if one.Severity == contract.Error {
			return true
		}
	}
	return false
}

// remarks collects diagnostics on one text.
type remarks struct {
	text *text
	list Diagnostics
}

func (r *remarks) errorf(at hcl.Range, summary, format string, args ...any) {
	r.add(contract.Error, at, summary, fmt.Sprintf(format, args...))
}

func (r *remarks) warnf(at hcl.Range, summary, format string, args ...any) {
	r.add(contract.Warning, at, summary, fmt.Sprintf(format, args...))
}

// add adds a remark on a stretch of the text; the zero range is no place.
func (r *remarks) add(severity contract.Severity, at hcl.Range, summary, detail string) {
	if at == (hcl.Range{}) {
		r.list = append(r.list, Diagnostic{Severity: severity, Summary: summary, Detail: detail})
		return
	}
	r.list = append(r.list, r.text.diagnostic(severity, at, summary, detail))
}

// placeless adds an error that speaks of no place in the text.
func (r *remarks) placeless(summary, format string, args ...any) {
	r.errorf(hcl.Range{}, summary, format, args...)
}

// hcl adds what the HCL library says.
func (r *remarks) hcl(diags hcl.Diagnostics) {
	for _, d := range diags {
		severity := contract.Error
		if d.Severity == hcl.DiagWarning {
			severity = contract.Warning
		}
		var at hcl.Range
		if d.Subject != nil {
			at = *d.Subject
		}
		r.add(severity, at, d.Summary, d.Detail)
	}
}

// Sorted returns the diagnostics by position, those without a place first, each
// once. It is for joining those of Parse and Bind.
func (d Diagnostics) Sorted() Diagnostics {
	sorted := slices.Clone(d)
	slices.SortStableFunc(sorted, func(a, b Diagnostic) int {
		p, q := a.start(), b.start()
		return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(sorted, func(d Diagnostic) bool {
		key := fmt.Sprintf("%v|%v|%s|%s", d.start(), d.Severity, d.Summary, d.Detail)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// start is where the diagnostic points, the zero Pos if nowhere.
func (d Diagnostic) start() Pos {
	if d.Range == nil {
		return Pos{}
	}
	return d.Range.Start
}

// text is a file as it was read: what diagnostics point at and quote.
type text struct {
	path  string
	bytes []byte
}

// diagnostic returns a remark on a stretch of the text.
func (t *text) diagnostic(severity contract.Severity, at hcl.Range, summary, detail string) Diagnostic {
	return Diagnostic{
		Severity: severity,
		Summary:  summary,
		Detail:   detail,
		Range:    t.place(at),
		quote:    quoted(t.bytes, at.Start.Byte, at.End.Byte),
	}
}

// place converts a range of the HCL library.
func (t *text) place(at hcl.Range) *Range {
	return &Range{
		File:  t.path,
		Start: Pos{Line: at.Start.Line, Column: at.Start.Column},
		End:   Pos{Line: at.End.Line, Column: at.End.Column},
	}
}

// unreadable is the error of a file that cannot be read.
func unreadable(summary string, err error) Diagnostics {
	return Diagnostics{{Severity: contract.Error, Summary: summary, Detail: wording.Capital(wording.Reason(err)) + "."}}
}
