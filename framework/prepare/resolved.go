package prepare

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
)

// Resolved is an experiment with every default filled in, as the manifest
// stores it.
type Resolved struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Seed         uint64          `json:"seed"`
	Datasets     []ResolvedBlock `json:"datasets"`
	Encoders     []ResolvedBlock `json:"encoders"`
	Learners     []ResolvedBlock `json:"learners"`
	Reductions   []ResolvedBlock `json:"reductions"`
	Validation   ResolvedBlock   `json:"validation"`
	Metrics      []metric.Spec   `json:"metrics"`
	Tables       []plan.Table    `json:"tables"`
	Combinations [][4]string     `json:"combinations"` // dataset, encoder, learner, reduction
	Codes        []ResolvedCode  `json:"codes"`        // of the reductions that have a matrix; nil in manifests of earlier releases
}

// ResolvedBlock is one block of a Resolved.
type ResolvedBlock struct {
	Name   string          `json:"name"`
	Type   string          `json:"type"`
	Config contract.Config `json:"config"`
	Host   contract.Config `json:"host,omitempty"` // what bench itself does with a learner
}

// ResolvedCode is the code matrix of a reduction on a dataset. Rows has a string
// per class, in class order, with a sign per binary problem: + for 1, - for −1
// and . for 0.
type ResolvedCode struct {
	Reduction string   `json:"reduction"`
	Dataset   string   `json:"dataset"`
	Rows      []string `json:"rows"`
}

func (c ResolvedCode) key() [2]string { return [2]string{c.Reduction, c.Dataset} }

// Matrix returns the entries of the code. Rows of other signs or of
// different lengths are an error.
func (c ResolvedCode) Matrix() (contract.Code, error) {
	m := make(contract.Code, len(c.Rows))
	for k, row := range c.Rows {
		if len(row) != len(c.Rows[0]) || strings.Trim(row, codeSigns) != "" {
			return nil, fmt.Errorf("the code of reduction %s on dataset %s has the row %q, which is none", c.Reduction, c.Dataset, row)
		}
		m[k] = make([]int8, len(row))
		for l := range row {
			m[k][l] = int8(strings.IndexByte(codeSigns, row[l]) - 1)
		}
	}
	return m, nil
}

// codeSigns are the signs of −1, 0 and 1.
const codeSigns = "-.+"

// Resolved returns what the experiment says, variants and defaults included.
func (p *Prepared) Resolved() Resolved {
	e := p.Experiment
	r := Resolved{
		Name: e.Name, Title: e.Title, Seed: e.Seed,
		Datasets: resolve(e.Datasets), Encoders: resolve(e.Encoders), Learners: resolve(e.Learners),
		Reductions: resolve(e.Reductions), Validation: resolve([]experiment.Instance{e.Validation})[0],
		Metrics: p.Plan.Metrics, Tables: e.Tables,
	}
	for _, c := range e.Combinations {
		r.Combinations = append(r.Combinations, [4]string{c.Dataset.Name, c.Encoder.Name, c.Learner.Name, c.Reduction.Name})
	}
	r.Codes = p.codes()
	return r
}

// codes lists the code matrices, reduction by reduction in file order.
func (p *Prepared) codes() []ResolvedCode {
	codes := []ResolvedCode{}
	for i := range p.Experiment.Reductions {
		reduction := &p.Experiment.Reductions[i]
		for _, d := range p.Datasets {
			stage, ok := d.Stages[reduction]
			if !ok || stage.Task != contract.Binary || stage.Code.Columns() == 0 {
				continue
			}
			code := ResolvedCode{Reduction: reduction.Name, Dataset: d.Instance.Name}
			for _, row := range stage.Code {
				signs := make([]byte, len(row))
				for l, entry := range row {
					signs[l] = codeSigns[entry+1]
				}
				code.Rows = append(code.Rows, string(signs))
			}
			codes = append(codes, code)
		}
	}
	return codes
}

func resolve(instances []experiment.Instance) []ResolvedBlock {
	var blocks []ResolvedBlock
	for _, i := range instances {
		blocks = append(blocks, ResolvedBlock{Name: i.Name, Type: i.Component.Name, Config: withoutFolders(&i), Host: i.Host.Config()})
	}
	return blocks
}

// Bytes estimates the largest space that matrices take at one time if some
// workers are busy: those of two neighbouring blocks, each fold with its own
// where the encoder is fitted to more than scale, and for each worker those of
// inner folds and the scores.
func (p *Prepared) Bytes(workers int) int64 {
	var largest int64
	for _, b := range p.Blocks {
		levels, scores := 0, int64(0)
		for _, item := range b.Items {
			levels = max(levels, innerLevels(item))
			scores = max(scores, b.scoreBytes(item, p.Plan.ScoresTraining()))
		}
		largest = max(largest, b.bytes()*int64(2+levels*workers)+scores*int64(workers))
	}
	return largest
}

// scoreBytes is about how much the scores of an item take: those of all problems
// as the learner writes them, and those of a cell as its reducer gets them.
func (b *Block) scoreBytes(item Item, training bool) int64 {
	problems := 0
	for _, c := range item.Cells {
		columns := 1
		if c.Stage.Task == contract.Multiclass {
			columns = b.Dataset.Table.Target.K()
		}
		problems += c.Stage.Problems() * columns
	}
	rows, repeat := b.rows(), b.Dataset.Repeats[b.Repeat]
	if !training {
		rows = rows/max(1, repeat.Folds) + 1
	}
	const width = 8
	return 2 * width * int64(rows) * int64(problems)
}

func (b *Block) bytes() int64 {
	t, rows := b.Dataset.Table, b.rows()
	encoder, err := encode.New(b.Encoder.Component.Name, b.Encoder.Config)
	if err != nil {
		return 0 // the cells will say so
	}
	matrices := 1
	if _, categorical := t.Kinds(); categorical > 0 || t.Missing > 0 {
		matrices = b.Dataset.Repeats[b.Repeat].Folds
	}
	return int64(matrices) * encoder.Bytes(t, rows)
}

// rows is the number of rows of a matrix: those of the dataset, and the copies
// of those that count several times.
func (b *Block) rows() int {
	repeat := b.Dataset.Repeats[b.Repeat]
	n := 0
	for id := range repeat.Test {
		n += repeat.Copies(id)
	}
	return n
}
