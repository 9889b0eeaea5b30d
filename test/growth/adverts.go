package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// The sizes of rows like those of the logs of advertisements of Criteo: 13 columns of counts, of which many are
// missing, and 26 of texts, of which the first takes 4 and the last a million, few of them frequent and many rare.
const (
	advertNumbers, advertTexts    = 13, 26
	fewestAdverts, mostAdverts    = 4, 1_000_000
	advertBuckets, advertCounters = 1 << 18, 4
)

// advert draws rows.
type advert struct {
	random *rand.Rand
	logs   [advertTexts]float64 // of how many texts a column has
}

func newAdvert() *advert {
	a := &advert{random: rand.New(rand.NewPCG(6, 4))}
	for j := range a.logs {
		part := float64(j) / (advertTexts - 1)
		a.logs[j] = math.Log(fewestAdverts) + part*(math.Log(mostAdverts)-math.Log(fewestAdverts))
	}
	return a
}

// row appends the fields of a row, with the class behind them: c1 with the probability that a logistic model of all
// fields gives.
func (a *advert) row(line []byte) []byte {
	odds := -3.0
	for j := range advertNumbers {
		if a.random.IntN(10) < j%4 { // no value
			line = append(line, ',')
			continue
		}
		count := int(math.Exp(2*a.random.NormFloat64() + 1))
		odds += 0.2 * effect(uint64(j)) * math.Log1p(float64(count))
		line = append(strconv.AppendInt(line, int64(count), 10), ',')
	}
	for j := range advertTexts {
		// The k-th text has a probability of about 1/k.
		text := int(math.Exp(a.random.Float64()*a.logs[j])) - 1
		odds += 0.35 * effect(uint64(j+100)<<32|uint64(text))
		line = append(appendText(line, j, text), ',')
	}
	class := byte('0')
	if a.random.Float64()*(1+math.Exp(-odds)) < 1 {
		class = '1'
	}
	return append(line, 'c', class, '\n')
}

// effect is a number between −√3 and √3, with variance 1, that belongs to a value of a column.
func effect(of uint64) float64 {
	z := (of ^ of>>31 + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>29) * 0xbf58476d1ce4e5b9
	return math.Sqrt(3) * (float64(z>>11)/(1<<52) - 1)
}

// writeAdverts writes a CSV file of such rows.
func writeAdverts(w *bufio.Writer, rows int) error {
	line := []byte(strings.Join(advertColumns(), ",") + ",class\n")
	a := newAdvert()
	for range rows {
		if _, err := w.Write(line); err != nil {
			return err
		}
		line = a.row(line[:0])
	}
	_, err := w.Write(line)
	return err
}

// advertColumns names the columns: I1, I2, … of counts and C1, C2, … of texts.
func advertColumns() (names []string) {
	for j := range advertNumbers {
		names = append(names, fmt.Sprintf("I%d", j+1))
	}
	for j := range advertTexts {
		names = append(names, fmt.Sprintf("C%d", j+1))
	}
	return names
}

func advertTypes() string {
	types := strings.Join(advertColumns()[advertNumbers:], " = \"categorical\", ")
	return "types = { " + types + " = \"categorical\" }"
}

// advertEncoder hashes all texts and counts the classes of the columns with the most of them, out of fold.
func advertEncoder() string {
	names := advertColumns()
	all := strings.Join(names, "\", \"")
	counted := strings.Join(names[len(names)-advertCounters:], "\", \"")
	return fmt.Sprintf("encoder \"compose\" \"e\" {\n  parts = [\n"+
		"    { type = \"hashing\", buckets = %d, columns = [\"%s\"] },\n"+
		"    { type = \"target\", folds = 5, columns = [\"%s\"] },\n  ]\n}", advertBuckets, all, counted)
}
