package data

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
)

// Error is a defect of a data file, or of the attributes of its dataset block.
type Error struct {
	File   string // "" if the defect does not concern a file
	Line   int    // counted from 1 in the uncompressed text; 0 if the defect is of the whole file
	Column int    // byte of the line, counted from 1; 0 if not known
	Msg    string
	// Path leads to the attribute that the defect speaks of, for example "drop",
	// 1. It is empty for a defect of the file itself.
	Path []any
	Code mistake.Code // the kind of mistake, where it is a special one; else ""
	// Meant is what the attribute should probably say, where it is plain enough to go on with; else "".
	Meant string
}

// Error renders "file:line:column: message", with what is known.
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.Msg
	case e.Line == 0:
		return e.File + ": " + e.Msg
	case e.Column > 0:
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Of says which attribute the defect speaks of.
func (e *Error) Of(path ...any) *Error {
	e.Path = path
	return e
}

// Coded says what kind of mistake the defect is.
func (e *Error) Coded(code mistake.Code) *Error {
	e.Code = code
	return e
}

// Errors returns the defects that Load found, in order. What is no *Error is
// returned as one without a place.
func Errors(err error) []*Error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*Error
		for _, one := range joined.Unwrap() {
			all = append(all, Errors(one)...)
		}
		return all
	}
	var defect *Error
	if errors.As(err, &defect) {
		return []*Error{defect}
	}
	return []*Error{{Msg: err.Error()}}
}

// Place is a line of a text, or a row of a file without lines.
type Place struct {
	File string
	Line int
	Row  int // counted from 1; 0 if the file has lines
}

// Known reports whether the place is a line or a row.
func (p Place) Known() bool { return p.Line > 0 || p.Row > 0 }

// Errorf is a defect at the place.
func (p Place) Errorf(text string, args ...any) *Error {
	msg := fmt.Sprintf(text, args...)
	if p.Row > 0 {
		msg = fmt.Sprintf("row %d: %s", p.Row, msg)
	}
	return &Error{File: p.File, Line: p.Line, Msg: msg}
}

// InFile makes a defect of the test file itself point at test_file. i counts the
// files from 0.
func InFile(i int, err error) error {
	var defect *Error
	if i == 1 && errors.As(err, &defect) && defect.Path == nil {
		return defect.Of("test_file")
	}
	return err
}

// Failure is what is wrong with one attribute of a dataset block.
func Failure(name, summary, detail string, args ...any) []contract.Diagnostic {
	return []contract.Diagnostic{contract.Errorf([]any{name}, summary, detail, args...)}
}
