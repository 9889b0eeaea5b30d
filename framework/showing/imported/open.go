package imported

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/arff"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// open reads a file as its content says: ARFF, JSON or CSV.
func open(path string) (*grid, error) {
	content, err := inputfile.Read(path, measured.MostBytes)
	var large *inputfile.SizeError
	switch {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s has %d bytes; a table of results may have %d MiB", path, large.Size,
			measured.MostBytes>>20)
	case err != nil:
		return nil, err
	}
	if isARFF(path, content) {
		return openARFF(path)
	}
	text, err := textfile.ByMark(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, wording.Reason(err))
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s is not text in UTF-8: write the results as CSV, JSON or ARFF", path)
	}
	g, err := parse(path, text)
	if err == nil && len(g.head) > mostColumns {
		err = fmt.Errorf("%s has %d columns; at most %d are read", path, len(g.head), mostColumns)
	}
	return g, err
}

// parse reads JSON, or CSV.
func parse(path string, text []byte) (*grid, error) {
	if begin := bytes.TrimSpace(text); len(begin) > 0 && (begin[0] == '{' || begin[0] == '[') {
		return parseJSON(path, begin)
	}
	if bytes.HasPrefix(text, []byte("Key_Dataset,")) {
		return parseWEKA(path, text)
	}
	return parseCSV(path, text)
}

// parseCSV reads fields that are separated by commas, or by semicolons or tabs.
func parseCSV(path string, text []byte) (*grid, error) {
	lines := csv.NewReader(bytes.NewReader(text))
	lines.Comma, lines.FieldsPerRecord = delimiter(text), -1
	g := &grid{file: path}
	for {
		fields, err := lines.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if len(g.head) == 0 {
				return nil, fmt.Errorf("%s: the file is empty", path)
			}
			return g, nil
		case errors.As(err, &broken):
			return nil, fmt.Errorf("%s:%d: %w", path, broken.Line, broken.Err)
		case err != nil:
			return nil, err
		}
		line, _ := lines.FieldPos(0)
		switch {
		case g.head == nil:
			g.head = lists.Map(fields, strings.TrimSpace)
		case len(fields) != len(g.head):
			return nil, fmt.Errorf("%s:%d: %s, where the first line has %d", path, line, wording.Count(len(fields), "field"),
				len(g.head))
		default:
			g.rows = append(g.rows, row{line, fields})
		}
	}
}

// delimiter is what separates the fields of the first line.
func delimiter(text []byte) rune {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	best := ','
	for _, other := range ";\t" {
		if bytes.ContainsRune(first, other) && !bytes.ContainsRune(first, ',') {
			best = other
		}
	}
	return best
}

// isARFF reports whether a file begins as WEKA's format does.
func isARFF(path string, content []byte) bool {
	if strings.HasSuffix(strings.ToLower(path), ".arff.gz") {
		return true
	}
	for line := range bytes.Lines(content) {
		line = bytes.ToLower(bytes.TrimSpace(line))
		if len(line) > 0 && line[0] != '%' {
			return bytes.HasPrefix(line, []byte("@relation"))
		}
	}
	return false
}

// openARFF reads results in WEKA's format, by the reader of datasets.
func openARFF(path string) (*grid, error) {
	from := source.Source{File: path}
	in, err := arff.Open(path, from)
	if err != nil {
		return nil, data.Errors(err)[0]
	}
	g := &grid{file: path, head: in.Names()}
	if !g.has("Key_Dataset") {
		return nil, fmt.Errorf("%s has no attribute Key_Dataset, as results of WEKA's Experimenter have; if it holds "+
			"data, bench new makes an experiment of it", path)
	}
	sink := &reader.Sink{Source: from, Missing: collect.NewMarkers([]string{"?"})}
	for i, a := range in.Attrs {
		sink.Columns = append(sink.Columns, collect.New(i, a, collect.Feature, "", notation.Notation{}))
	}
	sink.Held = func() (bytes float64) {
		for _, c := range sink.Columns {
			bytes += c.Bytes()
		}
		return bytes
	}
	rows, err := in.Read(sink)
	if err != nil {
		return nil, data.Errors(err)[0]
	}
	return g, g.take(sink.Columns, rows)
}

// take makes rows of columns.
func (g *grid) take(columns []*collect.Collector, rows int) error {
	g.rows = make([]row, rows)
	for i, c := range columns {
		if err := c.Finish(); err != nil {
			return err
		}
		column := c.Column()
		for at := range g.rows {
			g.rows[at].line = at + 1
			g.rows[at].fields = append(g.rows[at].fields, textOf(&column, at))
			if i == 0 {
				g.rows[at].fields = slices.Grow(g.rows[at].fields, len(columns))
			}
		}
	}
	return nil
}

// textOf is the value of a column in a row, "" where it is missing.
func textOf(c *data.Column, at int) string {
	switch {
	case c.Missing(at):
		return ""
	case c.Kind == data.Categorical:
		return c.Levels[c.Codes[at]]
	case math.IsNaN(c.Values[at]):
		return ""
	}
	return notation.Shortest(c.Values[at])
}
