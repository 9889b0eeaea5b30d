package folder

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// Experiment is an experiment with every default filled in, as the manifest
// stores it.
type Experiment struct {
	Name       string        `json:"name"`
	Title      string        `json:"title"`
	Seed       uint64        `json:"seed"`
	Datasets   []Block       `json:"datasets"`
	Encoders   []Block       `json:"encoders"`
	Learners   []Block       `json:"learners"`
	Reductions []Block       `json:"reductions"`
	Validation Block         `json:"validation"`
	Metrics    []metric.Spec `json:"metrics"`
	plan.Outputs
	Combinations [][4]string `json:"combinations"` // dataset, encoder, learner, reduction
	// Codes are those of the reductions that have a matrix; nil in manifests of earlier releases.
	Codes []Code `json:"codes"`
}

// Block is one block of an Experiment.
type Block struct {
	Name   string          `json:"name"`
	Type   string          `json:"type"`
	Config contract.Config `json:"config"`
	Host   contract.Config `json:"host,omitempty"` // what bench itself does with a learner
	// Validation is that of a dataset that has one of its own.
	Validation *Block `json:"validation,omitempty"`
}

// Code is the code matrix of a reduction on a dataset. Rows has a string
// per class, in class order, with a sign per binary problem: + for 1, - for −1
// and . for 0. A code of contract.Designed has its design and its number of classes instead.
type Code struct {
	Reduction string   `json:"reduction"`
	Dataset   string   `json:"dataset"`
	Design    string   `json:"design,omitempty"`
	Classes   int      `json:"classes,omitempty"`
	Rows      []string `json:"rows,omitempty"`
}

func (c Code) key() [2]string { return [2]string{c.Reduction, c.Dataset} }

// Matrix returns the entries of the code. Rows of other signs or of
// different lengths are an error.
func (c Code) Matrix() (contract.Code, error) {
	if c.Design != "" {
		if c.Rows != nil {
			return nil, fmt.Errorf("the code of reduction %s on dataset %s has both a design and rows", c.Reduction, c.Dataset)
		}
		m, err := contract.Design(c.Design, c.Classes)
		if err != nil {
			return nil, fmt.Errorf("reduction %s on dataset %s: %w", c.Reduction, c.Dataset, err)
		}
		return m, nil
	}
	m := make(contract.Dense, len(c.Rows))
	for k, row := range c.Rows {
		entries, err := code.Signs(dots.Replace(row)).Entries()
		if err != nil || len(row) != len(c.Rows[0]) {
			return nil, fmt.Errorf("the code of reduction %s on dataset %s has %q, which is not a row of it", c.Reduction,
				c.Dataset, row)
		}
		m[k] = entries
	}
	return m, nil
}

// dots exchanges the dots that are written for zero entries and the zeros of code.Signs.
var dots = strings.NewReplacer(".", "0", "0", ".")

// NewCode writes down the code of a reduction on a dataset.
func NewCode(reduction, dataset string, m contract.Code) Code {
	c := Code{Reduction: reduction, Dataset: dataset}
	switch m := m.(type) {
	case contract.Designed:
		c.Design, c.Classes = m.Design(), m.Classes()
	case contract.Dense:
		for _, row := range m {
			c.Rows = append(c.Rows, Signs(row))
		}
	}
	return c
}

// Signs writes entries of a code with dots for zeros.
func Signs(entries []int8) string { return dots.Replace(string(code.SignsOf(entries))) }
