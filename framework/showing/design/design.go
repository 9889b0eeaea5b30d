// Package design makes the design matrix that a learner gets in a fold.
package design

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/outside"
	"github.com/manyclass/bench/framework/showing/export"
)

// Of says which design matrix is asked for.
type Of struct {
	Dataset, Encoder string // "" means the only one
	Repeat, Fold     int
	TrainSize        float64 // share of the training rows, 1 is all
}

// Features fits the encoder to the training rows of the fold; by says who does.
func (of Of) Features(p *prepare.Prepared, by outside.By) (export.Design, error) {
	var design export.Design
	d, err := choose("dataset", of.Dataset, p.Datasets, func(d *prepare.Dataset) string { return d.Instance.Name })
	if err != nil {
		return design, err
	}
	instance, err := choose("encoder", of.Encoder, encoders(p), func(i *experiment.Instance) string { return i.Name })
	if err != nil {
		return design, err
	}
	repeat, err := of.repeat(d, p.Experiment.Seed)
	if err != nil {
		return design, err
	}
	train := of.split(d, repeat, &design)
	encoder, err := prepare.Encoder(instance, by)
	if err != nil {
		return design, err
	}
	table := d.Noisy(p.Experiment.Seed, repeat.Of(of.Fold).Test, of.Fold).Table
	fitted, err := encoder.Seeded(p.Experiment.Seed).Grouped(repeat.Group).Fit(table, train)
	if err != nil {
		return design, fmt.Errorf("encoder %s on dataset %s: %w", instance.Name, d.Instance.Name, err)
	}
	for _, column := range fitted.Columns {
		design.Features = append(design.Features, column.Name)
	}
	design.Fill = func(rows []int, out []float64) error {
		for _, test := range []bool{false, true} {
			by := fitted.Training()
			if test {
				by = fitted
			}
			some := func(row int) bool { return (repeat.Test[row] == of.Fold) == test }
			if err := fill(by, table, rows, some, out); err != nil {
				return err
			}
		}
		fitted.Apply(out)
		return nil
	}
	return design, nil
}

// encoders are those of the experiment, each with its candidates.
func encoders(p *prepare.Prepared) (list []*experiment.Instance) {
	for i := range p.Experiment.Encoders {
		for _, candidate := range p.Experiment.Encoders[i].Candidates() {
			list = append(list, candidate.Instance)
		}
	}
	return list
}

// fill writes the features of some of the rows to their places.
func fill(by encode.Transform, t *data.Table, rows []int, some func(row int) bool, out []float64) error {
	var places, ids []int
	for i, row := range rows {
		if some(row) {
			places, ids = append(places, i), append(ids, row)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	width := len(out) / len(rows)
	x := make([]float64, len(ids)*width)
	if err := by.Fill(t, ids, x); err != nil {
		return err
	}
	for n, i := range places {
		copy(out[i*width:(i+1)*width], x[n*width:(n+1)*width])
	}
	return nil
}

// Folds lists what each fold of a dataset trains on, a row as often as it counts, and
// tests.
func Folds(p *prepare.Prepared, dataset string) ([]export.Fold, error) {
	d, err := choose("dataset", dataset, p.Datasets, func(d *prepare.Dataset) string { return d.Instance.Name })
	if err != nil {
		return nil, err
	}
	var folds []export.Fold
	for r, repeat := range d.Repeats {
		for f := range repeat.Folds {
			one := export.Fold{Repeat: r, Fold: f}
			division := repeat.Of(f)
			for row, test := range division.Test {
				switch test {
				case fold.Out:
				case f:
					one.Test = append(one.Test, row)
				default:
					one.Train = append(one.Train, slices.Repeat([]int{row}, division.Copies(row))...)
				}
			}
			folds = append(folds, one)
		}
	}
	return folds, nil
}

// repeat divides the rows of the dataset.
func (of Of) repeat(d *prepare.Dataset, seed uint64) (repeat fold.Repeat, err error) {
	if of.Repeat < 0 || of.Repeat >= len(d.Repeats) {
		return repeat, fmt.Errorf("-repeat %d: dataset %s has %s, counted from 0", of.Repeat, d.Instance.Name,
			wording.Count(len(d.Repeats), "repeat"))
	}
	repeat = d.Repeats[of.Repeat]
	if of.Fold < 0 || of.Fold >= repeat.Folds {
		return repeat, fmt.Errorf("-fold %d: dataset %s has %s, counted from 0", of.Fold, d.Instance.Name,
			wording.Count(repeat.Folds, "fold"))
	}
	if !(of.TrainSize > 0 && of.TrainSize <= 1) {
		return repeat, fmt.Errorf("-train-size %v: a share of the training rows is above 0 and at most 1", of.TrainSize)
	}
	if repeat = repeat.Of(of.Fold); of.TrainSize == 1 {
		return repeat, nil
	}
	if repeat.Times != nil {
		return repeat, fmt.Errorf("-train-size %v: the validation draws rows several times, and has no parts", of.TrainSize)
	}
	part := prepare.NewPart(d, seed, of.Repeat, of.Fold, of.TrainSize)
	return (&prepare.Block{Dataset: d, Repeat: of.Repeat, Part: part}).Division(), nil
}

// split fills in the rows that the fold uses and returns those that it trains on.
func (of Of) split(d *prepare.Dataset, repeat fold.Repeat, design *export.Design) (train []int) {
	for id, tested := range repeat.Test {
		if tested == fold.Out || d.Table.Truth.Class[id] < 0 {
			continue
		}
		design.Rows = append(design.Rows, id)
		design.Test = append(design.Test, tested == of.Fold)
		if tested != of.Fold {
			train = append(train, id)
		}
	}
	return train
}

// choose finds an element by its name; "" means the only one.
func choose[T any](kind, name string, list []T, nameOf func(T) string) (T, error) {
	var names []string
	for _, one := range list {
		if nameOf(one) == name || name == "" && len(list) == 1 {
			return one, nil
		}
		names = append(names, nameOf(one))
	}
	var none T
	if name == "" {
		return none, fmt.Errorf("-%s is missing: there are %s", kind, strings.Join(names, ", "))
	}
	return none, fmt.Errorf("-%s %s: there are %s", kind, name, strings.Join(names, ", "))
}
