// Package explore gathers what the report page lets its reader ask for: the values of
// every fold, confusion tables, rows that were predicted wrong, and the files of tables;
// all of it compressed in the page, which can be sent alone.
package explore

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Limits of what a page holds.
const (
	mostValues    = 100_000   // values of folds: metrics beyond them are left out, but the first
	mostEntries   = 5_000     // combinations with their predictions
	mostWrong     = 30_000    // rows that were predicted wrong, of all combinations
	mostWrongEach = 20        // and of one
	mostFileBytes = 1_500_000 // of files of tables
)

// Data is what the page's script reads. Lists of the same length belong together.
type Data struct {
	Datasets []Dataset `json:"datasets"`
	Methods  []string  `json:"methods"` // as columns of tables are called
	Metrics  []Metric  `json:"metrics"` // those that are one number for a cell
	Cells    Cells     `json:"cells"`
	// Entries say what was predicted, by dataset and method; null where nothing was, and
	// those beyond mostEntries are missing.
	Entries []*Entry        `json:"entries"`
	Files   map[string]Text `json:"files"` // by their names without extension
}

// Dataset is what class numbers mean.
type Dataset struct {
	Name       string   `json:"name"`
	Names      []string `json:"names"` // of classes or labels
	MultiLabel bool     `json:"labels,omitempty"`
}

// Metric has a value for each cell.
type Metric struct {
	Name            string  `json:"name"`
	SmallerIsBetter bool    `json:"smaller,omitempty"`
	Pooled          bool    `json:"pooled,omitempty"` // some values are of all folds of a repeat
	Values          []Value `json:"values"`
}

// Value is a number, null in JSON where it is NaN, and a text where it is infinite.
type Value float64

// MarshalJSON writes what Number of JavaScript reads.
func (v Value) MarshalJSON() ([]byte, error) {
	switch x := float64(v); {
	case math.IsNaN(x):
		return []byte("null"), nil
	case math.IsInf(x, 0):
		return json.Marshal(strconv.FormatFloat(x, 'g', -1, 64)[:1] + "Infinity")
	default:
		return json.Marshal(x)
	}
}

// Cells are the planned cells, in the order of the plan.
type Cells struct {
	Dataset   []int     `json:"dataset"`
	Method    []int     `json:"method"`
	Repeat    []int     `json:"repeat"`
	Fold      []int     `json:"fold"`
	Status    []string  `json:"status"` // "" for not run
	TrainRows []int     `json:"train"`  // different ones
	TestRows  []int     `json:"test"`
	Seconds   []float64 `json:"seconds"` // of training, 0 without a result
}

// Text is a file of a table.
type Text struct {
	CSV   string `json:"csv"`
	LaTeX string `json:"tex"`
}

// New gathers the data of a plan with its results and the scores computed from them. It
// fails when predictions cannot be read or do not fit the plan.
func New(in score.Input, rows []score.Row) (*Data, error) {
	d := &Data{Files: map[string]Text{}}
	targets := score.Targets(in.Plan)
	datasets, methods := map[string]int{}, map[string]int{}
	for i, set := range in.Plan.Datasets {
		t := targets[set.Name]
		d.Datasets = append(d.Datasets, Dataset{sheet.Flat(set.Name), t.Names, t.MultiLabel})
		datasets[set.Name] = i
	}
	axes := in.Plan.DefaultColumns()
	places := map[place]int{}
	for i := range in.Cells {
		c := &in.Cells[i]
		label := table.LabelOf(score.Row{Cell: &c.Cell}, axes)
		m, known := methods[label]
		if !known {
			m = len(d.Methods)
			methods[label] = m
			d.Methods = append(d.Methods, sheet.Flat(label))
		}
		places[place{c.Combination, c.Repeat, c.Fold}] = i
		d.Cells.add(c, datasets[c.Dataset], m)
	}
	d.values(in.Plan, rows, places)
	return d, d.read(in, targets)
}

type place struct {
	plan.Combination
	repeat, fold int
}

func (c *Cells) add(cell *score.Cell, dataset, method int) {
	c.Dataset, c.Method = append(c.Dataset, dataset), append(c.Method, method)
	c.Repeat, c.Fold = append(c.Repeat, cell.Repeat), append(c.Fold, cell.Fold)
	c.Status = append(c.Status, string(cell.Status()))
	r := cell.Result
	if r == nil {
		r = &store.Result{}
	}
	c.TrainRows, c.TestRows = append(c.TrainRows, r.Different()), append(c.TestRows, r.TestRows)
	c.Seconds = append(c.Seconds, r.TrainSeconds)
}

// values are those of the metrics, the first ones if there are too many.
func (d *Data) values(p *plan.Plan, rows []score.Row, places map[place]int) {
	at := map[string]int{}
	for _, m := range p.Metrics {
		if m.Check() != nil || m.IsTable() || m.PerClass() ||
			len(d.Metrics) > 0 && (len(d.Metrics)+1)*len(d.Cells.Fold) > mostValues {
			continue
		}
		at[m.Names(nil)[0]] = len(d.Metrics)
		d.Metrics = append(d.Metrics, newMetric(m, len(d.Cells.Fold)))
	}
	for _, r := range rows {
		m, wanted := at[r.Metric]
		if !wanted || !r.Defined() {
			continue
		}
		of := &d.Metrics[m]
		of.Pooled = of.Pooled || r.Pooled
		if !r.Again {
			of.Values[places[place{r.Combination, r.Repeat, r.Fold}]] = Value(r.Value)
		}
	}
}

func newMetric(m metric.Spec, cells int) Metric {
	return Metric{Name: sheet.Flat(m.Name), SmallerIsBetter: m.SmallerIsBetter(),
		Values: slices.Repeat([]Value{Value(math.NaN())}, cells)}
}

// read reads the predictions of all cells, one at a time.
func (d *Data) read(in score.Input, targets map[string]target.Target) error {
	each := min(mostWrongEach, max(1, mostWrong/max(1, len(d.Datasets)*len(d.Methods))))
	d.Entries = make([]*Entry, min(mostEntries, len(d.Datasets)*len(d.Methods)))
	for i, c := range in.Cells {
		at := d.Cells.Dataset[i]*len(d.Methods) + d.Cells.Method[i]
		if c.Status() != store.OK || at >= len(d.Entries) {
			continue
		}
		t := targets[c.Dataset]
		p, err := c.Read(t)
		if err != nil {
			return fmt.Errorf("cell %s: %w", c.Name(), err)
		}
		if d.Entries[at] == nil {
			d.Entries[at] = newEntry(t, at, each)
		}
		d.Entries[at].add(c.Repeat, c.Fold, p)
	}
	for _, e := range d.Entries {
		if e != nil {
			e.finish()
		}
	}
	return nil
}

// Add keeps the files of a table under their name, if there is room.
func (d *Data) Add(stem, csv, latex string) {
	size := len(csv) + len(latex)
	for _, f := range d.Files {
		size += len(f.CSV) + len(f.LaTeX)
	}
	if size <= mostFileBytes {
		d.Files[stem] = Text{csv, latex}
	}
}

// Packed is the data as the page holds them: JSON, compressed by gzip, in base64. The
// same data give the same bytes. Values that JSON has no number for are a caller's bug
// and panic.
func (d *Data) Packed() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err)
	}
	if _, err := z.Write(text); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
