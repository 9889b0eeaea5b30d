package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/manyclass/bench/framework/contract"
)

// encoders are encoders of which each does one thing wrong, and a sound one.
func encoders() []contract.Component {
	exit := func() {
		fmt.Fprintln(os.Stderr, "faulty: no features for you")
		os.Exit(3)
	}
	return []contract.Component{
		encoder("e_sound", "The numbers.", passing{}),
		encoder("e_crashing", "Ends the process.", passing{fit: func(contract.TrainingRecords, *contract.Encoding) error {
			exit()
			return nil
		}}),
		encoder("e_frail", "Ends the process where it is to encode.", passing{transform: func(*contract.Matrix) error {
			exit()
			return nil
		}}),
		encoder("e_panicking", "Panics.", passing{fit: func(t contract.TrainingRecords, _ *contract.Encoding) error {
			_ = t.Columns[len(t.Columns)]
			return nil
		}}),
		encoder("e_picky", "Refuses.", passing{fit: func(contract.TrainingRecords, *contract.Encoding) error {
			return errors.New("faulty: not with me")
		}}),
		encoder("e_extreme", "Is infinite.", passing{transform: func(x *contract.Matrix) error {
			x.Data[1] = math.Inf(1)
			return nil
		}}),
		encoder("e_short", "Leaves a row out.", passing{transform: func(x *contract.Matrix) error {
			x.Rows, x.Data = x.Rows-1, x.Data[x.Cols:]
			return nil
		}}),
		encoder("e_wide", "Makes a feature more.", passing{transform: func(x *contract.Matrix) error {
			x.Cols, x.Data = x.Cols+1, append(x.Data, make([]float64, x.Rows)...)
			return nil
		}}),
		encoder("e_twofold", "Calls all features alike.", passing{fit: func(_ contract.TrainingRecords, e *contract.Encoding) error {
			for j := range e.Columns {
				e.Columns[j].Name = "x"
			}
			return nil
		}}),
		encoder("e_bare", "Makes no features.", passing{fit: func(_ contract.TrainingRecords, e *contract.Encoding) error {
			e.Columns = nil
			return nil
		}}),
		encoder("e_renaming", "Calls its features by the rows.", passing{fit: func(t contract.TrainingRecords, e *contract.Encoding) error {
			e.Columns[0].Name = fmt.Sprint("of ", t.X.Rows, " rows")
			return nil
		}}),
		encoder("e_fickle", "Learns another thing each time.", passing{fit: func(_ contract.TrainingRecords, e *contract.Encoding) error {
			e.Columns[0].Name = fmt.Sprint(rand.Uint64())
			return nil
		}}),
		encoder("e_moody", "Encodes otherwise each time.", passing{transform: func(x *contract.Matrix) error {
			x.Data[0] = rand.Float64()
			return nil
		}}),
		encoder("e_hanging", "Never returns.", passing{fit: func(contract.TrainingRecords, *contract.Encoding) error {
			forever()
			return nil
		}}),
	}
}

// encoder is an encoder; the one that renames is fitted to inner folds too.
func encoder(name, doc string, by passing) contract.Component {
	return contract.Component{
		Kind: contract.KindEncoder, Name: name, Doc: doc,
		Capabilities: contract.Capabilities{
			Properties: contract.Deterministic | contract.LearnsTarget.If(name == "e_renaming")},
		NewEncoder: func(contract.Config) (contract.Encoder, error) { return by, nil },
	}
}

// passing passes columns on, except for what is done to them.
type passing struct {
	fit       func(contract.TrainingRecords, *contract.Encoding) error
	transform func(*contract.Matrix) error
}

func (p passing) Fit(t contract.TrainingRecords) (e contract.Encoding, err error) {
	for _, c := range t.Columns {
		e.Columns = append(e.Columns, contract.Column{Name: c.Name})
	}
	if p.fit != nil {
		err = p.fit(t, &e)
	}
	return e, err
}

func (p passing) Transform(_ []byte, r contract.Records) (contract.Matrix, error) {
	x := contract.Matrix{Rows: r.X.Rows, Cols: r.X.Cols, Data: append([]float64(nil), r.X.Data...)}
	if p.transform != nil {
		return x, p.transform(&x)
	}
	return x, nil
}
