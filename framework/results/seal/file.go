// Package seal keeps what an experiment planned before its results were known, and says
// afterwards of each comparison whether it was planned, was changed since, or came later.
package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/contract/service"
)

// Ending is what the name of a seal has after that of its experiment file.
const Ending = ".seal"

// Path is where the seal of an experiment file is.
func Path(file string) string { return file + Ending }

// format is the number of this form of seals.
const format = 1

// most is how many bytes of a seal are read.
const most = 256 << 20

// Seal is what was planned, and when.
type Seal struct {
	SHA256 string // of the content without blanks: what witnesses are given
	Content
}

// Content is what the digest of a seal is of.
type Content struct {
	Experiment string    `json:"experiment"`
	Date       time.Time `json:"date"`
	Given      bool      `json:"date_given,omitempty"` // by -date, not by the clock
	Bench      string    `json:"bench"`                // version
	// Replaces is the digest of the seal before, "" if this is the first.
	Replaces string `json:"replaces,omitempty"`
	// Finished is how many cells had a result in the results folder when the seal was made.
	Finished int      `json:"finished_cells"`
	Text     []string `json:"text"` // what is planned, for readers
	// PlanSHA256 is a digest of Plan: seals of the same plan share it.
	PlanSHA256 string  `json:"plan_sha256"`
	Plan       Planned `json:"plan"`
	// Plugins are what the plan would have been computed with. It is known, not planned.
	Plugins []service.Origin `json:"plugins"`
}

// file is a seal on disk.
type file struct {
	Format  int             `json:"bench_seal"`
	SHA256  string          `json:"sha256"`
	Content json.RawMessage `json:"content"`
}

// New seals a content, whose text and digest it fills in.
func New(c Content) Seal {
	c.Experiment, c.Date = c.Plan.Experiment, c.Date.UTC().Truncate(time.Second)
	c.Text, c.PlanSHA256, c.Plugins = c.Plan.Text(), c.Plan.Digest(), sorted(c.Plugins)
	return Seal{SHA256: hexSum(marshal(c)), Content: c}
}

// marshal is canonical: members in the order of the structs, keys of maps sorted, no blanks.
func marshal(c Content) []byte {
	b, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("seal: %v", err))
	}
	return b
}

// Write writes the seal as Parse reads it.
func (s Seal) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(file{format, s.SHA256, marshal(s.Content)})
}

// ErrAltered says that a seal is not as bench wrote it.
var ErrAltered = errors.New("the seal was altered after it was made: its digest is not that of its content")

// Parse reads a seal. A seal that was altered, or is not one, is an error.
func Parse(b []byte) (Seal, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(&f); err != nil {
		return Seal{}, fmt.Errorf("it is not a seal: %w", err)
	}
	switch {
	case d.More():
		return Seal{}, errors.New("it is not a seal: something follows it")
	case f.Format == 0 || f.Content == nil:
		return Seal{}, errors.New("it is not a seal: bench_seal, sha256 and content are its members")
	case f.Format != format:
		return Seal{}, fmt.Errorf("it is a seal of another release of bench, of form %d; this release reads form %d",
			f.Format, format)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, f.Content); err != nil {
		return Seal{}, err
	}
	sum := sha256.Sum256(compact.Bytes())
	if hex.EncodeToString(sum[:]) != f.SHA256 {
		return Seal{}, ErrAltered
	}
	s := Seal{SHA256: f.SHA256}
	if err := json.Unmarshal(f.Content, &s.Content); err != nil {
		return Seal{}, fmt.Errorf("it is not a seal: %w", err)
	}
	return s, s.check()
}

// check refuses a content that bench does not write.
func (s Seal) check() error {
	if s.Experiment != s.Plan.Experiment {
		return fmt.Errorf("it is not a seal: it names experiment %q, and its plan %q", s.Experiment, s.Plan.Experiment)
	}
	for _, c := range s.Plan.Combinations {
		if _, known := s.Plan.Identities[c.Identity]; !known {
			return fmt.Errorf("it is not a seal: it does not say what %s is", c.names().Name())
		}
	}
	return nil
}

// Read reads the seal at a path.
func Read(path string) (Seal, error) {
	b, err := inputfile.Read(path, most)
	if err != nil {
		return Seal{}, err
	}
	s, err := Parse(b)
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Dated says when the seal was made, by its own statement.
func (s Seal) Dated() string {
	by := ", by the clock of the machine"
	if s.Given {
		by = ", a date given with -date"
	}
	return s.Date.UTC().Format("2006-01-02 15:04:05 UTC") + by
}
