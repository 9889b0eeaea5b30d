package multiclass

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// phase says what a stage was asked for.
type phase string

// The phases of a reduction.
const (
	designing phase = "design"  // a code is made from the training rows
	pairing   phase = "pair"    // pairs of classes are asked, by which trees are split
	splitting phase = "split"   // problems are split where models err
	growing   phase = "grow"    // the code gets columns for the classes that it confuses
	observing phase = "observe" // what the models do on training rows is counted
	learning  phase = "learn"   // a second model learns from the scores
)

// state is what Next and Decode need to know, as JSON.
type state struct {
	Phase phase
	Rule  decode.Rule
	Code  contract.Code // all columns so far, or those after Skip
	Skip  int           // columns of earlier stages that are for the design alone
	Seed  uint64        // of a design that goes on
	Parts []int         // the class of each row of the code, if classes have sub-classes
	Kept  []int         // with Parts: the columns of all stages that are those of the code
}

// chosen lists the columns of all stages that are those of the code, nil if they all are.
func (s state) chosen() []int {
	if s.Kept != nil || s.Skip == 0 {
		return s.Kept
	}
	return lists.Map(lists.Range(s.Code.Columns()), func(l int) int { return s.Skip + l })
}

// classes is the number of classes of the code.
func (s state) classes() int {
	if s.Parts == nil {
		return s.Code.Classes()
	}
	return slices.Max(s.Parts) + 1
}

// written is a state as it is stored: a row of the code is a text with one of the
// characters +, - and 0 an entry. A code of contract.Designed is its design and its number of
// classes.
type written struct {
	Phase   phase        `json:"phase,omitempty"`
	Rule    decode.Rule  `json:"rule"`
	Design  string       `json:"design,omitempty"`
	Classes int          `json:"classes,omitempty"`
	Rows    []code.Signs `json:"rows,omitempty"`
	Skip    int          `json:"skip,omitempty"`
	Seed    uint64       `json:"seed,omitempty"`
	Parts   []int        `json:"parts,omitempty"`
	Kept    []int        `json:"kept,omitempty"`
}

// MarshalJSON writes a state as it is stored.
func (s state) MarshalJSON() ([]byte, error) {
	w := written{Phase: s.Phase, Rule: s.Rule, Skip: s.Skip, Seed: s.Seed, Parts: s.Parts, Kept: s.Kept}
	switch c := s.Code.(type) {
	case contract.Designed:
		w.Design, w.Classes = c.Design(), c.Classes()
	case contract.Dense:
		for _, row := range c {
			w.Rows = append(w.Rows, code.SignsOf(row))
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads a state that is stored.
func (s *state) UnmarshalJSON(b []byte) error {
	var w written
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*s = state{Phase: w.Phase, Rule: w.Rule, Skip: w.Skip, Seed: w.Seed, Parts: w.Parts, Kept: w.Kept}
	if w.Phase == designing || w.Phase == splitting || w.Phase == pairing && w.Rows == nil {
		return nil
	}
	var err error
	if s.Code, err = w.code(); err != nil {
		return err
	}
	return w.checkParts()
}

// code is that of a stored state.
func (w written) code() (contract.Code, error) {
	if w.Design != "" {
		return contract.Design(w.Design, w.Classes)
	}
	if len(w.Rows) < 2 || len(w.Rows[0]) == 0 {
		return nil, errors.New("it holds no code")
	}
	dense := make(contract.Dense, len(w.Rows))
	for k, row := range w.Rows {
		var err error
		if dense[k], err = row.Entries(); err != nil || len(row) != len(w.Rows[0]) {
			return nil, fmt.Errorf("row %d of its code is damaged", k)
		}
	}
	return dense, nil
}

// checkParts refuses sub-classes and columns that do not match the code.
func (w written) checkParts() error {
	if w.Parts == nil && w.Kept == nil {
		return nil
	}
	if w.Design != "" || len(w.Parts) == 0 || len(w.Parts) != len(w.Rows) || slices.Min(w.Parts) < 0 ||
		slices.Max(w.Parts) >= len(w.Rows) {
		return fmt.Errorf("it has %d sub-classes for %d rows of the code", len(w.Parts), len(w.Rows))
	}
	if len(w.Kept) == 0 || len(w.Kept) != len(w.Rows[0]) || slices.Min(w.Kept) < 0 {
		return fmt.Errorf("its columns %v do not match the code", w.Kept)
	}
	return nil
}

// Check refuses a number of columns that cannot be.
func (s state) Check() error {
	if s.Skip < 0 {
		return fmt.Errorf("it skips %d columns", s.Skip)
	}
	return nil
}
