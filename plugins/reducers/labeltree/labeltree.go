// Package labeltree has the reduction of many classes or labels by probabilistic label trees:
// how trees are built, what their nodes are trained on, and how the most probable labels are
// found. A class is a label of which each row has one.
package labeltree

import (
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/step"
)

//go:embed docs
var docs embed.FS

// The values of the attributes build and search.
const (
	byKMeans  = "kmeans"
	inBalance = "balanced"
	byHuffman = "huffman"
	atRandom  = "random"
	byBeam    = "beam"
	exactly   = "exact"
)

// Limits and defaults of numbers.
const (
	mostTrees   = 100
	mostNodes   = 1 << 20
	leafDefault = 100
	beamDefault = 10
	topDefault  = 5
)

// Components returns the reduction.
func Components() []contract.Component {
	decoding := func(p contract.Param) contract.Param {
		p.Decoding = true
		return p
	}
	return []contract.Component{step.Component(step.Described(docs, contract.Component{
		Name:    "label_tree",
		Sources: []contract.Source{jasinska2020, prabhu2018, huffman1952},
		Params: []contract.Param{
			{Name: "build", Type: "string", OneOf: []string{byKMeans, inBalance, byHuffman, atRandom}, Default: byKMeans},
			step.By(step.Whole("arity", 2, 0), 2),
			step.By(step.Whole("leaf", 1, 0), leafDefault),
			step.By(step.Whole("trees", 1, mostTrees), 1),
			step.DrawParam(),
			decoding(contract.Param{Name: "search", Type: "string", OneOf: []string{byBeam, exactly}, Default: byBeam}),
			decoding(step.By(step.Whole("beam", 1, 0), beamDefault)),
			decoding(step.By(step.Whole("top", 1, 0), topDefault)),
			{Name: "threshold", Type: "number", Min: contract.Bound(0), Max: contract.Bound(1), Decoding: true},
		},
	}), config.method)}
}

// config is the configuration of label_tree.
type config struct {
	Build     string   `json:"build"`
	Arity     int      `json:"arity"`
	Leaf      int      `json:"leaf"`
	Trees     int      `json:"trees"`
	Draw      float64  `json:"draw"` // the host's seed depends on it
	Search    string   `json:"search"`
	Beam      int      `json:"beam"`
	Top       int      `json:"top"`
	Threshold *float64 `json:"threshold"` // nil if not written
}

func (c config) method() step.Method[state] { return c }

// chance reports whether trees are built with random numbers.
func (c config) chance() bool { return c.Build == byKMeans || c.Build == atRandom }

// Check refuses trees that are all the same, and warns of attributes that are written in vain.
func (c config) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	if c.Trees > 1 && !c.chance() {
		ds.At("trees").Errorf(fmt.Sprintf("%d trees that are all the same", c.Trees),
			"There is one tree with build = %q. Write build = \"kmeans\" or \"random\", or remove trees.", c.Build)
	}
	if c.Draw != 0 && !c.chance() {
		ds.NoEffect("draw", "It numbers random trees: write build = \"kmeans\" or \"random\", or remove it.")
	}
	if c.Leaf != leafDefault && c.Build == byHuffman {
		ds.NoEffect("leaf", "With build = \"huffman\" all nodes have as many children as arity says. Remove it.")
	}
	if c.Beam != beamDefault && c.Search == exactly {
		ds.NoEffect("beam", "It belongs to search = \"beam\". Remove it.")
	}
	return ds
}

// Capabilities are those of binary problems whose probabilities are multiplied.
func (config) Capabilities() contract.Capabilities {
	logOdds := []contract.ScoreKind{contract.LogOdds}
	return contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Needs: logOdds, Probabilities: logOdds,
		Properties: contract.Deterministic | contract.AnyTarget}
}

// state is what Next and Decode need to know.
type state struct {
	Labels int    `json:"labels"` // or classes
	Seed   uint64 `json:"seed"`
	Trees  []Tree `json:"trees,omitempty"` // when rows have been seen
	Many   bool   `json:"many,omitempty"`  // rows have labels, not one class
	Rooted bool   `json:"rooted,omitempty"`
	Asked  int    `json:"asked,omitempty"` // families, of all trees, whose problems have been asked for
}

// Check refuses trees of other labels.
func (s state) Check() error {
	if s.Labels < 1 || s.Asked < 0 {
		return errors.New("it has no labels")
	}
	for i, t := range s.Trees {
		if err := t.check(s.Labels); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	return nil
}

// columns are those of the trees.
func (s state) columns() columns { return columnsOf(s.Trees, s.Rooted, !s.Many) }

// Plan asks for the training rows, by which trees are built.
func (c config) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	k := len(r.Classes)
	switch {
	case k == 0:
		ds.Errorf("no labels", "This reduction needs data with at least one label.")
	case k > mostNodes/(2*c.Trees):
		ds.At("trees").Errorf("too many nodes", "%d trees of %d labels may have more than %d nodes: write fewer trees.",
			c.Trees, k, mostNodes)
	}
	s.Labels, s.Seed = k, r.Seed
	return contract.Stage{Outputs: contract.ClassesOnly, Features: c.Build == byKMeans, Later: 2 * k * c.Trees}
}

// Next builds the trees, and asks for the problems of their nodes: of classes those of all at
// once, of labels as many at a time as fit.
func (c config) Next(s *state, t contract.Training) (contract.Stage, error) {
	rows := len(t.Classes)
	if s.Many = t.Labels != nil; s.Many {
		rows = len(t.Labels) / s.Labels
	}
	if len(t.Counts) != s.Labels || len(t.Labels) != rows*s.Labels && s.Many {
		return contract.Stage{}, fmt.Errorf("%d counts and %d rows do not match %d labels", len(t.Counts), rows, s.Labels)
	}
	if s.Trees == nil {
		if err := c.build(s, t, rows); err != nil {
			return contract.Stage{}, err
		}
	}
	if s.Many {
		return s.ofLabels(t.Labels, rows)
	}
	return s.ofClasses()
}

// build makes the trees.
func (c config) build(s *state, t contract.Training, rows int) error {
	var of contract.Matrix
	if c.Build == byKMeans {
		if t.Features.Rows != rows {
			return fmt.Errorf("there are features of %d rows, and %d rows", t.Features.Rows, rows)
		}
		of = directions(t.Features, func(row int) []int { return has(t, row, s.Labels) }, s.Labels)
	}
	for n := range c.Trees {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(n)))
		switch c.Build {
		case byKMeans:
			s.Trees = append(s.Trees, kmeans(rng, of, c.Arity, c.Leaf))
		case atRandom:
			s.Trees = append(s.Trees, random(rng, s.Labels, c.Arity, c.Leaf))
		case byHuffman:
			s.Trees = append(s.Trees, huffman(t.Counts, c.Arity))
		default:
			s.Trees = append(s.Trees, balanced(s.Labels, c.Arity, c.Leaf))
		}
	}
	return nil
}

// has lists the labels of a row, or its class.
func has(t contract.Training, row, k int) []int {
	if t.Labels == nil {
		return t.Classes[row : row+1]
	}
	return lists.Filter(lists.Range(k), func(label int) bool { return t.Labels[row*k+label] != 0 })
}

// ofClasses asks for the columns of the code of the trees.
func (s *state) ofClasses() (contract.Stage, error) {
	columns := s.columns()
	switch {
	case s.Labels < 2:
		return contract.Stage{}, errors.New("there is one class: a tree needs two")
	case columns.count > code.MostEntries/s.Labels:
		return contract.Stage{}, fmt.Errorf("%d nodes for %d classes are a code of more than %d entries: write fewer "+
			"trees, or choose data with fewer classes", columns.count, s.Labels, code.MostEntries)
	}
	problems := contract.Coded{Code: columns.code(s.Trees, s.Labels)}
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
}

// ofLabels asks first for the problem of the root, if there are rows without labels, then for
// those of one family after the other.
func (s *state) ofLabels(y []int8, n int) (contract.Stage, error) {
	more := contract.Stage{Outputs: contract.ClassesOnly}
	at := s.Asked
	for tree, t := range s.Trees {
		rows := rowsBelow(t, y, s.Labels)
		list := t.families()
		if tree == 0 && !s.Rooted && s.Asked == 0 && (len(rows[0]) < n || len(list) == 0) {
			s.Rooted, more.Problems = true, anyLabel(rows[0], n)
			if len(list) == 0 {
				more.Outputs = contract.NoOutputs
			}
			return more, nil
		}
		if at >= len(list) {
			at -= len(list)
			continue
		}
		problems, taken, err := asked(list[at:], rows, n)
		s.Asked += taken
		if more.Problems = problems; at+taken == len(list) && tree == len(s.Trees)-1 {
			more.Outputs = contract.NoOutputs
		}
		return more, err
	}
	return contract.Stage{}, errors.New("all nodes have been asked for")
}
