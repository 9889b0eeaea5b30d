package export

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/wording"
)

// bufferSize is how much of a text table is collected before it is written.
const bufferSize = 1 << 16

func writeCSV(w io.Writer, t Table) error {
	out := bufio.NewWriterSize(w, bufferSize)
	var line []byte
	for i, c := range t.Columns {
		line = appendField(appendComma(line, i), c.Name)
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	for values, err := range t.Rows {
		if err != nil {
			return err
		}
		line = line[:0]
		for i, v := range values {
			line = appendComma(line, i)
			switch t.Columns[i].Kind {
			case Text:
				line = appendField(line, v.Text)
			case Integer:
				line = strconv.AppendInt(line, v.Integer, 10)
			case Number:
				line = appendNumber(line, v.Number)
			}
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

func appendComma(line []byte, i int) []byte {
	if i > 0 {
		line = append(line, ',')
	}
	return line
}

// appendField appends text that no spreadsheet takes for a formula, in quotes
// where encoding/csv would write quotes.
func appendField(line []byte, s string) []byte {
	s = wording.Cell(s)
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsSpace(first) && !strings.ContainsAny(s, ",\"\r\n") && s != `\.` {
		return append(line, s...)
	}
	line = append(line, '"')
	line = append(line, strings.ReplaceAll(s, `"`, `""`)...)
	return append(line, '"')
}

// appendNumber appends the shortest text that reads back as v; NaN is "NaN" and
// there is no negative zero.
func appendNumber(b []byte, v float64) []byte {
	if v == 0 {
		v = 0
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}
