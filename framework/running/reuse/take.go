package reuse

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Take writes cells of the source into a journal of a results folder, with what they predict. All are read and looked
// at before the first is written. Sealed is the digest of the seal that this run sees, "" without one.
func (s *Source) Take(out string, p *prepare.Prepared, left launch.Missing, cells []plan.Cell, checked int,
	sealed string) (from store.Reused, err error) {
	l := looking{s, rowsOf(p)}
	for _, c := range cells {
		if _, err := l.output(c); err != nil {
			return from, s.refuse(c, err.Error())
		}
	}
	from = store.Reused{From: s.From, Cells: len(cells), Checked: checked, Runs: s.stored.Part().Manifest.Runs()}
	var seal *store.Sealed
	from.First, seal = s.begun()
	if seal != nil && seal.SHA256 != sealed {
		seal = nil // that of another plan, which this results folder does not hold
	}
	journal, err := store.OpenReused(out, from, seal)
	if err != nil {
		return from, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	theirs := s.stored.Results()
	for _, c := range cells {
		r, o := theirs.ByKey[c.Key], store.Output{}
		if o, err = l.output(c); err != nil {
			return from, err
		}
		r.Blobs, r.Attempt, r.Key = store.Blobs{}, left.Attempts[c.Key], c.Key
		if err := journal.Result(r, o); err != nil {
			return from, err
		}
	}
	return from, nil
}

// begun is when the first cell of the source began, and the seal that its run saw.
func (s *Source) begun() (first time.Time, seal *store.Sealed) {
	for _, b := range s.stored.Results().Begun {
		if first.IsZero() || b.First.Before(first) {
			first, seal = b.First, b.Seal
		}
	}
	return first, seal
}

// looking reads cells of a source.
type looking struct {
	*Source
	rows map[string]tested // by key
}

// tested are the rows that a cell tests, in ascending order.
type tested struct {
	dataset *prepare.Dataset
	test    []int
}

// rowsOf finds what all cells test.
func rowsOf(p *prepare.Prepared) map[string]tested {
	rows := map[string]tested{}
	for _, b := range p.Blocks {
		for _, item := range b.Items {
			var test []int
			for row, fold := range b.Division().Of(item.Fold).Test {
				if fold == item.Fold {
					test = append(test, row)
				}
			}
			for _, c := range item.Cells {
				rows[c.Key] = tested{b.Dataset, test}
			}
		}
	}
	return rows
}

// output reads what a cell predicts, and refuses what does not fit its dataset.
func (l looking) output(c plan.Cell) (o store.Output, err error) {
	r := l.stored.Results().ByKey[c.Key]
	of, known := l.rows[c.Key]
	if !known {
		return o, errors.New("it is not among the cells to run")
	}
	if o.Test, err = l.predictions(of, r.Predictions); err != nil {
		return o, err
	}
	if !slices.Equal(o.Test.Rows, of.test) {
		return o, errors.New("other rows are predicted than those that the fold tests")
	}
	if r.Train != nil {
		if o.Train, err = l.predictions(of, r.Train); err != nil {
			return o, err
		}
	}
	if r.Folded != nil {
		if o.Folded, err = l.predictions(of, r.Folded); err != nil {
			return o, err
		}
	}
	return o, l.more(r, &o)
}

// more reads what belongs to a result besides predictions.
func (l looking) more(r store.Result, o *store.Output) error {
	dir, k := l.stored.Dir, o.Test.K
	if r.Regions != nil {
		regions, err := store.ReadRegions(dir, *r.Regions)
		if err != nil {
			return err
		}
		if slices.Max(append(regions.Predicted, 0)) >= k || slices.Max(append(regions.Classes, 0)) >= k {
			return errors.New("its decision regions have classes that the dataset has not")
		}
		o.Regions = &regions
	}
	if r.Binary != nil {
		binary, err := store.ReadBinary(dir, *r.Binary)
		if err != nil {
			return err
		}
		for _, column := range binary.Columns {
			if !o.Test.MultiLabel && len(column.Column) != k {
				return errors.New("its binary models are of other classes")
			}
		}
		o.Binary = &binary
	}
	if r.Code == nil {
		return nil
	}
	code, err := store.ReadCode(dir, *r.Code)
	if err == nil && len(code) != k {
		err = errors.New("its code is of other classes")
	}
	o.Code = code
	return err
}

// predictions reads predictions whose truth must be that of the data.
func (l looking) predictions(of tested, blob *store.Blob) (*store.Predictions, error) {
	if blob == nil {
		return nil, errors.New("it has no predictions")
	}
	p, err := store.ReadPredictions(l.stored.Dir, *blob)
	if err != nil {
		return nil, err
	}
	t := of.dataset.Table
	if p.K != len(t.Target.Names) || p.MultiLabel != t.Target.MultiLabel {
		return nil, fmt.Errorf("its predictions are of %d classes or labels, and the dataset has %d", p.K,
			len(t.Target.Names))
	}
	other := errors.New("the truth of its rows is not that of the data")
	for i, row := range p.Rows {
		switch {
		case row < 0 || row >= t.Rows:
			return nil, errors.New("it predicts rows that the dataset has not")
		case p.MultiLabel:
			if !slices.Equal(p.Truth.Y.Row(i), t.Truth.Y.Row(row)) {
				return nil, other
			}
		case p.Truth.Class[i] != t.Truth.Class[row]:
			return nil, other
		}
	}
	return &p, nil
}
