package data

import (
	"fmt"
	"strings"
)

// setClasses numbers the classes that occur.
func (l *loader) setClasses(t *Table, c *collector) error {
	if c.strict {
		if err := c.text.checkNumbers(c.name); err != nil {
			return err
		}
	}
	t.Declared = c.text.ordered(!c.verbatim)
	t.DeclaredCounts = make([]int, len(t.Declared))
	gaps := 0
	for _, code := range c.text.codes {
		if code < 0 {
			gaps++
		} else {
			t.DeclaredCounts[code]++
		}
	}
	t.Classes, t.Counts, t.Labels = occurring(t.Declared, t.DeclaredCounts, c.text.codes)
	if !c.text.isFixed {
		t.Declared, t.DeclaredCounts = t.Classes, t.Counts
	}
	at := place{file: l.source.File}
	if len(t.Classes) < 2 {
		limit := ""
		if l.source.Rows > 0 {
			limit = fmt.Sprintf(" in the first %d rows", l.source.Rows)
		}
		return at.errorf("target %q has fewer than two classes%s (%d: %s)", c.name, limit, len(t.Classes), list(t.Classes))
	}
	if gaps > 0 {
		l.warnings = append(l.warnings, at.errorf("%d of %d rows have no value of target %q; they are left out of training and testing", gaps, t.Rows, c.name).Error())
	}
	return nil
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
	if c.text.firstGap.line > 0 {
		return c.text.firstGap.errorf("split column %q has no value; expected train or test", c.name)
	}
	parts := make([]int8, len(c.text.levels))
	for i, level := range c.text.levels {
		switch strings.ToLower(level) {
		case "train":
			parts[i] = TrainPart
		case "test":
			parts[i] = TestPart
		default:
			if c.text.first[i].line > 0 {
				return c.text.first[i].errorf("split column %q holds %q; expected train or test", c.name, level)
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
func setFolds(t *Table, c *collector) error {
	if c.text.firstGap.line > 0 {
		return c.text.firstGap.errorf("fold column %q has no value", c.name)
	}
	for i, level := range c.text.levels {
		if _, kind := parseNumber(level); kind == notANumber {
			return c.text.first[i].errorf("fold column %q has no value", c.name)
		}
	}
	declared := c.text.ordered(!c.verbatim)
	counts := make([]int, len(declared))
	for _, code := range c.text.codes {
		counts[code]++
	}
	t.FoldNames, _, t.FoldOf = occurring(declared, counts, c.text.codes)
	return nil
}
