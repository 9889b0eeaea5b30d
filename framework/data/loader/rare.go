package loader

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/target"
	"github.com/manyclass/bench/framework/wording"
)

// fewer leaves the rows of rare classes without a class, or gives them one class
// together, which comes last. It returns what it did, for the user.
func fewer(t *data.Table, rare *source.Rare) (said []string, err error) {
	switch {
	case rare == nil:
		return nil, nil
	case t.Target.MultiLabel:
		return nil, (&data.Error{Msg: "rare is for classes, and these are multi-label data; remove it"}).Of("rare")
	}
	var few []string
	m := merger{number: make([]int, len(t.Target.Names))}
	rows := 0
	for k, name := range t.Target.Names {
		if t.Target.Counts[k] < rare.Below {
			few = append(few, strconv.Quote(name))
			rows += t.Target.Counts[k]
			m.number[k] = -1
			continue
		}
		m.number[k] = m.add(name, t.Target.Counts[k])
	}
	if few == nil {
		return nil, nil
	}
	what := fmt.Sprintf("%s with fewer than %d rows, %s in all: %s",
		wording.Count(len(few), "class"), rare.Below, wording.Count(rows, "row"), wording.List(few))
	if rare.As == source.DropRare {
		what += "; left out"
	} else if err := m.join(rows); err != nil {
		return nil, err
	} else {
		what += fmt.Sprintf("; joined to the class %q", source.JoinRare)
	}
	if len(m.classes) < 2 {
		return nil, (&data.Error{Msg: fmt.Sprintf("rare leaves fewer than two classes: there are %s. Write a smaller below",
			what)}).Of("rare", "below")
	}
	m.apply(t)
	return []string{"rare: " + what}, nil
}

// merger numbers classes anew.
type merger struct {
	number  []int // of each class from now on, −1 for none
	classes []string
	counts  []int
}

func (m *merger) add(class string, rows int) int {
	m.classes, m.counts = append(m.classes, class), append(m.counts, rows)
	return len(m.classes) - 1
}

// join gives the classes without a number one together.
func (m *merger) join(rows int) error {
	if k := slices.Index(m.classes, source.JoinRare); k >= 0 {
		return (&data.Error{Msg: fmt.Sprintf("rare joins classes to one called %q, and there is such a class, of %s. "+
			"Write as = %q, or give the class another name",
			source.JoinRare, wording.Count(m.counts[k], "row"), source.DropRare)}).Of("rare", "as")
	}
	joined := m.add(source.JoinRare, rows)
	for k := range m.number {
		if m.number[k] < 0 {
			m.number[k] = joined
		}
	}
	return nil
}

// apply gives each row of a table the number that its class has from now on.
// Declared classes without rows stay declared.
func (m *merger) apply(t *data.Table) {
	for row, k := range t.Truth.Class {
		if k >= 0 {
			t.Truth.Class[row] = m.number[k]
		}
	}
	var declared []string
	for i, name := range t.Declared.Names {
		if t.Declared.Counts[i] == 0 && !slices.Contains(m.classes, name) {
			declared = append(declared, name)
		}
	}
	t.Target = target.Target{Names: m.classes, Counts: m.counts}
	t.Declared = target.Target{
		Names:  append(slices.Clone(m.classes), declared...),
		Counts: append(slices.Clone(m.counts), make([]int, len(declared))...),
	}
}
