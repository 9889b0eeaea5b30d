// Package events tells other programs what a run does: one JSON object a line, as docs/events.md says. It does not know
// where the lines go.
package events

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sync"
	"time"
)

// Format is the number of the format of the events. Fields may be added without changing it.
const Format = 1

// The names of the events.
const (
	started  = "started"
	planned  = "plan"
	cell     = "cell"
	finished = "finished"
)

// Stream writes events. Its methods can be called from several goroutines at the same time.
type Stream struct {
	mu  sync.Mutex
	out io.Writer
	now func() time.Time
	err error
}

// NewStream writes events to out, with the times that now returns.
func NewStream(out io.Writer, now func() time.Time) *Stream { return &Stream{out: out, now: now} }

// Err is the first error of writing.
func (s *Stream) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Started is the first event.
type Started struct {
	Format int    `json:"format"`
	Bench  string `json:"bench"` // version
	File   string `json:"file"`  // that is run, as on the command line
}

// Plan says what is going to run.
type Plan struct {
	Experiment    string   `json:"experiment"`
	Out           string   `json:"out"`
	Cells         int      `json:"cells"`
	Missing       int      `json:"missing"`
	FitsRequested int      `json:"fits_requested"`
	FitsDistinct  int      `json:"fits_distinct"`
	FitsAtMost    bool     `json:"fits_at_most"`
	Metrics       []string `json:"metrics"`
}

// Cell is a cell that was run. Its fields are named as the columns of cells.csv; the names of scores are those of
// scores.csv.
type Cell struct {
	Place
	Status         string            `json:"status"`
	Error          string            `json:"error,omitempty"`
	TrainRows      int               `json:"train_rows"`
	TestRows       int               `json:"test_rows"`
	TrainSeconds   float64           `json:"train_seconds"`
	PredictSeconds float64           `json:"predict_seconds"`
	Scores         map[string]Number `json:"scores,omitempty"`
	Done           int               `json:"done"`
	Failed         int               `json:"failed"`
}

// Place says which cell it is.
type Place struct {
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
	Repeat    int    `json:"repeat"`
	Fold      int    `json:"fold"`
}

// Message is a note, a warning or an error. The place is that in the experiment file, and zero without one.
type Message struct {
	Text   string `json:"text"`
	Detail string `json:"detail,omitempty"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Finished is the last event.
type Finished struct {
	Status int `json:"status"` // exit status
	*Report
}

// Report is what a run left.
type Report struct {
	OK          int     `json:"ok"`
	Failed      int     `json:"failed"`
	Timeout     int     `json:"timeout"`
	OutOfMemory int     `json:"out_of_memory"`
	Skipped     int     `json:"skipped"`
	NotRun      int     `json:"not_run"`
	Out         string  `json:"out"`
	Report      string  `json:"report"`
	Tables      []Table `json:"tables"`
	Answer      string  `json:"answer"`
}

// Table is a table in the formats that are written.
type Table struct {
	Name     string `json:"name"`
	CSV      string `json:"csv"`
	Markdown string `json:"markdown"`
	LaTeX    string `json:"latex"`
	Typst    string `json:"typst"`
	HTML     string `json:"html"`
}

// Number is a number, null if it is not finite, which JSON cannot say.
type Number float64

// MarshalJSON writes the number.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Started says that a run begins.
func (s *Stream) Started(e Started) { s.send(started, e) }

// Plan says what is going to run.
func (s *Stream) Plan(e Plan) { s.send(planned, e) }

// Cell says that a cell was run.
func (s *Stream) Cell(e Cell) { s.send(cell, e) }

// Finished says that nothing follows.
func (s *Stream) Finished(e Finished) { s.send(finished, e) }

// send writes an event in one piece. After an error nothing is written.
func (s *Stream) send(event string, fields any) {
	text, err := json.Marshal(fields)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	if s.err != nil {
		return
	}
	time := s.now().UTC().Format(time.RFC3339Nano)
	_, s.err = fmt.Fprintf(s.out, "{\"event\":%q,\"time\":%q,%s\n", event, time, text[1:])
}
