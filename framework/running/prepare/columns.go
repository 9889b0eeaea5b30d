package prepare

import (
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// trainers says who trains the columns of the first stage of a reduction: nil stands for
// the cell's own learner, a nil list for that everywhere.
func (d *Dataset) trainers(
	s contract.Stage, reduction *experiment.Instance,
) ([]*experiment.Instance, []contract.Diagnostic) {
	if len(reduction.Columns) == 0 {
		return nil, nil
	}
	n, named := newNaming(s.Problems, d.Table.Target.Names)
	if s.Learner != "" || !named {
		return nil, []contract.Diagnostic{contract.As(mistake.BadColumns).Errorf([]any{blocks.ColumnsName},
			"The reduction has no columns to name",
			"Columns are known before training where the code is: not of one that is made "+
				"from training rows. Take learners out or choose another reduction.")}
	}
	list, by := make([]*experiment.Instance, s.Count()), make([]string, s.Count())
	var ds []contract.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(reduction.Columns)) {
		wrong := func(summary, format string, args ...any) {
			ds = append(ds, contract.As(mistake.BadColumns).Errorf([]any{blocks.ColumnsName,
				contract.Key(name)}, summary, format, args...))
		}
		columns := n.find(name)
		switch alone := n.questions(columns); {
		case len(columns) == 0:
			wrong(fmt.Sprintf("There is no column %q", name), "%s", n.help(name))
			continue
		case len(alone) > 1:
			wrong(fmt.Sprintf("%q stands alone in %s", name, wording.Count(len(alone), "column")),
				"Name one of them by its sides: %s.", wording.List(wording.Quoted(lists.Map(alone, n.sides))))
			continue
		}
		if i := slices.IndexFunc(columns, func(l int) bool { return by[l] != "" }); i >= 0 {
			wrong(fmt.Sprintf("%q is the column of %q", name, by[columns[i]]), "A column has one learner. Remove one of them.")
			continue
		}
		for _, l := range columns {
			list[l], by[l] = reduction.Columns[name], name
		}
	}
	return list, ds
}

// trained lists the columns of a reduction that have learners of their own, nil without any.
func (d *Dataset) trained(reduction *experiment.Instance) (list []plan.Trained) {
	n, _ := newNaming(d.Stages[reduction].Problems, d.Table.Target.Names)
	for _, name := range slices.Sorted(maps.Keys(reduction.Columns)) {
		t := plan.Trained{Name: name, Learner: reduction.Columns[name].Name}
		if reduction.Host.Tune == nil && n.code != nil {
			t.Columns = lists.Map(n.find(name), func(l int) string { return string(code.SignsOf(n.code.Column(l))) })
		}
		list = append(list, t)
	}
	return list
}

// Share is what one learner trains of a first stage.
type Share struct {
	Learner *experiment.Instance
	Columns []int // of the stage, ascending; nil for all
	plan.Asked
}

// Shares divides the first stage among the learners that train its columns, given the
// cell's own. One of them has what later stages may train.
func (p Planned) Shares(own *experiment.Instance) []Share {
	whole := Share{Learner: own, Asked: p.Asked()}
	var list []Share
	for l, learner := range p.Trainers {
		if learner == nil {
			learner = own
		}
		i := slices.IndexFunc(list, func(s Share) bool { return s.Learner == learner })
		if i < 0 {
			i = len(list)
			list = append(list, Share{Learner: learner, Asked: p.Asked()})
		}
		list[i].Columns = append(list[i].Columns, l)
	}
	if len(list) < 2 && (len(list) == 0 || list[0].Learner == own) {
		return []Share{whole}
	}
	for i := range list {
		list[i].restrict(whole.Stage)
		if i > 0 {
			list[i].Later = 0
		}
	}
	return list
}

// restrict leaves the columns of the share.
func (s *Share) restrict(whole contract.Stage) {
	switch of := whole.Problems.(type) {
	case contract.Labelled:
		s.Problems = contract.Labelled(lists.Map(s.Columns, func(l int) int { return of[l] }))
	case contract.Coded:
		restricted := make(contract.Dense, of.Classes())
		for _, l := range s.Columns {
			for k, m := range of.Column(l) {
				restricted[k] = append(restricted[k], m)
			}
		}
		s.Problems = contract.Coded{Code: restricted}
	}
}

// learners lists the learners that train problems of an item, each once.
func (b *Block) learners(item Item) []*experiment.Instance {
	var list []*experiment.Instance
	add := func(l *experiment.Instance) {
		if l != nil && !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	for _, c := range item.Cells {
		add(b.Learner(c))
		for _, p := range b.Candidates(c) {
			for _, l := range p.Trainers {
				add(l)
			}
		}
	}
	return list
}

// Shared reports whether learners train columns of each other's cells of an item.
func (b *Block) Shared(item Item) bool {
	return slices.ContainsFunc(item.Cells, func(c plan.Cell) bool {
		return slices.ContainsFunc(b.Candidates(c), func(p Planned) bool { return len(p.Trainers) > 0 })
	})
}

// Calibrates reports whether scores of an item are calibrated.
func (b *Block) Calibrates(item Item) bool {
	return slices.ContainsFunc(b.learners(item), func(l *experiment.Instance) bool { return l.Host.Calibrate != "" })
}
