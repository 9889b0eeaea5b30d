package loader

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
)

// setClasses numbers the classes that occur.
func (l *loader) setClasses(t *data.Table, c *collect.Collector) error {
	if c.Strict {
		if err := c.CheckNumbers(); err != nil {
			return err
		}
	}
	if l.source.Discretize != nil {
		return l.discretize(t, c)
	}
	l.warnOfSpellings(c, "target")
	names := c.Text.Ordered(c.Spelling())
	t.Declared = target.Target{Names: names, Counts: data.CountCodes(c.Text.Codes, len(names))}
	t.Target.Names, t.Target.Counts, t.Truth.Class = occurring(t.Declared.Names, t.Declared.Counts, c.Text.Codes)
	if !c.Text.IsFixed {
		t.Declared = t.Target
	}
	if err := l.checkClasses(t, c); err != nil {
		return err
	}
	l.warnOfGaps(t.Truth.Class, fmt.Sprintf("target %q", c.Name))
	return nil
}

// checkClasses refuses a target that has one class, or nearly a class a row.
func (l *loader) checkClasses(t *data.Table, c *collect.Collector) error {
	at := data.Place{File: l.source.File}
	if len(t.Target.Names) < 2 {
		limit, path := "", "target"
		if l.source.Rows > 0 {
			limit, path = fmt.Sprintf(" in the first %d rows", l.source.Rows), "rows"
		}
		return at.Errorf("target %q has fewer than two classes%s (%d: %s)", c.Name, limit, len(t.Target.Names),
			wording.Names(t.Target.Names)).Of(path)
	}
	if err := source.CheckClassCount(len(t.Target.Names), "classes", at); err != nil {
		return err
	}
	rows := lists.Sum(t.Target.Counts)
	if !c.Verbatim && c.Declared != collect.DeclaredText && quantity(t.Target.Names, t.Target.Counts, rows) {
		return at.Errorf("the target %q has %d distinct values in %d rows: it seems to be a quantity, and classification "+
			"needs classes. If they are classes, write types = { %q = \"categorical\" }",
			c.Name, len(t.Target.Names), rows, c.Name).Of("target")
	}
	return nil
}

// Numbers of classes from which on a target of numbers is taken for a quantity:
// from manyClasses if they have fewer than three rows on average or are not all
// whole numbers, from tooManyClasses in any case.
const (
	manyClasses    = 50
	tooManyClasses = 1000
)

// quantity reports whether classes of these sizes are rather the values of a
// quantity: all are numbers, and they are too many, or no two rows have the same.
func quantity(classes []string, counts []int, rows int) bool {
	few := rows < 3*len(classes) || !numbers(classes, true)
	many := len(classes) > manyClasses && few || len(classes) > tooManyClasses
	return (many || slices.Max(counts) < 2) && numbers(classes, false)
}

// numbers reports whether all texts are finite numbers, and if asked for whole ones.
func numbers(texts []string, whole bool) bool {
	return !slices.ContainsFunc(texts, func(text string) bool {
		v, kind := notation.Parse(text)
		return kind != notation.Finite || whole && v != math.Trunc(v)
	})
}

// setSplit reads the column that says train or test.
func setSplit(t *data.Table, c *collect.Collector) error {
	if c.Text.FirstGap.Known() {
		return c.Text.FirstGap.Errorf("split column %q has no value; expected train or test", c.Name).Of("split")
	}
	parts := make([]int8, len(c.Text.Levels))
	for i, level := range c.Text.Levels {
		switch strings.ToLower(level) {
		case "train":
			parts[i] = data.TrainPart
		case "test":
			parts[i] = data.TestPart
		default:
			if c.Text.First[i].Known() {
				return c.Text.First[i].Errorf("split column %q holds %q; expected train or test", c.Name, level).Of("split")
			}
		}
	}
	t.Part = lists.Map(c.Text.Codes, func(code int32) int8 { return parts[code] })
	return nil
}

// parts numbers the values of a column that parts the rows and is named by an
// option. Every row needs a value.
func (l *loader) parts(c *collect.Collector, option string) (names []string, of []int, err error) {
	if c.Text.FirstGap.Known() {
		return nil, nil, c.Text.FirstGap.Errorf("%s column %q has no value", option, c.Name).Of(option)
	}
	if !c.Verbatim && c.Declared != collect.DeclaredText {
		for i, level := range c.Text.Levels {
			if _, kind := notation.Parse(level); kind == notation.NotANumber {
				return nil, nil, c.Text.First[i].Errorf("%s column %q has no value", option, c.Name).Of(option)
			}
		}
	}
	l.warnOfSpellings(c, option)
	declared := c.Text.Ordered(c.Spelling())
	names, _, of = occurring(declared, data.CountCodes(c.Text.Codes, len(declared)), c.Text.Codes)
	return names, of, nil
}

// fewer leaves the rows of rare classes without a class, or gives them one class
// together, which comes last. It returns what it did, for the user.
func fewer(t *data.Table, by source.Classing) (said []string, err error) {
	rare := by.Rare
	if err := classed(t, by); err != nil || rare == nil {
		return nil, err
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

// classed refuses what is for classes where rows have labels.
func classed(t *data.Table, by source.Classing) error {
	for name, written := range map[string]bool{"rare": by.Rare != nil, "label_noise": by.LabelNoise != nil} {
		if written && t.Target.MultiLabel {
			return (&data.Error{Msg: name + " is for classes, and these are multi-label data; remove it"}).Of(name)
		}
	}
	return nil
}

// merger renumbers classes.
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
