package measured

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/textfile"
)

// longColumns are the columns of a long table; all but the first three may be left out.
var longColumns = append([]string{"dataset", "method", "value", "fold", "repeat", "train_rows",
	"test_rows"}, CostNames...)

// numbers are the columns of a long table that do not name anything.
var numbers = append([]string{"value", "train_rows", "test_rows"}, CostNames...)

// mostRows is how many rows a fold has at most.
const mostRows = 1_000_000_000

// Reading says how a table is read.
type Reading struct {
	Metric string // of bench's own scores, "" for the first
	Holes  bool   // a value may be missing: then its dataset is left out, and is one of Incomplete
}

// ReadCSV reads a long table, with the columns dataset, method, value and perhaps fold,
// repeat, the numbers of rows of the fold and CostNames, or a wide one: the first column names
// datasets, each other one is of a method. A table with a column "method" or "value" is long,
// and one with the columns of scores.csv is of bench itself: of these the scores of one metric
// count. The error says what is wrong in which lines of the file.
func ReadCSV(file string, content []byte, how Reading) (*Table, error) {
	b := &builder{file: file, holes: how.Holes}
	text := b.text(content)
	if len(b.problems) > 0 {
		return nil, b.err()
	}
	lines := csv.NewReader(bytes.NewReader(text))
	lines.FieldsPerRecord, lines.TrimLeadingSpace = -1, true
	head, err := lines.Read()
	switch {
	case errors.Is(err, io.EOF):
		b.wrong(0, "the file is empty")
		return nil, b.err()
	case err != nil:
		return nil, b.broken(err)
	}
	head = lists.Map(head, strings.TrimSpace)
	f := b.formOf(head, how.Metric)
	if len(b.problems) > 0 {
		return nil, b.err()
	}
	if err := b.readLines(lines, f, head); err != nil {
		return nil, err
	}
	t := f.table()
	b.limit(t)
	if err := b.err(); err != nil {
		return nil, err
	}
	return t, nil
}

// readLines reads the lines after the first, head, in the form f.
func (b *builder) readLines(lines *csv.Reader, f form, head []string) error {
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return b.broken(err)
		}
		line, _ := lines.FieldPos(0)
		if len(fields) != len(head) {
			b.wrong(line, "%s, where the first line has %d", wording.Count(len(fields), "field"), len(head))
			continue
		}
		f.take(line, head, lists.Map(fields, strings.TrimSpace))
	}
}

// form is how a table of scores is laid out. A line may be wrong, and the table as a
// whole; then the builder knows it.
type form struct {
	take  func(line int, head, fields []string)
	table func() *Table
}

// formOf tells the form by the first line, and says what is wrong with it.
func (b *builder) formOf(head []string, metric string) form {
	if slices.Equal(head, scoreColumns) {
		s := &scores{builder: b, metric: metric}
		return form{s.take, s.table}
	}
	if metric != "" {
		b.wrong(1, "a metric can be chosen only for a results folder or for bench's own scores.csv, which has "+
			"the columns %s",
			wording.And(scoreColumns))
	}
	b.checkHead(head)
	if slices.Contains(head, "method") || slices.Contains(head, "value") {
		return form{b.long, b.table}
	}
	b.count(len(head)-1, MostMethods, "method")
	return form{b.wide, b.table}
}

// limit refuses a table with fewer than two methods, or with more methods or datasets
// than can be compared.
func (b *builder) limit(t *Table) {
	b.count(len(t.Methods), MostMethods, "method")
	b.count(len(t.Datasets), MostDatasets, "dataset")
	switch {
	case len(b.problems) > 0:
	case len(t.Methods) == 0:
		b.wrong(0, "there are no values")
	case len(t.Methods) == 1:
		b.wrong(0, "there is only one method, %q; a comparison needs two", t.Methods[0])
	}
}

// count refuses more of something than can be compared.
func (b *builder) count(n, most int, what string) {
	if n > most {
		b.wrong(0, "there are %s; at most %d can be compared", wording.Count(n, what), most)
	}
}

// broken is the error of a line that is not CSV.
func (b *builder) broken(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		b.wrong(parse.Line, "%v", parse.Err)
	} else {
		b.wrong(0, "%s", wording.Reason(err))
	}
	return b.err()
}

// checkHead refuses heads without names, with one twice, and long ones that lack a
// column or have another.
func (b *builder) checkHead(head []string) {
	isLong := slices.Contains(head, "method") || slices.Contains(head, "value")
	for j, name := range head {
		switch {
		case name == "" && j > 0:
			b.wrong(1, "column %d has no name", j+1)
		case j > 0 && !b.name(1, "method", name):
		case slices.Contains(head[:j], name):
			b.wrong(1, "there are two columns %q", name)
		case isLong && !slices.Contains(longColumns, name):
			b.wrong(1, "a long table has no column %q: its columns are %s", name,
				wording.And(longColumns))
		}
	}
	need := func(name string) {
		if !slices.Contains(head, name) {
			b.wrong(1, "a long table needs a column %q", name)
		}
	}
	switch {
	case isLong:
		need("dataset")
		need("method")
		need("value")
		if slices.Contains(head, "repeat") || slices.Contains(head, "train_rows") {
			need("fold")
		}
		if slices.Contains(head, "train_rows") != slices.Contains(head, "test_rows") {
			need("train_rows")
			need("test_rows")
		}
	case len(head) == 1 && strings.ContainsAny(head[0], ";\t"):
		b.wrong(1, "the fields are not separated by commas")
	case len(head) < 3:
		b.wrong(1, "a wide table has a column of datasets and one for each of two or more methods, a long one the "+
			"columns %s",
			wording.And(longColumns[:3]))
	}
}

// long takes a line of a long table.
func (b *builder) long(line int, head, fields []string) {
	e, value := entry{line: line}, ""
	for j, name := range head {
		switch name {
		case "dataset":
			e.dataset = fields[j]
		case "method":
			e.method = fields[j]
		case "fold":
			e.unit.Fold = fields[j]
		case "repeat":
			e.unit.Repeat = fields[j]
		case "value":
			value = fields[j]
		case "train_rows":
			e.trainRows = b.rows(line, name, fields[j])
		case "test_rows":
			e.testRows = b.rows(line, name, fields[j])
		}
		if cost := slices.Index(CostNames, name); cost >= 0 {
			e.costs[cost] = b.cost(line, name, fields[j])
		}
		if !slices.Contains(numbers, name) {
			b.name(line, name, fields[j])
		}
	}
	b.add(e, value)
}

// rows reads a number of rows: at least 1, so that the test knows what trained a fold.
func (b *builder) rows(line int, what, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostRows {
		b.wrong(line, "%s is %q; write a whole number of rows from 1 to %d", what, textfile.Shortened(text), mostRows)
		return 0
	}
	return n
}

// mostCost is more than anything costs.
const mostCost = 1e18

// cost reads what something took.
func (b *builder) cost(line int, what, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "":
		return 0
	case err != nil || !(v >= 0 && v <= mostCost):
		b.wrong(line, "%s is %q; write a number that is not negative, or nothing", what, textfile.Shortened(text))
	}
	return v
}

// wide takes a line of a wide table.
func (b *builder) wide(line int, head, fields []string) {
	if !b.name(line, "dataset", fields[0]) {
		return
	}
	for j := 1; j < len(head); j++ {
		b.add(entry{dataset: fields[0], method: head[j], line: line}, fields[j])
	}
}

// ReadFile is ReadCSV of a file, within limits.
func ReadFile(path string, how Reading) (*Table, error) {
	b, err := inputfile.Read(path, MostBytes)
	var large *inputfile.SizeError
	switch {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s has %d bytes; a table of scores may have %d MiB", path, large.Size, MostBytes>>20)
	case err != nil:
		return nil, err
	}
	return ReadCSV(path, b, how)
}
