// Package diff compares two results folders: what was different in what they
// were made from, and which scores moved.
package diff

import (
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// Report is everything that differs.
type Report struct {
	Same       bool     `json:"same"`       // whether the scores and statuses that both have are the same
	Experiment []Change `json:"experiment"` // settings, by path
	Data       []Change `json:"data"`       // digests, classes and labels of datasets
	Plugins    []Change `json:"plugins"`    // versions and digests
	Bench      []Change `json:"bench"`      // version, revision, Go, kernels
	Folds      []string `json:"folds"`      // datasets that both have, divided in other ways
	Scores     []Score  `json:"scores"`     // moved or not, in the order of A, then of B
	Statuses   []Status `json:"statuses"`   // cells that both have, with another status
}

// Status is a cell whose outcome is another one. Both statuses are those of
// cells.csv.
type Status struct {
	Cell string       `json:"cell"`
	A    store.Status `json:"a"`
	B    store.Status `json:"b"`
}

// Compare compares two results folders. It fails if a manifest does not hold
// JSON.
func Compare(a, b Side) (Report, error) {
	experiment, err := structures(a.Manifest.Resolved, b.Manifest.Resolved)
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Experiment: experiment,
		Data:       data(a.Manifest, b.Manifest),
		Plugins:    plugins(a.Manifest.Plugins, b.Manifest.Plugins),
		Bench:      benches(a.Manifest, b.Manifest),
	}
	folds := sameFolds(a, b)
	r.Folds = otherFolds(a, b, folds)
	r.Scores = scores(a, b, folds)
	r.Statuses = statuses(a.Scores, b.Scores)
	r.Same = len(r.Statuses) == 0
	for _, s := range r.Scores {
		r.Same = r.Same && !s.Moved()
	}
	return r, nil
}

// otherFolds lists the datasets of both sides whose folds are not the same.
func otherFolds(a, b Side, same map[string]bool) []string {
	list := []string{}
	for _, d := range a.Plan.Datasets {
		if _, both := b.Manifest.Datasets[d.Name]; both && !same[d.Name] {
			list = append(list, d.Name)
		}
	}
	return list
}

// statuses lists the cells that both sides have run, with other outcomes.
func statuses(a, b []score.Row) []Status {
	list := []Status{}
	of := map[string]store.Status{}
	for _, r := range b {
		of[r.Name()] = outcome(r)
	}
	done := map[string]bool{}
	for _, r := range a {
		name := r.Name()
		if now, both := of[name]; both && !done[name] && now != outcome(r) {
			list = append(list, Status{name, outcome(r), now})
		}
		done[name] = true
	}
	return list
}

// outcome is the status of the cell of a score: a score may be skipped or
// undefined although its cell is ok.
func outcome(r score.Row) store.Status {
	if r.Status == score.Undefined || r.Status == store.Skipped && r.TestRows > 0 {
		return store.OK
	}
	return r.Status
}
