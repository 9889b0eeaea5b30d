package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/target"
	"github.com/manyclass/bench/framework/wording"
)

// setClasses numbers the classes that occur.
func (l *loader) setClasses(t *Table, c *collector) error {
	if c.strict {
		if err := c.text.checkNumbers(c); err != nil {
			return err
		}
	}
	l.warnOfSpellings(c, "target")
	names := c.text.ordered(c.spelling())
	t.Declared = target.Target{Names: names, Counts: make([]int, len(names))}
	for _, code := range c.text.codes {
		if code >= 0 {
			t.Declared.Counts[code]++
		}
	}
	t.Target.Names, t.Target.Counts, t.Truth.Class = occurring(t.Declared.Names, t.Declared.Counts, c.text.codes)
	if !c.text.isFixed {
		t.Declared = t.Target
	}
	if err := l.checkClasses(t, c); err != nil {
		return err
	}
	l.warnOfGaps(t.Truth.Class, fmt.Sprintf("target %q", c.name))
	return nil
}

// checkClasses refuses a target that has one class, or nearly a class a row.
func (l *loader) checkClasses(t *Table, c *collector) error {
	at := place{file: l.source.File}
	if len(t.Target.Names) < 2 {
		limit, path := "", "target"
		if l.source.Rows > 0 {
			limit, path = fmt.Sprintf(" in the first %d rows", l.source.Rows), "rows"
		}
		return at.errorf("target %q has fewer than two classes%s (%d: %s)", c.name, limit, len(t.Target.Names), wording.Names(t.Target.Names)).of(path)
	}
	if err := checkClassCount(len(t.Target.Names), "classes", at); err != nil {
		return err
	}
	rows := 0
	for _, n := range t.Target.Counts {
		rows += n
	}
	if !c.verbatim && c.declared != declaredText && quantity(t.Target.Names, t.Target.Counts, rows) {
		return at.errorf("the target %q has %d distinct values in %d rows: it seems to be a quantity, and classification needs classes. If they are classes, write types = { %q = \"categorical\" }",
			c.name, len(t.Target.Names), rows, c.name).of("target")
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
	many := len(classes) > manyClasses && (rows < 3*len(classes) || !whole(classes)) || len(classes) > tooManyClasses
	return (many || slices.Max(counts) < 2) && numbers(classes)
}

// whole reports whether all texts are whole numbers.
func whole(texts []string) bool {
	for _, text := range texts {
		if v, kind := parseNumber(text); kind != finite || v != math.Trunc(v) {
			return false
		}
	}
	return true
}

// numbers reports whether all texts are finite numbers.
func numbers(texts []string) bool {
	for _, text := range texts {
		if _, kind := parseNumber(text); kind != finite {
			return false
		}
	}
	return true
}

// occurring drops the classes without rows and renumbers the codes.
func occurring(names []string, counts []int, codes []int32) (classes []string, rows, labels []int) {
	number := make([]int, len(names))
	for i, name := range names {
		if counts[i] > 0 {
			number[i] = len(classes)
			classes = append(classes, name)
			rows = append(rows, counts[i])
		}
	}
	labels = make([]int, len(codes))
	for i, code := range codes {
		labels[i] = -1
		if code >= 0 {
			labels[i] = number[code]
		}
	}
	return classes, rows, labels
}

// setSplit reads the column that says train or test.
func setSplit(t *Table, c *collector) error {
	if c.text.firstGap.known() {
		return c.text.firstGap.errorf("split column %q has no value; expected train or test", c.name).of("split")
	}
	parts := make([]int8, len(c.text.levels))
	for i, level := range c.text.levels {
		switch strings.ToLower(level) {
		case "train":
			parts[i] = TrainPart
		case "test":
			parts[i] = TestPart
		default:
			if c.text.first[i].known() {
				return c.text.first[i].errorf("split column %q holds %q; expected train or test", c.name, level).of("split")
			}
		}
	}
	t.Part = make([]int8, len(c.text.codes))
	for i, code := range c.text.codes {
		t.Part[i] = parts[code]
	}
	return nil
}

// setFolds numbers the values of the fold column in their order.
func (l *loader) setFolds(t *Table, c *collector) (err error) {
	t.FoldNames, t.FoldOf, err = l.parts(c, "fold")
	return err
}

// setGroups numbers the values of the group column in their order.
func (l *loader) setGroups(t *Table, c *collector) (err error) {
	t.GroupNames, t.GroupOf, err = l.parts(c, "group")
	return err
}

// parts numbers the values of a column that parts the rows and is named by an
// option. Every row needs a value.
func (l *loader) parts(c *collector, option string) (names []string, of []int, err error) {
	if c.text.firstGap.known() {
		return nil, nil, c.text.firstGap.errorf("%s column %q has no value", option, c.name).of(option)
	}
	if !c.verbatim && c.declared != declaredText {
		for i, level := range c.text.levels {
			if _, kind := parseNumber(level); kind == notANumber {
				return nil, nil, c.text.first[i].errorf("%s column %q has no value", option, c.name).of(option)
			}
		}
	}
	l.warnOfSpellings(c, option)
	declared := c.text.ordered(c.spelling())
	counts := make([]int, len(declared))
	for _, code := range c.text.codes {
		counts[code]++
	}
	names, _, of = occurring(declared, counts, c.text.codes)
	return names, of, nil
}
