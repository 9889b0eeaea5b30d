package main

import "github.com/manyclass/bench/framework/contract"

// reduction is one to a problem: the first class against the others.
func reduction(name, doc string, r contract.Reducer) contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: name, Doc: doc,
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.Deterministic},
		NewReducer:   func(contract.Config) (contract.Reducer, error) { return r, nil },
	}
}

// stageOf is the stage that trains the problem.
func stageOf(classes int) contract.Stage {
	code := make(contract.Dense, classes)
	for k := range code {
		code[k] = []int8{-1}
	}
	code[0][0] = 1
	return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.NoOutputs}
}

// dreamer never decodes.
type dreamer struct{}

func (dreamer) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	return stageOf(len(r.Classes)), nil
}

func (dreamer) Decode([]byte, contract.Matrix, contract.ScoreKind) (contract.Decoded, error) {
	forever()
	return contract.Decoded{}, nil
}

// planless never plans.
type planless struct{ dreamer }

func (planless) Plan(contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	forever()
	return contract.Stage{}, nil
}

// brooder never says what comes next.
type brooder struct{ dreamer }

func (brooder) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s := stageOf(len(r.Classes))
	s.Outputs, s.Later = contract.InSample, 1
	return s, nil
}

func (brooder) Next([]byte, contract.Training) (contract.Stage, bool, error) {
	forever()
	return contract.Stage{}, false, nil
}

// endless asks for another stage whatever there was, and announces a number.
type endless struct{ announced int }

func (e endless) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s := stageOf(len(r.Classes))
	s.Outputs, s.Later = contract.InSample, e.announced
	return s, nil
}

func (endless) Next(_ []byte, t contract.Training) (contract.Stage, bool, error) {
	s := stageOf(len(t.Counts))
	s.Outputs = contract.InSample
	return s, false, nil
}

func (endless) Decode([]byte, contract.Matrix, contract.ScoreKind) (contract.Decoded, error) {
	return contract.Decoded{}, nil
}
