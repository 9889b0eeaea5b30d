package loader

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
)

// typed is an entry of types.
func typed(column, kind string) string { return fmt.Sprintf("%q = %q", column, kind) }

// warnOfRounding is one warning for all columns with whole numbers that are
// rounded.
func warnOfRounding(all []*collect.Collector) []string {
	var first *collect.Rounding
	var columns, types []string
	for _, c := range all {
		if c.Rounded == nil || c.Text != nil {
			continue
		}
		if first == nil {
			first = c.Rounded
		}
		columns, types = append(columns, c.Name), append(types, typed(c.Name, "categorical"))
	}
	if first == nil {
		return nil
	}
	what := "column %s holds"
	if len(columns) > 1 {
		what = "columns %s hold"
	}
	return []string{first.At.Errorf(what+" whole numbers such as %q, which are rounded to some 16 digits; if they are "+
		"ids write drop = %s, or types = { %s } to take them as texts",
		wording.Names(columns), first.Text, fmt.Sprintf("[%s]", wording.Names(columns)), strings.Join(types, ", ")).Error()}
}

// fewestIDs is the number of rows from which on a column without a repetition
// looks like an id.
const fewestIDs = 20

// doubts are columns that are probably not meant as they are read.
type doubts struct {
	misread, strays []doubt
	dates           []doubt
	ids             []string // columns that look like ids
}

// doubt is a column of text that is probably one of numbers.
type doubt struct {
	column, text string     // a text that is not a number as it is written
	advice       string     // how to read it as one; "" if it is a text among numbers
	at           data.Place // of the text
}

// warnings is one warning for all columns with the same advice, or the same text
// among numbers, and one for all that look like ids.
func (d *doubts) warnings(file string) []string {
	var warnings []string
	all := slices.Concat(d.misread, d.strays)
	for len(all) > 0 {
		first := all[0]
		var columns, types []string
		all = slices.DeleteFunc(all, func(other doubt) bool {
			if other.advice != first.advice || first.advice == "" && other.text != first.text {
				return false
			}
			columns, types = append(columns, other.column), append(types, typed(other.column, "numeric"))
			return true
		})
		names, why := wording.Names(columns), fmt.Sprintf("values such as %q; %s", first.text, first.advice)
		if first.advice == "" {
			names = strings.Join(wording.Quoted(columns), ", ")
			why = fmt.Sprintf("%q among the numbers; if it means a missing value write missing = [\"?\", \"\", %q], "+
				"and if all values are numbers types = { %s }",
				first.text, first.text, strings.Join(types, ", "))
		}
		is := "column %s is"
		if len(columns) > 1 {
			is = "columns %s are"
		}
		warnings = append(warnings, first.at.Errorf(is+" categorical because of %s", names, why).Error())
	}
	warnings = append(warnings, warnOfDates(d.dates)...)
	return append(warnings, warnOfIDs(file, d.ids)...)
}

// warnOfDates is one warning for all columns of dates.
func warnOfDates(dates []doubt) []string {
	if len(dates) == 0 {
		return nil
	}
	columns := lists.Map(dates, func(d doubt) string { return d.column })
	is := "column %s is"
	if len(columns) > 1 {
		is = "columns %s are"
	}
	return []string{dates[0].at.Errorf(is+" categorical, with dates such as %q: a model learns nothing from them about "+
		"other dates. Add them to drop, or write numbers in the file, such as year, month or days since a start",
		wording.Names(columns), dates[0].text).Error()}
}

// warnOfIDs is one warning for all columns that look like ids.
func warnOfIDs(file string, columns []string) []string {
	if len(columns) == 0 {
		return nil
	}
	text := "column %s has a distinct value in every row and looks like an id; add it to drop"
	if len(columns) > 1 {
		text = "columns %s have a distinct value in every row and look like ids; add them to drop"
	}
	return []string{data.Place{File: file}.Errorf(text, wording.Names(columns)).Error()}
}

// MisreadColumn reports whether a categorical column looks like dates, or like numbers in a
// notation that the dataset block does not name, of which [Table] warns.
func MisreadColumn(c *data.Column) bool {
	counts := data.CountCodes(c.Codes, len(c.Levels))
	_, advice := notation.Misread(c.Levels, counts)
	return advice != "" || notation.Dates(c.Levels, counts) != ""
}
