package methods

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/cite"
)

// Input is what the paragraphs are of.
type Input struct {
	score.Input
	Manifest store.Manifest
	Seal     *seal.Judgement // nil of an experiment that was not sealed
	Tests    []Test
}

// Test is what was tested for a table or a comparison.
type Test struct {
	Of      string   // "table", "comparison"
	Name    string   // its name
	Metric  string   // its name
	Tests   []string // as compare.Sources knows them, those that were made
	Against []string // baselines or control; nil for all pairs
	Level   float64  // 0 for tests without one
	// Adjustment is how p-values are adjusted, where the tests do not say it; else "".
	Adjustment string
}

// Text are the paragraphs.
type Text struct {
	paragraphs []string // with marks of citations and formulas, see marks.go
	sources    []contract.Source
}

// writer collects sentences.
type writer struct {
	Input
	ran       *plan.Plan // what of the plan was run
	ok        []score.Cell
	list      *cite.List
	sentences []string
	Text
}

// say adds a sentence.
func (w *writer) say(format string, args ...any) {
	w.sentences = append(w.sentences, fmt.Sprintf(format, args...))
}

// cite is the mark of the sources of something, such as "learner svm"; "" without any.
func (w *writer) cite(of string) string { return citation(w.list.Keys(of)) }

// order are the keys that paragraphs cite, in the order in which they do.
func (t Text) order() []string {
	var keys []string
	for _, p := range t.paragraphs {
		for _, m := range marked().FindAllStringSubmatch(p, -1) {
			for _, key := range strings.Split(m[1], ",") {
				if key != "" && !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}
