package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// forever never returns.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func hang(settings, context.Context, contract.Problem) (contract.Model, error) {
	fmt.Fprintln(os.Stderr, "faulty: where was I")
	forever()
	return nil, nil
}

func wait(_ settings, ctx context.Context, _ contract.Problem) (contract.Model, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func stop(settings, context.Context, contract.Problem) (contract.Model, error) {
	if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
		return nil, err
	}
	forever()
	return nil, nil
}

// dreaming is a reduction to one problem that never decodes.
func dreaming() contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: "dreaming", Doc: "Hangs while it decodes.",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Deterministic: true},
		NewReducer:   func(contract.Config) (contract.Reducer, error) { return dreamer{}, nil },
	}
}

type dreamer struct{}

// Plan makes one problem: the first class against the others.
func (dreamer) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	code := make(contract.Code, len(r.Classes))
	for k := range code {
		code[k] = []int8{-1}
	}
	code[0][0] = 1
	return contract.Stage{Task: contract.Binary, Code: code, Outputs: contract.NoOutputs}, nil
}

func (dreamer) Decode([]byte, contract.Matrix, contract.ScoreKind) (contract.Decoded, error) {
	forever()
	return contract.Decoded{}, nil
}
