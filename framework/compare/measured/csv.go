package measured

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// longColumns are the columns of a long table; the last two may be left out.
var longColumns = []string{"dataset", "method", "value", "fold", "repeat"}

// ReadCSV reads a long table, with the columns dataset, method, value and perhaps fold
// and repeat, or a wide one: the first column names datasets, each other one is of a
// method. A table with a column "method" or "value" is long. The error says what is
// wrong in which lines of the file.
func ReadCSV(file string, r io.Reader) (*Table, error) {
	b := &builder{file: file}
	lines := csv.NewReader(r)
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
	head[0] = strings.TrimPrefix(head[0], "\ufeff")
	take := b.wide
	if slices.Contains(head, "method") || slices.Contains(head, "value") {
		take = b.long
	}
	if b.checkHead(head); len(b.problems) > 0 {
		return nil, b.err()
	}
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, b.broken(err)
		}
		line, _ := lines.FieldPos(0)
		if len(fields) != len(head) {
			b.wrong(line, "%s, where the first line has %d", wording.Count(len(fields), "field"), len(head))
			continue
		}
		take(line, head, lists.Map(fields, strings.TrimSpace))
	}
	t, err := b.table()
	if err != nil {
		return nil, err
	}
	return t, nil
}

// broken is the error of a line that is no CSV.
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
		case slices.Contains(head[:j], name):
			b.wrong(1, "there are two columns %q", name)
		case isLong && !slices.Contains(longColumns, name):
			b.wrong(1, "there is no use for a column %q in a long table: its columns are %s", name,
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
		if slices.Contains(head, "repeat") {
			need("fold")
		}
	case len(head) == 1 && strings.ContainsAny(head[0], ";\t"):
		b.wrong(1, "the fields are not divided by commas")
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
		}
		if fields[j] == "" && name != "value" {
			b.wrong(line, "the %s is missing", name)
		}
	}
	b.add(e, value)
}

// wide takes a line of a wide table.
func (b *builder) wide(line int, head, fields []string) {
	if fields[0] == "" {
		b.wrong(line, "the name of the dataset is missing")
	}
	for j := 1; j < len(head); j++ {
		b.add(entry{dataset: fields[0], method: head[j], line: line}, fields[j])
	}
}
