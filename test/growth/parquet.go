package main

import (
	"bufio"
	"math/rand/v2"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// groupRows is the number of rows of a group of a Parquet file, of which each column is one piece.
const groupRows = 1 << 17

// classNames are the names of the classes as CSV files have them.
func classNames(classes int) (names []parquet.Value) {
	for k := range classes {
		names = append(names, parquet.ByteArrayValue([]byte("c"+strconv.Itoa(k))))
	}
	return names
}

// parquetSchema has columns of numbers of four bytes, and the class as a text of few.
func parquetSchema(columns int) *parquet.Schema {
	group := parquet.Group{"class": parquet.Encoded(parquet.String(), &parquet.RLEDictionary)}
	for j := range columns {
		group["x"+strconv.Itoa(j)] = parquet.Leaf(parquet.FloatType)
	}
	return parquet.NewSchema("rows", group)
}

// writeDenseParquet writes the rows of writeDense with all their digits of four bytes.
func writeDenseParquet(w *bufio.Writer, rows int) error {
	random := rand.New(rand.NewPCG(6, 1))
	means := denseMeans(random)
	schema := parquetSchema(denseColumns)
	out := parquet.NewGenericWriter[any](w, schema)
	var columns [denseColumns + 1][]parquet.Value
	names := classNames(denseClasses)
	for begin := 0; begin < rows; begin += groupRows {
		for j := range columns {
			columns[j] = columns[j][:0]
		}
		for range min(groupRows, rows-begin) {
			class := random.IntN(denseClasses)
			for j := range denseColumns {
				v := float32(means[class][j] + random.NormFloat64())
				columns[j] = append(columns[j], parquet.FloatValue(v))
			}
			columns[denseColumns] = append(columns[denseColumns], names[class])
		}
		if err := writeGroup(out, schema, columns[:]); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeGroup writes a group of rows, whose last column is the class.
func writeGroup(out *parquet.GenericWriter[any], schema *parquet.Schema, columns [][]parquet.Value) error {
	for j, values := range columns {
		name := "x" + strconv.Itoa(j)
		if j == len(columns)-1 {
			name = "class"
		}
		leaf, _ := schema.Lookup(name)
		if _, err := out.ColumnWriters()[leaf.ColumnIndex].WriteRowValues(values); err != nil {
			return err
		}
	}
	return out.Flush()
}
