// Package labeltree has the reduction of many classes or labels by probabilistic label trees:
// how trees are built, what their nodes are trained on, and how the most probable labels are
// found. A class is a label of which each row has one.
package labeltree

import (
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
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
	return []contract.Component{step.SeekingComponent(step.Described(docs, contract.Component{
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

func (c config) method() step.Seeking[state] { return c }

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
		Properties: contract.Deterministic | contract.AnyTarget | contract.TakesSparse | contract.Seeks}
}

// state is what Next and Decode need to know.
type state struct {
	Labels int    `json:"labels"` // or classes
	Seed   uint64 `json:"seed"`
	Trees  []Tree `json:"trees,omitempty"`  // when rows have been seen
	Many   bool   `json:"many,omitempty"`   // rows have labels, not one class
	Rooted bool   `json:"rooted,omitempty"` // the roots have a column, since some rows have no label
}

// Check refuses trees of other labels.
func (s state) Check() error {
	if s.Labels < 1 {
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

// Next builds the trees, and asks for the problems of their nodes.
func (c config) Next(s *state, t contract.Training) (contract.Stage, error) {
	n := len(t.Classes)
	if s.Many = t.Classes == nil; s.Many {
		n = t.Lists.Rows()
	}
	if len(t.Counts) != s.Labels {
		return contract.Stage{}, fmt.Errorf("%d counts do not match %d labels", len(t.Counts), s.Labels)
	}
	if err := t.Lists.Check(s.Labels); err != nil {
		return contract.Stage{}, err
	}
	if err := c.build(s, t, n); err != nil {
		return contract.Stage{}, err
	}
	return s.problems(t.Lists)
}

// problems asks for the problems of all nodes.
func (s *state) problems(labels target.Labels) (contract.Stage, error) {
	stage := contract.Stage{Outputs: contract.NoOutputs}
	for row := range labels.Rows() {
		s.Rooted = s.Rooted || s.Labels == 1 || len(labels.Row(row)) == 0
	}
	columns := s.columns()
	switch {
	case s.Labels < 2 && !s.Many:
		return stage, errors.New("there is one class: a tree needs two")
	case columns.count > contract.MostProblems:
		return stage, fmt.Errorf("the trees have %d nodes, and there may be %d: write fewer trees", columns.count,
			contract.MostProblems)
	case s.Many || s.Labels > mostCoded:
		stage.Problems = columns.subsets(s.Trees, s.Labels, s.Rooted)
	default:
		stage.Problems = contract.Coded{Code: columns.code(s.Trees, s.Labels)}
	}
	return stage, nil
}

// build makes the trees.
func (c config) build(s *state, t contract.Training, rows int) error {
	var of []vector
	if c.Build == byKMeans {
		if t.Features.Rows != rows {
			return fmt.Errorf("there are features of %d rows, and %d rows", t.Features.Rows, rows)
		}
		of = directions(t.Features, having(t, s.Labels))
	}
	for n := range c.Trees {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(n)))
		switch c.Build {
		case byKMeans:
			s.Trees = append(s.Trees, kmeans(rng, of, t.Features.Cols, c.Arity, c.Leaf))
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

// having lists the rows that have each of k labels, or are of each class.
func having(t contract.Training, k int) [][]int32 {
	rows := make([][]int32, k)
	for i, class := range t.Classes {
		rows[class] = append(rows[class], int32(i))
	}
	for i := range t.Lists.Rows() {
		for _, label := range t.Lists.Row(i) {
			rows[label] = append(rows[label], int32(i))
		}
	}
	return rows
}
