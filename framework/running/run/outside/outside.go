// Package outside has plugins encode rows: it writes rows of tables to files, asks the plugin
// that offers an encoder, and checks what it answers.
package outside

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/records"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/caller"
)

// By says who is asked for an encoder that a plugin offers. A nil one asks nobody.
type By func(*experiment.Instance) encode.Plugin

// Asking calls the plugins until the context ends.
func Asking(ctx context.Context, c caller.Caller) By {
	return func(i *experiment.Instance) encode.Plugin { return &asker{c, ctx, i} }
}

// Of lists who is asked by an encoder, in the order of its parts; nobody where bench encodes
// itself.
func (by By) Of(i *experiment.Instance) []encode.Plugin {
	if by == nil {
		return nil
	}
	var asked []encode.Plugin
	for _, part := range i.OfPlugins() {
		asked = append(asked, by(part))
	}
	return asked
}

// asker asks the plugin that offers an encoder. Its errors name the block; those that are
// not the plugin's are the run's.
type asker struct {
	caller.Caller
	ctx     context.Context
	encoder *experiment.Instance
}

func (a *asker) component() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindEncoder, Name: a.encoder.Component.Name, Config: a.encoder.Own()}
}

// failed is an error of the plugin's, whose call names it, in words for the block.
func (a *asker) failed(err error) error {
	if err == nil || fault.OfRun(err) {
		return err
	}
	return fmt.Errorf("encoder %s: %w", a.encoder.Name, err)
}

// wrong is an error over what the plugin answered.
func (a *asker) wrong(doing string, err error) error {
	return fmt.Errorf("plugin %s, %s %s: %w", a.Plugins.Origin(contract.KindEncoder, a.encoder.Component.Name).Name, doing,
		a.encoder.Component.Name, err)
}

// Blame implements encode.Plugin.
func (a *asker) Blame(err error) error { return a.failed(a.wrong("fitting", err)) }

// Fit implements encode.Plugin.
func (a *asker) Fit(t *data.Table, rows []int, seed uint64) (l encode.Learnt, err error) {
	err = a.with(func(files *sealed.Folder) error {
		w := records.Writer{Files: files, Table: t, Rows: rows}
		call := service.FitCall{Component: a.component(), Seed: seed, Records: w.Dense()}
		shown := contract.TrainingRecords{Weights: lists.Pick(t.Weights, rows), Groups: lists.Pick(t.GroupOf, rows)}
		if a.encoder.Capabilities.Has(contract.LearnsTarget) {
			call.Classes, call.MultiLabel, shown.Target = t.Target.Names, t.Target.MultiLabel, records.Truth(t, rows)
		}
		if err := cmp.Or(w.Err, call.Arrays(&shown).Write(len(rows), files.Put)); err != nil {
			return fault.Scratch(err)
		}
		fit := func() (answer service.Learnt, err error) {
			err = a.call(func(p service.Plugin) (err error) {
				answer, err = p.Fit(a.ctx, call)
				return err
			})
			return answer, err
		}
		answer, err := fit()
		if err != nil {
			return err
		}
		doubt := a.doubt("fitting", func() (bool, error) {
			again, err := fit()
			return reflect.DeepEqual(answer, again), err
		})
		if doubt != nil {
			return doubt
		}
		if err := contract.CheckFeatures(answer.Columns); err != nil {
			return a.wrong("fitting", err)
		}
		for i := range answer.Columns {
			c := &answer.Columns[i]
			c.Kind = cmp.Or(c.Kind, contract.NumericColumn)
		}
		l = encode.Learnt{State: answer.State, Columns: answer.Columns}
		return nil
	})
	return l, a.failed(err)
}

// Transform implements encode.Plugin.
func (a *asker) Transform(l encode.Learnt, t *data.Table, rows []int) (x []float64, err error) {
	err = a.with(func(files *sealed.Folder) error {
		w := records.Writer{Files: files, Table: t, Rows: rows}
		call := service.TransformCall{Component: a.component(), State: l.State, Records: w.Dense()}
		if w.Err != nil {
			return fault.Scratch(w.Err)
		}
		if x, err = a.transformed(files, call, l, rows); err != nil {
			return err
		}
		return a.doubt("encoding rows with", func() (bool, error) {
			again, err := a.transformed(files, call, l, rows)
			return slices.EqualFunc(x, again, func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }), err
		})
	})
	return x, a.failed(err)
}

// transformed makes the call of Transform and reads its answer.
func (a *asker) transformed(files *sealed.Folder, call service.TransformCall, l encode.Learnt,
	rows []int) (x []float64, err error) {
	err = a.call(func(p service.Plugin) error {
		fresh, err := sealed.New(files.Path, "features-")
		if err != nil {
			return fault.Scratch(err)
		}
		defer fresh.Close()
		call.Output = filepath.Join(fresh.Path, "features.npy")
		if err := p.Transform(a.ctx, call); err != nil {
			return err
		}
		return service.Contained(func() (err error) {
			if x, err = matrix.ReadAnswer[float64](call.Output, len(rows), len(l.Columns)); err == nil {
				err = checkFinite(x, rows, l.Columns)
			}
			if err != nil {
				err = a.wrong("encoding rows with", err)
			}
			return err
		})
	})
	return x, err
}

// doubt makes a call of an encoder that promises the same answer to the same call again, if
// that was not done yet.
func (a *asker) doubt(doing string, again func() (same bool, err error)) error {
	if !a.encoder.Capabilities.Has(contract.Deterministic) {
		return nil
	}
	if err := a.Doubts.Check(doing, a.component(), again); err != nil {
		return a.wrong(doing, err)
	}
	return nil
}

// with does something with a folder for the files of a call, which nobody may have changed
// in the end.
func (a *asker) with(do func(*sealed.Folder) error) error {
	files, err := sealed.New(a.Scratch, "encoder-")
	if err != nil {
		return fault.Scratch(err)
	}
	defer files.Close()
	if err := do(files); err != nil {
		return err
	}
	if err := files.Check(); err != nil {
		return fault.Scratch(err)
	}
	return nil
}

// call makes a call to the plugin.
func (a *asker) call(call func(service.Plugin) error) error {
	return a.Call(a.ctx, contract.KindEncoder, a.encoder.Component.Name, call)
}

// checkFinite refuses features that are not numbers.
func checkFinite(x []float64, rows []int, columns []contract.Column) error {
	for at, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("row %d has %v in feature %q", rows[at/len(columns)], v, columns[at%len(columns)].Name)
		}
	}
	return nil
}
