package events

import (
	"bytes"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Message says something: error, warning or note are the events.
func (s *Stream) Message(severity contract.Severity, e Message) { s.send(string(severity), e) }

// Diagnostics says what is wrong with an experiment file.
func (s *Stream) Diagnostics(list diagnostic.List) {
	for _, d := range list.Sorted() {
		m := Message{Text: d.Summary, Detail: d.Detail}
		if d.Range != nil {
			m.File, m.Line, m.Column = d.Range.File, d.Range.Start.Line, d.Range.Start.Column
		}
		s.Message(d.Severity, m)
	}
}

// Lines is a writer of lines for people that makes messages of them. Each write ends with a line.
type Lines struct{ Stream *Stream }

// warning is how lines begin that warn.
const warning = "warning: "

// Write makes a message of each line.
func (l Lines) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		said, warns := strings.CutPrefix(strings.TrimSpace(string(line)), warning)
		switch {
		case said == "":
		case warns:
			l.Stream.Message(contract.Warning, Message{Text: said})
		default:
			l.Stream.Message(contract.Note, Message{Text: said})
		}
	}
	return len(text), nil
}
