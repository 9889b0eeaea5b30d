// Package reducer describes the reductions of a multiclass problem that an
// experiment file can name: it reads and checks their configurations and joins
// the designs of package codes to the decoders of package decode.
package reducer

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// Components returns the components of kind reduction: one_vs_rest, one_vs_one,
// ecoc and direct.
func Components() []contract.Component {
	return []contract.Component{oneVsRest(), oneVsOne(), ecoc(), direct()}
}

// maxEntries bounds the size of a code: with its state it has to fit into one
// message to the host.
const maxEntries = 1 << 26

// binaryStage is the stage that trains every column of a code.
func binaryStage(c contract.Code, rule decode.Rule) contract.Stage {
	return contract.Stage{Task: contract.Binary, Code: c, Outputs: contract.NoOutputs, State: newState(c, rule)}
}

// checkSize refuses codes that are too large to handle.
func checkSize(classes, columns int) []contract.Diagnostic {
	if classes < 2 {
		return []contract.Diagnostic{contract.Errorf(nil, "too few classes",
			"A reduction needs data of at least two classes; these have %d.", classes)}
	}
	if columns > maxEntries/classes {
		return []contract.Diagnostic{contract.Errorf(nil, "too many binary problems",
			"For %d classes this reduction has %d binary problems, a code of more than %d entries. Choose one with fewer columns.",
			classes, columns, maxEntries)}
	}
	return nil
}

// state is what Decode needs to know, as JSON.
type state struct {
	Rule decode.Rule `json:"rule"`
	Rows []string    `json:"rows"` // the code, one of the characters +, - and 0 an entry
}

func newState(c contract.Code, rule decode.Rule) []byte {
	s := state{Rule: rule}
	for _, row := range c {
		s.Rows = append(s.Rows, code.Key(row))
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("reducer: state: %v", err))
	}
	return b
}

// readState is the inverse of newState.
func readState(b []byte) (contract.Code, decode.Rule, error) {
	var s state
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, s.Rule, fmt.Errorf("reading the state of the reduction: %w", err)
	}
	if len(s.Rows) < 2 || len(s.Rows[0]) == 0 {
		return nil, s.Rule, fmt.Errorf("the state of the reduction holds no code")
	}
	c := make(contract.Code, len(s.Rows))
	for k, row := range s.Rows {
		if len(row) != len(s.Rows[0]) || strings.Trim(row, "+-0") != "" {
			return nil, s.Rule, fmt.Errorf("row %d of the code in the state of the reduction is damaged", k)
		}
		c[k] = make([]int8, len(row))
		for l, r := range []byte(row) {
			switch r {
			case '+':
				c[k][l] = 1
			case '-':
				c[k][l] = -1
			}
		}
	}
	return c, s.Rule, nil
}

// decodeBinary is the Decode of every reduction by a code. Only max_score gives
// probabilities, from scores of any kind.
func decodeBinary(stateBytes []byte, scores contract.Matrix) (contract.Decoded, error) {
	c, rule, err := readState(stateBytes)
	if err != nil {
		return contract.Decoded{}, err
	}
	decoded, err := rule.Decode(c, scores)
	if err != nil {
		return contract.Decoded{}, err
	}
	if rule.Method == decode.MaxScore {
		p := decode.OneVsRestProbabilities(scores)
		decoded.Probabilities = &p
	}
	return decoded, nil
}
