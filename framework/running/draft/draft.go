// Package draft writes a first experiment for a data file: it reads the file as a run would,
// says in comments what it saw, and chooses encoders, learners and reductions that suit.
package draft

import (
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
)

// Wishes are what a user says of a data file. What is empty is chosen as suits the data.
type Wishes struct {
	Target   string   // column of the class
	Drop     []string // columns that are left out, beside those of which nothing can be learned
	Group    string   // column of what rows belong to; folds keep its groups together
	Folds    int
	Metric   string   // type
	Learners []string // types
}

// Draft is what was found out about a data file.
type Draft struct {
	Name   string        // of the dataset, and of the experiment
	Source source.Source // what the dataset block will say
	Guess  bool          // the class column was not named by the user
	Doubts
	wishes Wishes
	table  *data.Table
	notes  []string // what was seen, a sentence each
}

// Doubts are columns that only the user knows more about. They are features as long as no wish says otherwise.
type Doubts struct {
	Leaks  []string // that decide the class alone
	Groups []string // with names as of groups of rows
}

// load reads the file with what is known so far.
func (d *Draft) load() error {
	table, _, err := loader.Table(d.Source)
	if err == nil {
		d.table = table
	}
	return err
}

// groups is how many groups the rows have, 0 without a column of them.
func (d *Draft) groups() int { return len(d.table.GroupNames) }

func (d *Draft) note(text string) { d.notes = append(d.notes, text) }

// counts are the rows of each class, or with each label.
func (d *Draft) counts() []int {
	t := d.table
	if !t.Target.MultiLabel {
		list := make([]int, t.Target.K())
		for _, class := range t.Truth.Class {
			if class >= 0 {
				list[class]++
			}
		}
		return list
	}
	list := make([]int, t.Target.K())
	for _, label := range t.Truth.Y.Of {
		list[label]++
	}
	return list
}
