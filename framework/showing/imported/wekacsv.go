package imported

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// parseWEKA reads the CSV of WEKA's CSVResultListener, whose texts are in single quotation marks with
// backslashes.
func parseWEKA(path string, text []byte) (*grid, error) {
	g := &grid{file: path}
	line := 0
	for content := range bytes.Lines(text) {
		line++
		content = bytes.TrimRight(content, "\r\n")
		if len(content) == 0 {
			continue
		}
		fields := fieldsOf(string(content))
		switch {
		case g.head == nil:
			g.head = fields
		case len(fields) != len(g.head):
			return nil, fmt.Errorf("%s:%d: %s, where the first line has %d", path, line, wording.Count(len(fields), "field"),
				len(g.head))
		default:
			g.rows = append(g.rows, row{line, fields})
		}
	}
	return g, nil
}

func fieldsOf(line string) []string {
	var fields []string
	var field strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted && i+1 < len(line):
			i++
			field.WriteByte(line[i])
		case c == '\'':
			quoted = !quoted
		case c == ',' && !quoted:
			fields = append(fields, field.String())
			field.Reset()
		default:
			field.WriteByte(c)
		}
	}
	return append(fields, field.String())
}
