// Package diagnostic holds remarks on a text, with the places they speak of, and
// prints them with the lines that are meant.
package diagnostic

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
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
	Code     mistake.Code // the kind of mistake
	Summary  string
	Table    [][]string // rows of as many cells each, the header first, that are shown before the detail; nil for none
	Detail   string
	Range    *Range // nil when it speaks of no place

	quote quote // the line that Range begins on, where it is known
	bytes [2]int
}

// Bytes is where Range begins and ends in the text, in bytes.
func (d Diagnostic) Bytes() (start, end int) { return d.bytes[0], d.bytes[1] }

// List collects remarks in the order they were found.
type List []Diagnostic

// HasErrors reports whether any diagnostic is an error.
func (d List) HasErrors() bool {
	return slices.ContainsFunc(d, func(one Diagnostic) bool { return one.Severity == contract.Error })
}

// Remarks collects diagnostics on one text.
type Remarks struct {
	Text *Text
	List List
}

// Errorf adds an error on a stretch of the text; the zero range has no place.
func (r *Remarks) Errorf(code mistake.Code, at hcl.Range, summary, format string, args ...any) {
	r.add(contract.Error, code, at, summary, fmt.Sprintf(format, args...))
}

// Warnf adds a warning likewise.
func (r *Remarks) Warnf(code mistake.Code, at hcl.Range, summary, format string, args ...any) {
	r.add(contract.Warning, code, at, summary, fmt.Sprintf(format, args...))
}

// add adds a remark on a stretch of the text; the zero range has no place.
func (r *Remarks) add(severity contract.Severity, code mistake.Code, at hcl.Range, summary, detail string) {
	if at == (hcl.Range{}) {
		r.List = append(r.List, Diagnostic{Severity: severity, Code: code, Summary: summary, Detail: detail})
		return
	}
	r.List = append(r.List, r.Text.Diagnostic(severity, code, at, summary, detail))
}

// Placeless adds an error that speaks of no place in the text.
func (r *Remarks) Placeless(code mistake.Code, summary, format string, args ...any) {
	r.Errorf(code, hcl.Range{}, summary, format, args...)
}

// HCL adds what the HCL library says.
func (r *Remarks) HCL(code mistake.Code, diags hcl.Diagnostics) {
	for _, d := range diags {
		severity := contract.Error
		if d.Severity == hcl.DiagWarning {
			severity = contract.Warning
		}
		var at hcl.Range
		if d.Subject != nil {
			at = *d.Subject
		}
		r.add(severity, code, at, d.Summary, d.Detail)
	}
}

// Sorted returns the diagnostics by position, those without a place first, each
// once. It is for joining those of Parse and Bind.
func (d List) Sorted() List {
	sorted := slices.Clone(d)
	slices.SortStableFunc(sorted, func(a, b Diagnostic) int {
		p, q := a.start(), b.start()
		return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(sorted, func(d Diagnostic) bool {
		key := fmt.Sprintf("%v|%v|%s|%q|%s", d.start(), d.Severity, d.Summary, d.Table, d.Detail)
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

// Text is a file as it was read: what diagnostics point at and quote.
type Text struct {
	Path  string
	Bytes []byte
}

// Diagnostic returns a remark on a stretch of the text.
func (t *Text) Diagnostic(severity contract.Severity, code mistake.Code, at hcl.Range, summary,
	detail string) Diagnostic {
	return Diagnostic{
		Severity: severity,
		Code:     code,
		Summary:  summary,
		Detail:   detail,
		Range:    t.place(at),
		quote:    quoted(t.Bytes, at.Start.Byte, at.End.Byte),
		bytes:    [2]int{at.Start.Byte, at.End.Byte},
	}
}

// place converts a range of the HCL library.
func (t *Text) place(at hcl.Range) *Range {
	return &Range{
		File:  t.Path,
		Start: Pos{Line: at.Start.Line, Column: at.Start.Column},
		End:   Pos{Line: at.End.Line, Column: at.End.Column},
	}
}

// Unreadable is the error of a file that cannot be read.
func Unreadable(summary, path string, err error) List {
	return List{{Severity: contract.Error, Code: mistake.Unreadable, Summary: summary,
		Detail: wording.Sentence(err, path)}}
}
