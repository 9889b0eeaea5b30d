package reducer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
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
	Phase   phase       `json:"phase,omitempty"`
	Rule    decode.Rule `json:"rule"`
	Design  string      `json:"design,omitempty"`
	Classes int         `json:"classes,omitempty"`
	Rows    []string    `json:"rows,omitempty"`
	Skip    int         `json:"skip,omitempty"`
	Seed    uint64      `json:"seed,omitempty"`
	Parts   []int       `json:"parts,omitempty"`
	Kept    []int       `json:"kept,omitempty"`
}

func (s state) bytes() []byte {
	w := written{Phase: s.Phase, Rule: s.Rule, Skip: s.Skip, Seed: s.Seed, Parts: s.Parts, Kept: s.Kept}
	switch c := s.Code.(type) {
	case contract.Designed:
		w.Design, w.Classes = c.Design(), c.Classes()
	case contract.Dense:
		for _, row := range c {
			w.Rows = append(w.Rows, code.Key(row))
		}
	}
	return pack(w)
}

// readState is the inverse of bytes.
func readState(b []byte) (state, error) {
	var w written
	if err := json.Unmarshal(b, &w); err != nil {
		return state{}, fmt.Errorf("reading the state of the reduction: %w", err)
	}
	s := state{Phase: w.Phase, Rule: w.Rule, Skip: w.Skip, Seed: w.Seed, Parts: w.Parts, Kept: w.Kept}
	if w.Skip < 0 {
		return s, fmt.Errorf("the state of the reduction skips %d columns", w.Skip)
	}
	if w.Phase == designing || w.Phase == splitting || w.Phase == pairing && w.Rows == nil {
		return s, nil
	}
	if err := w.checkParts(); err != nil {
		return s, err
	}
	if w.Design != "" {
		c, err := contract.Design(w.Design, w.Classes)
		if err != nil {
			return s, fmt.Errorf("the state of the reduction: %w", err)
		}
		s.Code = c
		return s, nil
	}
	if len(w.Rows) < 2 || len(w.Rows[0]) == 0 {
		return s, fmt.Errorf("the state of the reduction holds no code")
	}
	dense := make(contract.Dense, len(w.Rows))
	s.Code = dense
	for k, row := range w.Rows {
		if len(row) != len(w.Rows[0]) || strings.Trim(row, "+-0") != "" {
			return s, fmt.Errorf("row %d of the code in the state of the reduction is damaged", k)
		}
		dense[k] = make([]int8, len(row))
		for l, r := range []byte(row) {
			switch r {
			case '+':
				dense[k][l] = 1
			case '-':
				dense[k][l] = -1
			}
		}
	}
	return s, nil
}

// checkParts refuses sub-classes and columns that are not those of the code.
func (w written) checkParts() error {
	if w.Parts == nil && w.Kept == nil {
		return nil
	}
	if w.Design != "" || len(w.Parts) == 0 || len(w.Parts) != len(w.Rows) || slices.Min(w.Parts) < 0 ||
		slices.Max(w.Parts) >= len(w.Rows) {
		return fmt.Errorf("%d sub-classes in the state of the reduction have %d rows of the code", len(w.Parts), len(w.Rows))
	}
	if len(w.Kept) == 0 || len(w.Kept) != len(w.Rows[0]) || slices.Min(w.Kept) < 0 {
		return fmt.Errorf("the columns %v in the state of the reduction are not those of the code", w.Kept)
	}
	return nil
}

// maxEntries bounds a code that is written out: it has to fit into one message to the host
// with its state.
const maxEntries = code.MostEntries

// checkSize refuses codes that are too large to be written out.
func checkSize(classes, columns int) []contract.Diagnostic {
	if ds := checkProblems(classes, columns); ds != nil {
		return ds
	}
	if columns > maxEntries/classes {
		return []contract.Diagnostic{contract.Errorf(nil, "too many binary problems",
			"For %d classes this reduction has %d binary problems, a code of more than %d entries. "+
				"Choose one with fewer columns.",
			classes, columns, maxEntries)}
	}
	return nil
}

// checkProblems refuses too few classes and too many binary problems.
func checkProblems(classes, columns int) []contract.Diagnostic {
	if classes < 2 {
		return []contract.Diagnostic{contract.Errorf(nil, "too few classes",
			"A reduction needs data of at least two classes; these have %d.", classes)}
	}
	if columns > contract.MostProblems {
		return []contract.Diagnostic{contract.Errorf(nil, "too many binary problems",
			"For %d classes this reduction has %d binary problems, and %d are the most that there may be.",
			classes, columns, contract.MostProblems)}
	}
	return nil
}
