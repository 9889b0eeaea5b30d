package run

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// The features of a table go with the last item that reads them, not before:
// calibration, tuning and out-of-fold outputs fit encoders in inner folds until
// their item ends. Results are those of a run that keeps the table.
func TestFeaturesGoWithTheLastReader(t *testing.T) {
	kept := worthFreeing
	defer func() { worthFreeing = kept }()
	for _, learner := range []string{"", `calibrate = "sigmoid"`, "tune { weight = [1, 2] }"} {
		for _, outputs := range []contract.Outputs{contract.NoOutputs, contract.OutOfFold} {
			for _, workers := range []int{1, 2} {
				run := func(worth int) (*setting, []byte) {
					worthFreeing = worth
					s := openReaders(t, learner, outputs)
					s.mustRun(t, workers, nil)
					text, err := json.Marshal(s.memory.outputs)
					if err != nil {
						t.Fatal(err)
					}
					return s, text
				}
				freeing, got := run(1)
				keeping, want := run(kept)
				if !bytes.Equal(got, want) {
					t.Errorf("%q, %q, %d workers: other outputs without the table", learner, outputs, workers)
				}
				if freeing.ready.Datasets[0].Table.Columns[0].Values != nil || keeping.ready.Datasets[0].Table.Columns[0].Values == nil {
					t.Errorf("%q, %q, %d workers: features are there after the run, or not in one that keeps them", learner, outputs, workers)
				}
			}
		}
	}
}

// openReaders prepares an experiment whose items read the table at several times.
func openReaders(t *testing.T, learner string, outputs contract.Outputs) *setting {
	t.Helper()
	r := &staged{first: contract.Stage{Problems: contract.Coded{Code: ova4}, Outputs: outputs, Later: 1}, next: func(string, contract.Training) (contract.Stage, bool, error) {
		return ended("")
	}}
	return openComponent(t, stagedText(learner, `reduction "staged" "s" {}`), contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return parrot{}, nil },
		Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0}},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic},
	}, r.component())
}

// Every item counts as a reader once, however often it says that it has read.
func TestReadersAreCountedOnce(t *testing.T) {
	kept := worthFreeing
	defer func() { worthFreeing = kept }()
	worthFreeing = 1
	s := openReaders(t, "", contract.NoOutputs)
	table := s.ready.Datasets[0].Table
	from := &source{table: table}
	from.items.Store(2)
	first, last := from.reader(), from.reader()
	first()
	first()
	if table.Columns[0].Values == nil {
		t.Fatal("the features went with the first of two readers")
	}
	last()
	if table.Columns[0].Values != nil {
		t.Error("the features stayed after the last reader")
	}
}
