package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

// meddler changes its features in place, in the file that it was given, as
// np.load(path, mmap_mode="r+") makes easy.
type meddler struct{ nearest.Learner }

func (meddler) TrainBatch(ctx context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	if err := spoil(b.Features.Dense); err != nil {
		return err
	}
	for i := range b.Problems {
		done(i, constant(1), nil)
	}
	return nil
}

// meddling is a learner that changes its features.
func meddling() contract.Component {
	c := component("meddling", "Changes its features in place.", sound)
	c.Capabilities.Properties |= contract.TrainsBatches
	c.NewLearner = func(contract.Config) (contract.Learner, error) { return meddler{}, nil }
	return c
}

// smoothing is a reduction that changes the scores that it decodes, or what it is
// shown for its next stage.
func smoothing(name string, stages bool) contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: name, Doc: "Changes the scores that it is given in place.",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.Deterministic},
		NewReducer: func(contract.Config) (contract.Reducer, error) {
			if stages {
				return stagedSmoother{}, nil
			}
			return smoother{}, nil
		},
	}
}

type smoother struct{}

// Plan makes a problem of each class against the others.
func (smoother) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	code := make(contract.Dense, len(r.Classes))
	for k := range code {
		code[k] = make([]int8, len(r.Classes))
		for l := range code[k] {
			code[k][l] = -1
		}
		code[k][k] = 1
	}
	return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.NoOutputs}, nil
}

func (smoother) Decode(_ []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if err := spoil(scores.Data); err != nil {
		return contract.Decoded{}, err
	}
	return contract.Decoded{Scores: scores, Predictions: make([]int, scores.Rows)}, nil
}

type stagedSmoother struct{ smoother }

func (s stagedSmoother) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	stage, found := s.smoother.Plan(r)
	stage.Outputs, stage.Later = contract.InSample, 1
	return stage, found
}

func (stagedSmoother) Next(_ []byte, t contract.Training) (contract.Stage, bool, error) {
	return contract.Stage{}, true, spoil(t.Outputs.Data)
}

// spoil changes values in the file that they are mapped from.
func spoil(values []float64) error {
	if len(values) == 0 {
		return errors.New("faulty: there is nothing to spoil")
	}
	r, err := mappedAt(uintptr(unsafe.Pointer(&values[0])))
	if err != nil {
		return err
	}
	f, err := r.open()
	if err != nil {
		return fmt.Errorf("faulty: I may not write: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	m, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("faulty: I may not write: %w", err)
	}
	first := uintptr(unsafe.Pointer(&values[0])) - r.start
	mine := unsafe.Slice((*float64)(unsafe.Pointer(&m[first])), len(values))
	for i := range mine {
		mine[i] *= float64(i % 7)
	}
	return syscall.Munmap(m)
}

// region is a mapped file.
type region struct {
	start uintptr
	inode uint64
	path  string
}

// mappedAt finds the file that an address is mapped from.
func mappedAt(address uintptr) (region, error) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return region{}, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r region
		var end uintptr
		var mode, offset, device string
		n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s %s %s %d", &r.start, &end, &mode, &offset, &device, &r.inode)
		if at := strings.IndexByte(lines.Text(), '/'); n == 6 && at > 0 && r.start <= address && address < end {
			r.path = lines.Text()[at:]
			return r, nil
		}
	}
	return region{}, errors.New("faulty: these values are in no file")
}

// open opens the file for writing: by its name, or where the host holds it open.
func (r region) open() (*os.File, error) {
	if f, err := os.OpenFile(r.path, os.O_RDWR, 0); !errors.Is(err, os.ErrNotExist) {
		return f, err
	}
	held, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", os.Getppid()))
	if err != nil {
		return nil, err
	}
	for _, path := range held {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Ino == r.inode {
			return os.OpenFile(path, os.O_RDWR, 0)
		}
	}
	return nil, fmt.Errorf("faulty: %s is nowhere", r.path)
}
