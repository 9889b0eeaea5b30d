package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// bufferSize is how much of a text is collected before it is written.
const bufferSize = 1 << 16

func writeJSON(w io.Writer, t Table) error {
	out := bufio.NewWriterSize(w, bufferSize)
	keys := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		keys[i] = string(appendQuoted(nil, c.Name)) + ":"
	}
	separator := "[\n"
	var line []byte
	for values, err := range t.Rows {
		if err != nil {
			return err
		}
		line = append(append(line[:0], separator...), '{')
		for i, v := range values {
			if i > 0 {
				line = append(line, ',')
			}
			line = append(line, keys[i]...)
			line = appendJSON(line, t.Columns[i].Kind, v)
		}
		if _, err := out.Write(append(line, '}')); err != nil {
			return err
		}
		separator = ",\n"
	}
	end := "\n]\n"
	if separator == "[\n" {
		end = "[]\n"
	}
	if _, err := out.WriteString(end); err != nil {
		return err
	}
	return out.Flush()
}

// appendJSON appends a value of a column of the kind.
func appendJSON(line []byte, kind Kind, v Value) []byte {
	switch kind {
	case Text:
		return appendQuoted(line, v.Text)
	case Integer:
		return strconv.AppendInt(line, v.Integer, 10)
	case Number:
		return append(line, jsonNumber(v.Number)...)
	}
	return line
}

// appendQuoted appends text as a JSON string, with <, > and & as they are.
func appendQuoted(line []byte, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(fmt.Sprintf("export: text %q: %v", s, err))
	}
	return append(line, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

func jsonNumber(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "null"
	}
	return shortest(v)
}
