package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/columns"
)

// CSV writes one line per row of the grid, without the foot, which follows from
// the rest. Rows and columns have the names of the experiment file, not their labels. The
// first column is the row's name, under the row axes joined by "/"; then each column of the
// grid takes
//
//	<label>       the mean
//	<label> sd    the standard deviation
//	<label> n     the number of values that both are over
//	<label> low   the ends of the interval of the mean: only if the table has intervals
//	<label> high
//	<label> mark  v, * or nothing: only if there is a baseline and the column is not it;
//	              for one of several, the name of the baseline follows: "<label> mark lr/ova"
//
// Where one of these heads is taken already, the column's label is followed by
// " (2)", " (3)" and so on in all of them.
//
// Numbers are the shortest that read back as the same float64; NaN is a hole, or
// a deviation of fewer than two values.
func (g Grid) CSV(w io.Writer) error {
	records := [][]string{columns.Names(g.Fields())}
	for i, name := range named(g.Rows, g.axes.namedRows) {
		record := []string{name}
		for j, e := range g.Entries[i] {
			record = append(record, shortest(e.Mean), shortest(e.SD), strconv.Itoa(e.N))
			if g.print.Confidence != "" {
				record = append(record, shortest(e.Low), shortest(e.High))
			}
			for _, n := range g.baselinesOf(j) {
				record = append(record, string(e.mark(n)))
			}
		}
		records = append(records, record)
	}
	return writeRecords(w, records)
}

// Fields are the columns of the CSV file.
func (g Grid) Fields() []columns.Field {
	fields := []columns.Field{columns.Row(strings.Join(g.RowAxes, "/"))}
	for j, name := range named(g.Columns, g.axes.namedColumns) {
		fields = append(fields, freeFields(fields, name, g.Metric, g.print.Confidence != "", g.marksOf(j))...)
	}
	return fields
}

// named are the names of labels, the labels themselves where no plan has others.
func named(labels, names []string) []string {
	if names == nil {
		return labels
	}
	return names
}

// baselinesOf are the numbers of the baselines that a column is tested against.
func (g Grid) baselinesOf(j int) []int {
	return lists.Filter(lists.Range(len(g.Baselines)), func(n int) bool { return g.Baselines[n] != g.Columns[j] })
}

// marksOf are what the marks of a column are called.
func (g Grid) marksOf(j int) []string {
	return lists.Map(g.baselinesOf(j), func(n int) string {
		if len(g.Baselines) == 1 {
			return " mark"
		}
		return " mark " + named(g.Columns, g.axes.namedColumns)[slices.Index(g.Columns, g.Baselines[n])]
	})
}

// freeFields are what a column takes, none of it named like the fields so far.
func freeFields(taken []columns.Field, name, metric string, interval bool, marks []string) []columns.Field {
	heads := columns.Names(taken)
	for n := 1; ; n++ {
		own := name
		if n > 1 {
			own = fmt.Sprintf("%s (%d)", name, n)
		}
		fields := columns.Column(own, metric, interval, marks)
		if !slices.ContainsFunc(fields, func(f columns.Field) bool { return slices.Contains(heads, f.Name) }) {
			return fields
		}
	}
}

// writeRecords writes lines that end in a bare line feed on every system, and
// hold no formula of a spreadsheet.
func writeRecords(w io.Writer, records [][]string) error {
	for _, record := range records {
		for i, field := range record {
			record[i] = wording.Cell(field)
		}
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

func shortest(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
