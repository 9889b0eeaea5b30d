package data

import (
	"math/rand/v2"
	"strconv"
)

// blobsStream parts the random numbers of blobs from those of other uses of the
// same seed.
const blobsStream = 0x626c6f6273

// blobs draws K round Gaussian clusters, one a class, as scikit-learn's
// make_blobs does: centers uniform in [−10, 10]^features unless given, rows
// spread evenly over the classes (the first ones get those left over) and then
// shuffled. The numbers are a function of the seed, and not scikit-learn's.
func blobs(s Source) *Table {
	s = s.blobsDefaults()
	random := rand.New(rand.NewPCG(s.Seed, blobsStream))
	t := &Table{Rows: s.Rows, SHA256: digestOf(s)}
	centers := s.Centers
	if centers == nil {
		centers = drawCenters(random, s.Classes, s.Features)
	}
	for j := range s.Features {
		t.Columns = append(t.Columns, Column{Name: "x" + strconv.Itoa(j), Kind: Numeric, Values: make([]float64, s.Rows)})
	}
	t.Labels = make([]int, s.Rows)
	counts := make([]int, s.Classes)
	for i, row := range random.Perm(s.Rows) {
		class := i % s.Classes
		t.Labels[row] = class
		counts[class]++
	}
	for row, class := range t.Labels {
		for j := range t.Columns {
			t.Columns[j].Values[row] = centers[class][j] + *s.Spread*random.NormFloat64()
		}
	}
	names := make([]string, s.Classes)
	for k := range names {
		names[k] = strconv.Itoa(k)
	}
	t.Declared, t.DeclaredCounts = names, counts
	t.Classes, t.Counts = names, counts
	return t
}

// blobsDefaults fills in what blobs needs.
func (s Source) blobsDefaults() Source {
	if len(s.Centers) > 0 {
		s.Classes, s.Features = len(s.Centers), len(s.Centers[0])
	}
	if s.Classes == 0 {
		s.Classes = 3
	}
	if s.Features == 0 {
		s.Features = 2
	}
	if s.Rows == 0 {
		s.Rows = 100
	}
	if s.Spread == nil {
		one := 1.0
		s.Spread = &one
	}
	return s
}

func drawCenters(random *rand.Rand, classes, features int) [][]float64 {
	centers := make([][]float64, classes)
	for k := range centers {
		centers[k] = make([]float64, features)
		for j := range centers[k] {
			centers[k][j] = 20*random.Float64() - 10
		}
	}
	return centers
}
