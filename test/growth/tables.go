package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

// shape is a kind of data that grows in rows.
type shape struct {
	name  string
	write func(w *bufio.Writer, rows int) error // writes the file
	// What an experiment says of it.
	types, encoder string
	parquet        bool // the file is Parquet, and not CSV
}

var shapes = []shape{
	{"dense", writeDense, "", `encoder "none" "e" {}`, false},
	{"parquet", writeDenseParquet, "", `encoder "none" "e" {}`, true},
	{"standardised", writeDense, "", `encoder "one_hot" "e" { numeric = "standard" }`, false},
	{"images", writeImages, "", `encoder "none" "e" {}`, false},
	{"hashed", writeHashed, categoricalTypes(), `encoder "hashing" "e" { buckets = 1048576 }`, false},
	{"adverts", writeAdverts, advertTypes(), advertEncoder(), false},
}

// The sizes of the data. Dense rows are normal clouds about the means of their classes,
// hashed ones are as in the logs of advertisements of Criteo: columns of texts of eight
// hexadecimal digits, few of them frequent and many rare.
const (
	denseClasses, denseColumns   = 10, 50
	imageColumns                 = 784
	hashedClasses, hashedColumns = 4, 20
	fewestTexts, mostTexts       = 4, 300_000
)

func writeDense(w *bufio.Writer, rows int) error {
	random := rand.New(rand.NewPCG(6, 1))
	means := denseMeans(random)
	for j := range denseColumns {
		fmt.Fprintf(w, "x%d,", j)
	}
	return writeRows(w, rows, denseColumns, random, denseClasses, func(to []byte, class, j int) []byte {
		return appendThousandths(to, means[class][j]+random.NormFloat64())
	})
}

// denseMeans draws the means of the classes of dense rows.
func denseMeans(random *rand.Rand) (means [denseClasses][denseColumns]float64) {
	for k := range means {
		for j := range means[k] {
			means[k][j] = 0.35 * random.NormFloat64()
		}
	}
	return means
}

// writeRows writes rows of classes that are drawn, with the values of columns that value
// appends, and their classes as the last column of a CSV file.
func writeRows(
	w *bufio.Writer, rows, columns int, random *rand.Rand, classes int, value func(to []byte, class, column int) []byte,
) error {
	line := []byte("class\n")
	for range rows {
		if _, err := w.Write(line); err != nil {
			return err
		}
		class := random.IntN(classes)
		line = line[:0]
		for j := range columns {
			line = append(value(line, class, j), ',')
		}
		line = append(line, 'c', byte('0'+class), '\n')
	}
	_, err := w.Write(line)
	return err
}

// writeImages writes rows of whole numbers from 0 to 255, three quarters of them 0, in as
// many columns as the pictures of digits of MNIST have points.
func writeImages(w *bufio.Writer, rows int) error {
	random := rand.New(rand.NewPCG(6, 3))
	for j := range imageColumns {
		fmt.Fprintf(w, "x%d,", j)
	}
	return writeRows(w, rows, imageColumns, random, denseClasses, func(to []byte, class, j int) []byte {
		v := 0
		if bright := (j*7+class*31)%denseClasses < 2; random.IntN(8) == 0 || bright && random.IntN(5) < 3 {
			v = 1 + random.IntN(255)
		}
		return strconv.AppendInt(to, int64(v), 10)
	})
}

// appendThousandths writes a number with three decimals.
func appendThousandths(to []byte, v float64) []byte {
	n := int(math.Round(1000 * v))
	if n < 0 {
		to, n = append(to, '-'), -n
	}
	to = append(strconv.AppendInt(to, int64(n/1000), 10), '.')
	return append(to, byte('0'+n/100%10), byte('0'+n/10%10), byte('0'+n%10))
}

// textsOf is how many texts a column can hold: from few to many, by a constant factor.
func textsOf(column int) int {
	part := float64(column) / (hashedColumns - 1)
	return int(fewestTexts * math.Pow(float64(mostTexts)/fewestTexts, part))
}

func categoricalTypes() string {
	var types []byte
	for j := range hashedColumns {
		types = fmt.Appendf(types, "c%d = \"categorical\", ", j)
	}
	return "types = { " + string(types) + "}"
}

// writeHashed writes a row of a class by drawing the j-th of n texts of a column with a
// probability of about 1/j. A third of the columns look at the class: they take one of
// the neighbours of the text drawn that belongs to the class.
func writeHashed(w *bufio.Writer, rows int) error {
	random := rand.New(rand.NewPCG(6, 2))
	for j := range hashedColumns {
		fmt.Fprintf(w, "c%d,", j)
	}
	return writeRows(w, rows, hashedColumns, random, hashedClasses, func(to []byte, class, j int) []byte {
		text := int(math.Pow(float64(textsOf(j)), random.Float64())) - 1
		if j%3 == 0 && random.IntN(3) == 0 {
			text = text/hashedClasses*hashedClasses + class
		}
		return appendText(to, j, text)
	})
}

// appendText writes a text of a column by its number.
func appendText(to []byte, column, number int) []byte {
	const digits = "0123456789abcdef"
	z := uint64(column)<<32 | uint64(number)
	z = (z ^ z>>31) * 0x9e3779b97f4a7c15
	z = (z ^ z>>29) * 0xbf58476d1ce4e5b9
	for shift := 60; shift >= 32; shift -= 4 {
		to = append(to, digits[z>>shift&15])
	}
	return to
}

// make writes the file of a shape.
func (s shape) make(path string, rows int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := s.write(w, rows); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// matrixBytes is what the matrix of a shape takes up: float64, and in compressed form
// a column number for each.
func (s shape) matrixBytes(rows int) float64 {
	switch s.name {
	case "hashed":
		return float64(rows) * (12*hashedColumns + 8)
	case "adverts":
		return float64(rows) * (12*(advertNumbers+advertTexts+2*advertCounters) + 8)
	case "images":
		return float64(rows) * 8 * imageColumns
	}
	return float64(rows) * 8 * denseColumns
}

func shapeOf(name string) (shape, error) {
	i := slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })
	if i < 0 {
		return shape{}, fmt.Errorf("-shape is dense, parquet, standardised, images, hashed or adverts, and not %q", name)
	}
	return shapes[i], nil
}
