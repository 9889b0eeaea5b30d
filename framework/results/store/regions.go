package store

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Regions is what the models of a cell predict over a plane: for datasets of two
// numeric features.
type Regions struct {
	Columns   [2]string  // names of the features on the horizontal and the vertical axis
	Low, High [2]float64 // the corners of the picture, in the units of the data
	// Side is the number of grid points along each axis. The first and the last
	// lie on the borders. Point (i, j), i along the horizontal axis, has number
	// j·Side + i.
	Side      int
	Predicted []int // Side² class numbers
	// Firing counts the models with a positive score at each point. It is nil
	// unless the code gives each class a model of its own (one-vs-rest).
	Firing []int
	// Rows of the dataset that lie in the picture: their features, classes, and
	// whether the cell's fold tests them.
	Points  [][2]float64
	Classes []int
	Test    []bool
}

// maxSide bounds the grids that are read.
const maxSide = 1000

// Regions are stored as numbers without a sign in the variable-length form of
// encoding/binary, and floats as their 8 bytes, little-endian: side, rows and
// whether there is a firing count; the names, each after its length; the
// corners; the classes of the grid and the firing counts, as runs of a value and
// its length; then for each row its features, class and whether it is tested.
func encodeRegions(r *Regions) []byte {
	points, rows := r.Side*r.Side, len(r.Points)
	if len(r.Predicted) != points || r.Firing != nil && len(r.Firing) != points || len(r.Classes) != rows ||
		len(r.Test) != rows {
		panic(fmt.Sprintf("store: regions of %d points and %d rows have other shapes inside", points, rows))
	}
	b := binary.AppendUvarint(nil, uint64(r.Side))
	b = binary.AppendUvarint(b, uint64(rows))
	b = appendBool(b, r.Firing != nil)
	for _, name := range r.Columns {
		b = binary.AppendUvarint(b, uint64(len(name)))
		b = append(b, name...)
	}
	b = appendPoint(appendPoint(b, r.Low), r.High)
	b = appendRuns(b, r.Predicted)
	if r.Firing != nil {
		b = appendRuns(b, r.Firing)
	}
	for i, p := range r.Points {
		b = binary.AppendUvarint(appendPoint(b, p), uint64(r.Classes[i]))
		b = appendBool(b, r.Test[i])
	}
	return b
}

func appendPoint(b []byte, p [2]float64) []byte {
	for _, v := range p {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// appendRuns appends values that seldom change as pairs of a value and the
// number of times that it follows itself.
func appendRuns(b []byte, values []int) []byte {
	for start := 0; start < len(values); {
		end := start
		for end < len(values) && values[end] == values[start] {
			end++
		}
		b = binary.AppendUvarint(b, uint64(values[start]))
		b = binary.AppendUvarint(b, uint64(end-start))
		start = end
	}
	return b
}

func decodeRegions(b []byte) (Regions, error) {
	in := &fields{rest: b}
	r := Regions{Side: in.number(maxSide)}
	rows, firing := in.number(len(b)), in.bool()
	for axis := range r.Columns {
		r.Columns[axis] = string(in.take(in.number(len(b))))
	}
	r.Low, r.High = in.point(), in.point()
	r.Predicted = in.runs(r.Side * r.Side)
	if firing {
		r.Firing = in.runs(r.Side * r.Side)
	}
	for range rows {
		if in.failed {
			break
		}
		r.Points = append(r.Points, in.point())
		r.Classes = append(r.Classes, in.number(math.MaxInt32))
		r.Test = append(r.Test, in.bool())
	}
	if in.failed || len(in.rest) > 0 {
		return Regions{}, fmt.Errorf("%d bytes are not decision regions", len(b))
	}
	return r, nil
}

func (in *fields) point() (p [2]float64) {
	if b := in.take(16); b != nil {
		for axis := range p {
			p[axis] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*axis:]))
		}
	}
	return p
}

func (in *fields) runs(n int) []int {
	values := make([]int, 0, n)
	for len(values) < n {
		value, length := in.number(math.MaxInt32), in.number(n-len(values))
		if length == 0 {
			in.failed = true
			return nil
		}
		for range length {
			values = append(values, value)
		}
	}
	return values
}
