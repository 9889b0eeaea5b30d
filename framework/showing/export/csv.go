package export

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// writeCSV writes what a csv.Writer would, without a string for each number.
func writeCSV(w io.Writer, t Table) error {
	out := bufio.NewWriterSize(w, 1<<16)
	header := csv.NewWriter(out)
	if err := header.Write(lists.Map(t.Columns, func(c Column) string { return wording.Cell(c.Name) })); err != nil {
		return err
	}
	header.Flush()
	var line []byte
	var known texts
	for values, err := range t.Rows {
		if err != nil {
			return err
		}
		line = line[:0]
		for i, v := range values {
			if i > 0 {
				line = append(line, ',')
			}
			switch t.Columns[i].Kind {
			case Integer:
				line = strconv.AppendInt(line, v.Integer, 10)
			case Number:
				line = appendShortest(line, v.Number)
			default:
				line = append(line, known.field(v.Text)...)
			}
		}
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// texts makes texts into fields, each once while they are few.
type texts struct {
	fields map[string][]byte
	last   bytes.Buffer
	writer *csv.Writer // to last
}

// mostTexts is how many fields are kept: classes, and names of what is compared.
const mostTexts = 1000

// field is text that no spreadsheet takes for a formula, in quotes where it needs them.
func (t *texts) field(text string) []byte {
	field, known := t.fields[text]
	if known {
		return field
	}
	if t.writer == nil {
		t.fields, t.writer = map[string][]byte{}, csv.NewWriter(&t.last)
	}
	t.last.Reset()
	_ = t.writer.Write([]string{wording.Cell(text)}) // a buffer takes everything
	t.writer.Flush()
	field = bytes.TrimSuffix(t.last.Bytes(), []byte{'\n'})
	if len(t.fields) < mostTexts {
		t.fields[text] = bytes.Clone(field)
	}
	return field
}

// shortest is the shortest text that reads back as v; NaN is "NaN" and there is no
// negative zero.
func shortest(v float64) string { return string(appendShortest(nil, v)) }

// appendShortest appends shortest.
func appendShortest(to []byte, v float64) []byte {
	if v == 0 {
		v = 0
	}
	return strconv.AppendFloat(to, v, 'g', -1, 64)
}
