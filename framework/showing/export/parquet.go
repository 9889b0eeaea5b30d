package export

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// groupValues bounds the values of a row group, which is in memory until it is
// whole, and groupRows its rows. Smaller groups would save less than the table of
// contents of the file, which is in memory too, grows by them.
const (
	groupValues = 1 << 21
	groupRows   = 1 << 16
)

func writeParquet(w io.Writer, t Table) error {
	columns := len(t.Columns)
	if columns > parquet.MaxColumnIndex {
		return fmt.Errorf("the table has %d columns, a Parquet file can have %d: choose another format", columns,
			parquet.MaxColumnIndex)
	}
	rows := min(groupRows, max(1, groupValues/max(1, columns)))
	out := parquet.NewWriter(w, parquet.NewSchema("table", ordered(t.Columns)),
		parquet.CreatedBy("bench", "1", "0"), parquet.Compression(&parquet.Snappy),
		parquet.MaxRowsPerRowGroup(int64(rows)), parquet.PageBufferSize(min(parquet.DefaultPageBufferSize, 8*rows)))
	line := make(parquet.Row, len(t.Columns))
	for values, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, v := range values {
			line[i] = parquetValue(v, t.Columns[i].Kind).Level(0, 0, i)
		}
		if _, err := out.WriteRows([]parquet.Row{line}); err != nil {
			return err
		}
	}
	return out.Close()
}

func parquetValue(v Value, k Kind) parquet.Value {
	switch k {
	case Integer:
		return parquet.Int64Value(v.Integer)
	case Number:
		if math.IsNaN(v.Number) {
			return parquet.DoubleValue(math.NaN()) // one NaN, whatever its bits
		}
		return parquet.DoubleValue(v.Number)
	}
	return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(v.Text, "\uFFFD")))
}

// orderedGroup is a group whose fields keep their order; parquet.Group sorts
// them by name.
type orderedGroup struct {
	parquet.Group
	fields []parquet.Field
}

func (g orderedGroup) Fields() []parquet.Field { return g.fields }

// ordered makes the schema of a table.
func ordered(columns []Column) parquet.Node {
	g := orderedGroup{Group: parquet.Group{}}
	for _, c := range columns {
		node := parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		switch c.Kind {
		case Integer:
			node = parquet.Int(64)
		case Number:
			node = parquet.Leaf(parquet.DoubleType)
		}
		g.Group[c.Name] = node
	}
	at := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		at[f.Name()] = f
	}
	for _, c := range columns {
		g.fields = append(g.fields, at[c.Name])
	}
	return g
}
