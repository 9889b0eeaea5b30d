package loader

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
)

// warnOfSpellings warns of texts of a column that parts the rows, of which it is
// not plain whether they are one value or two.
func (l *loader) warnOfSpellings(c *collect.Collector, what string) {
	warn := func(at data.Place, text string, args ...any) {
		l.warnings = append(l.warnings, at.Errorf(text, args...).Error())
	}
	if m := c.Text.Mixed; m != nil {
		warn(m.At, "%q of %s %q has blanks around it in some rows and none in others: that is one value. If "+
			"they are two, put the text in quotes",
			m.Text, what, c.Name)
	}
	_, written := l.source.Types[c.Name]
	first, second := c.Text.EqualNumbers()
	switch {
	case second < 0 || written || c.Verbatim:
	case c.Strict:
		warn(c.Text.First[second], "%s %q holds %q and %q, which are one value, being equal numbers; to keep them apart "+
			"write types = { %s }",
			what, c.Name, c.Text.Levels[first], c.Text.Levels[second], typed(c.Name, "categorical"))
	default:
		warn(c.Text.First[second], "%s %q holds %q and %q, which are equal numbers but two values; to make them one write "+
			"types = { %s }",
			what, c.Name, c.Text.Levels[first], c.Text.Levels[second], typed(c.Name, "numeric"))
	}
}

// warnOfGaps warns of rows without a class, or without the value of some label, in
// each file.
func (l *loader) warnOfGaps(classes []int, what string) {
	for _, f := range l.files {
		gaps := lists.Count(classes[:f.rows], func(class int) bool { return class < 0 })
		classes = classes[f.rows:]
		if gaps > 0 {
			l.warnings = append(l.warnings, data.Place{File: f.path}.Errorf(
				"%d of %d rows have no value of %s; they are left out of training and testing", gaps, f.rows, what).Error())
		}
	}
}
