package reducer

import (
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// ofLabels are the capabilities of a multi-label reduction whose problems are all
// of one task.
func ofLabels(task contract.Task) contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{task}, Deterministic: true, MultiLabel: true}
}

// labelStage is the stage of a binary problem for each of k labels.
func labelStage(k int) contract.Stage {
	s := contract.Stage{Task: contract.Binary, Outputs: contract.NoOutputs}
	for l := range k {
		s.Labels = append(s.Labels, l)
	}
	return s
}

// checkLabels refuses data without labels.
func checkLabels(r contract.Reduction) []contract.Diagnostic {
	if len(r.Classes) > 0 {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf(nil, "no labels", "This reduction needs data with at least one label.")}
}

// checkTraining refuses training rows of other than k labels.
func checkTraining(t contract.Training, k int) error {
	switch {
	case t.Labels == nil:
		return fmt.Errorf("the training rows have no labels; this reduction is for multi-label data")
	case len(t.Labels)%k != 0 || len(t.Counts) != k:
		return fmt.Errorf("%d label entries and %d counts are not those of rows with %d labels", len(t.Labels),
			len(t.Counts), k)
	}
	return nil
}

// maxTargets bounds the targets of a stage, which have to fit into one message to
// the host.
const maxTargets = 1 << 24

// checkTargets refuses targets that do not.
func checkTargets(rows, problems int, instead string) error {
	if problems > maxTargets/max(rows, 1) {
		return fmt.Errorf("%d problems on %d training rows have more than %d targets: %s", problems, rows,
			maxTargets, instead)
	}
	return nil
}

// last returns the last columns of finite scores, of which there must be so many in
// all.
func last(scores contract.Matrix, columns, all int) (contract.Matrix, error) {
	if scores.Cols != all {
		return scores, fmt.Errorf("there are %d scores a row for %d models", scores.Cols, all)
	}
	if err := decode.CheckFinite(scores); err != nil {
		return scores, err
	}
	if columns == all {
		return scores, nil
	}
	out := contract.Matrix{Rows: scores.Rows, Cols: columns}
	for i := range scores.Rows {
		out.Data = append(out.Data, scores.Row(i)[all-columns:]...)
	}
	return out, nil
}

// pack makes a state.
func pack(s any) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("reducer: state: %v", err))
	}
	return b
}

// checked is a state that knows whether it is complete.
type checked interface{ check() error }

// unpack is the inverse of pack.
func unpack[S checked](b []byte) (S, error) {
	var s S
	err := json.Unmarshal(b, &s)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return s, fmt.Errorf("reading the state of the reduction: %w", err)
	}
	return s, nil
}
