// Package parquetfile reads Parquet files: columns of numbers, text and booleans.
package parquetfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// parquetFile is a file of columns. Columns of numbers, text and booleans are
// read, which take their texts as categories.
type parquetFile struct {
	path    string
	columns []parquetColumn
}

// parquetColumn is a column of one value a row.
type parquetColumn struct {
	leaf   int // its number among the columns that hold values
	number func(parquet.Value) float64
	text   func(text []byte, v parquet.Value) []byte // appends the value to text
}

// Open finds the columns of a Parquet file.
func Open(path string, s source.Source) (in *reader.Input, err error) {
	err = withParquet(path, s, func(file *parquet.File) error {
		f := &parquetFile{path: path}
		in = &reader.Input{Path: path, Read: f.read}
		for _, c := range file.Root().Columns() {
			a, column := parquetAttribute(c)
			if names := s.Codes[a.Name]; names != nil && column.number != nil {
				a.Declared, a.Levels = collect.DeclaredNominal, names
				column.text, column.number = decoded(column.number, names), nil
			}
			in.Attrs = append(in.Attrs, a)
			f.columns = append(f.columns, column)
		}
		if len(in.Attrs) == 0 {
			return data.Place{File: path}.Errorf("the file has no columns")
		}
		return reader.UniqueNames(in, data.Place{File: path}, false)
	})
	return in, err
}

// withParquet opens a file, compressed or not by its extension. The library may
// panic on damaged files, which is said as an error.
func withParquet(path string, s source.Source, use func(*parquet.File) error) (err error) {
	file, err := textfile.OpenFile(path)
	if err != nil {
		return err
	}
	defer file.Close()
	at := data.Place{File: path}
	defer func() {
		if panicked := recover(); panicked != nil {
			err = at.Errorf("the Parquet file is damaged: %v", panicked)
		}
	}()
	info, err := file.Stat()
	if err != nil {
		return textfile.Unreadable(at, err)
	}
	var content io.ReaderAt = file
	size := info.Size()
	unpacked, err := textfile.Decompressor(at, bufio.NewReader(file))
	if err != nil {
		return err
	}
	if unpacked != nil {
		all, err := readAtMost(unpacked, s.Limit())
		if err == textfile.ErrTooLarge {
			return s.CheckRoom(math.Inf(1), at)
		}
		if err != nil {
			return textfile.Damaged(at, err)
		}
		content, size = bytes.NewReader(all), int64(len(all))
	}
	if err := checkEnds(at, content, size); err != nil {
		return err
	}
	opened, err := parquet.OpenFile(content, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return at.Errorf("the Parquet file is damaged: %v", err)
	}
	return use(opened)
}

// readAtMost reads everything, or fails if that is more than limit bytes.
func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(text)) > limit {
		return nil, textfile.ErrTooLarge
	}
	return text, err
}

// magic begins and ends every file.
const magic = "PAR1"

// checkEnds checks that a file begins and ends as a Parquet file does, with a
// table of contents that fits into it.
func checkEnds(at data.Place, content io.ReaderAt, size int64) error {
	const footer = 4 + len(magic) // length of the table of contents, magic
	var begin [len(magic)]byte
	var end [footer]byte
	if size < int64(len(magic)+footer) {
		return at.Errorf("this is not a Parquet file: it is too short")
	}
	if _, err := content.ReadAt(begin[:], 0); err != nil {
		return textfile.Unreadable(at, err)
	}
	if _, err := content.ReadAt(end[:], size-int64(footer)); err != nil {
		return textfile.Unreadable(at, err)
	}
	contents := int64(binary.LittleEndian.Uint32(end[:4]))
	switch {
	case string(begin[:]) != magic:
		return at.Errorf("this is not a Parquet file: it begins with %q, expected %q", begin, magic)
	case string(end[4:]) != magic:
		return at.Errorf("the Parquet file is truncated or damaged: it ends with %q, expected %q", end[4:], magic)
	case contents > size-int64(len(magic)+footer):
		return at.Errorf("the Parquet file is truncated or damaged: its table of contents has %d bytes, more than the file",
			contents)
	}
	return nil
}

// parquetAttribute says what a column holds and how its values are read.
func parquetAttribute(c *parquet.Column) (collect.Attribute, parquetColumn) {
	a := collect.Attribute{Name: c.Name(), Declared: collect.DeclaredOther}
	if !c.Leaf() || c.Repeated() {
		a.Kind = "a list, a map or a structure"
		return a, parquetColumn{}
	}
	p := parquetColumn{leaf: c.Index()}
	var logical format.LogicalTypeValue
	if t := c.Type().LogicalType(); t != nil {
		logical = t.Value
	}
	switch logical := logical.(type) {
	case *format.DateType, *format.TimeType, *format.TimestampType:
		a.Kind = "a date or a time"
	case *format.DecimalType:
		a.Kind = "a decimal number stored as bytes"
		if kind := c.Type().Kind(); kind == parquet.Int32 || kind == parquet.Int64 {
			a.Declared = collect.DeclaredNumber
			p.setNumber(multiples(kind, logical.Scale))
		}
	case *format.IntType:
		a.Declared = collect.DeclaredNumber
		p.setInteger(c.Type().Kind(), logical.IsSigned)
	case nil, *format.StringType, *format.EnumType:
		a.Declared, a.Kind = p.setPlain(c.Type().Kind())
	default:
		a.Kind = fmt.Sprintf("of the type %v", logical)
	}
	return a, p
}

// setPlain reads values of a type without an annotation, or of text.
func (p *parquetColumn) setPlain(kind parquet.Kind) (declared collect.Declaration, name string) {
	switch kind {
	case parquet.Boolean:
		p.text = func(text []byte, v parquet.Value) []byte { return strconv.AppendBool(text, v.Boolean()) }
		return collect.DeclaredText, ""
	case parquet.Int32, parquet.Int64:
		p.setInteger(kind, true)
		return collect.DeclaredNumber, ""
	case parquet.Float:
		p.setNumber(func(v parquet.Value) float64 { return float64(v.Float()) })
		p.text = func(text []byte, v parquet.Value) []byte {
			return strconv.AppendFloat(text, float64(v.Float()), 'g', -1, 32)
		}
		return collect.DeclaredNumber, ""
	case parquet.Double:
		p.setNumber(parquet.Value.Double)
		return collect.DeclaredNumber, ""
	case parquet.ByteArray:
		p.text = func(text []byte, v parquet.Value) []byte { return append(text, v.ByteArray()...) }
		return collect.DeclaredText, ""
	case parquet.Int96:
		return collect.DeclaredOther, "a time"
	}
	return collect.DeclaredOther, "a string of bytes"
}

// setNumber reads numbers, and their texts in the shortest form.
func (p *parquetColumn) setNumber(number func(parquet.Value) float64) {
	p.number = number
	p.text = func(text []byte, v parquet.Value) []byte { return append(text, notation.Shortest(number(v))...) }
}

// setInteger reads whole numbers; their texts are exact.
func (p *parquetColumn) setInteger(kind parquet.Kind, signed bool) {
	whole := func(v parquet.Value) int64 { return v.Int64() }
	if kind == parquet.Int32 {
		whole = func(v parquet.Value) int64 { return int64(v.Int32()) }
	}
	p.number = func(v parquet.Value) float64 { return float64(whole(v)) }
	p.text = func(text []byte, v parquet.Value) []byte { return strconv.AppendInt(text, whole(v), 10) }
	if signed {
		return
	}
	natural := func(v parquet.Value) uint64 { return v.Uint64() }
	if kind == parquet.Int32 {
		natural = func(v parquet.Value) uint64 { return uint64(v.Uint32()) }
	}
	p.number = func(v parquet.Value) float64 { return float64(natural(v)) }
	p.text = func(text []byte, v parquet.Value) []byte { return strconv.AppendUint(text, natural(v), 10) }
}

// multiples reads whole numbers as multiples of 10^−scale.
func multiples(kind parquet.Kind, scale int32) func(parquet.Value) float64 {
	unit := math.Pow10(int(scale))
	if kind == parquet.Int32 {
		return func(v parquet.Value) float64 { return float64(v.Int32()) / unit }
	}
	return func(v parquet.Value) float64 { return float64(v.Int64()) / unit }
}

// read gives the values of some columns to a sink and returns the number of rows.
func (f *parquetFile) read(to *reader.Sink) (rows int, err error) {
	err = withParquet(f.path, to.Source, func(file *parquet.File) error {
		for g, group := range file.RowGroups() {
			n := int(group.NumRows())
			if limit := to.Source.Rows; limit > 0 {
				n = min(n, limit-rows)
			}
			if n < 0 {
				return data.Place{File: f.path}.Errorf("the Parquet file is damaged: a group has %d rows", n)
			}
			if err := f.checkGroup(to, file, g, rows+n); err != nil {
				return err
			}
			for _, c := range to.Columns {
				if c.Role == collect.Dropped {
					continue
				}
				chunk := group.ColumnChunks()[f.columns[c.Index].leaf]
				if err := f.readChunk(to, chunk, c, rows, n); err != nil {
					return err
				}
			}
			rows += n
		}
		return nil
	})
	return rows, err
}

// checkGroup refuses a group of rows of which the values, or a page, would take
// up more memory than the table may. The library makes room for as many values
// as the header of a page says, and runs of one value are short however many
// they are.
func (f *parquetFile) checkGroup(to *reader.Sink, file *parquet.File, group, rows int) error {
	at := data.Place{File: f.path}
	if err := to.Source.CheckRoom(8*float64(rows)*float64(len(to.Columns)), at); err != nil {
		return err
	}
	all := int(file.NumRows())
	if to.Source.Rows > 0 {
		all = min(all, to.Source.Rows)
	}
	if err := to.Settle(8 * float64(all) * float64(len(to.Columns))); err != nil {
		return err
	}
	stored := file.Metadata().RowGroups[group]
	for _, c := range to.Columns {
		if c.Role == collect.Dropped {
			continue
		}
		leaf := f.columns[c.Index].leaf
		if leaf >= len(stored.Columns) {
			return at.Errorf("the Parquet file is damaged: a group has %d columns", len(stored.Columns))
		}
		if err := checkPages(to.Source, file, &stored.Columns[leaf].MetaData, at); err != nil {
			return err
		}
	}
	return nil
}

// readChunk gives the first n values of a chunk, which begins behind some rows,
// to a column.
func (f *parquetFile) readChunk(to *reader.Sink, chunk parquet.ColumnChunk, c *collect.Collector, before, n int) error {
	damaged := func(err error) error {
		return data.Place{File: f.path}.Errorf("column %q of the Parquet file is truncated or damaged: %v", c.Name, err)
	}
	pages := chunk.Pages()
	defer pages.Close()
	at := data.Place{File: f.path, Row: before}
	for at.Row < before+n {
		page, err := pages.ReadPage()
		if err != nil {
			return damaged(err)
		}
		rows, err := f.columns[c.Index].readPage(page, c, to.Missing, at, before+n)
		parquet.Release(page)
		var known *data.Error
		if err != nil && !errors.As(err, &known) {
			err = damaged(err)
		}
		if err != nil {
			return err
		}
		at.Row = rows
	}
	return nil
}

// readPage gives the values of a page, up to a row, to a column. It returns the
// row that it came to.
func (p parquetColumn) readPage(page parquet.Page, c *collect.Collector, missing collect.Markers, at data.Place,
	end int) (row int, err error) {
	values := page.Values()
	var buffer [512]parquet.Value
	var text []byte
	for at.Row < end {
		n, last := values.ReadValues(buffer[:min(len(buffer), end-at.Row)])
		for _, v := range buffer[:n] {
			at.Row++
			var err error
			switch {
			case v.IsNull():
				err = c.Add(nil, true, at)
			case c.Text == nil && p.number != nil:
				number := p.number(v)
				if number >= notation.MostWhole || number <= -notation.MostWhole {
					text = p.text(text[:0], v)
					c.NoteRounding(text, number, at)
				}
				err = c.AddFloat(number, at)
			default:
				text = p.text(text[:0], v)
				err = c.Add(text, missing.Has(text), at)
			}
			if err != nil {
				return 0, err
			}
		}
		if last == io.EOF {
			break
		}
		if last != nil {
			return 0, last
		}
	}
	return at.Row, nil
}

// decoded reads codes as the names that they stand for. A code without a name, such as -1, is a missing value.
func decoded(number func(parquet.Value) float64, names []string) func([]byte, parquet.Value) []byte {
	return func(text []byte, v parquet.Value) []byte {
		if code := number(v); code >= 0 && code < float64(len(names)) {
			return append(text, names[int(code)]...)
		}
		return text
	}
}
