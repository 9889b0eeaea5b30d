// Package shapes writes files of rows with very many labels or classes, in the shape of sets that may not be
// shipped: labels and features by Zipf's law, and features that depend on the labels, so that a label tree that
// groups labels which go together predicts better than one that does not. The same shape has the same bytes on
// processors of one kind.
package shapes

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

// Shape is the size of a set and how its rows are drawn.
type Shape struct {
	Rows, Test       int // of the two files
	Features, Labels int
	Words            int     // that a row draws: some are drawn twice, and are one value
	More             float64 // labels of a row beside the first one, on average; 0 for classes
	Told             float64 // share of the words that depend on the labels of the row
	Seed             uint64
}

// AmazonCat is the shape of AmazonCat-13K (Bhatia et al. 2016: 1,186,239 × 203,882 with 13,330 labels, 71 values and
// five labels a row), with a share of its rows, from 0.001 to 1, and the square root of it of its labels and features.
func AmazonCat(share float64) Shape {
	side := math.Sqrt(share)
	return Shape{Rows: scaled(1_186_239, share), Test: scaled(306_782, share), Features: scaled(203_882, side),
		Labels: scaled(13_330, side), Words: 76, More: 4.6, Told: 0.3, Seed: 13}
}

// Classes is a share of 10⁶ rows of 100,000 classes, ten a class on average, with 200,000 features at most.
func Classes(share float64) Shape {
	return Shape{Rows: scaled(1_000_000, share), Test: scaled(100_000, share), Features: scaled(200_000, math.Sqrt(share)),
		Labels: scaled(100_000, share), Words: 45, Told: 0.4, Seed: 100}
}

// scaled is a share of a number, at least 1.
func scaled(n int, share float64) int { return max(1, int(math.Round(float64(n)*share))) }

// Sizes of what words are drawn from.
const (
	inTopic    = 40 // labels of a topic
	ofLabel    = 30 // words of a label
	ofTopic    = 60 // words of a topic
	fromTopic  = 0.4
	together   = 0.7 // share of further labels that are of the topic of the first one
	digits     = 5
	zipfWords  = 0.8
	zipfLabels = 0.9
)

// drawing is what rows of a shape are drawn from.
type drawing struct {
	Shape
	random *rand.Rand
	order  []int     // the labels, from the frequent to the rare ones
	place  []int     // of each label in order
	own    [][]int32 // words of each label
	topics [][]int32 // and of each topic
	counts []int     // of each word in the row that is drawn
}

// Write writes a file to train on and one to test with: lines "label,label feature:value …" with labels from 0 and
// features from 1, as svmlight has them. Each label has a training row if there are as many. Rows are of length 1,
// weighted by how rare words are.
func (s Shape) Write(train, test string) error {
	d := s.begin()
	if err := d.file(train, s.Rows, s.Rows/s.Labels); err != nil {
		return err
	}
	return d.file(test, s.Test, 0)
}

func (s Shape) begin() *drawing {
	d := &drawing{Shape: s, random: rand.New(rand.NewPCG(s.Seed, 0)), counts: make([]int, s.Features)}
	d.order, d.place = d.random.Perm(s.Labels), make([]int, s.Labels)
	for at, label := range d.order {
		d.place[label] = at
	}
	for range s.Labels {
		d.own = append(d.own, d.words(ofLabel))
	}
	for range (s.Labels + inTopic - 1) / inTopic {
		d.topics = append(d.topics, d.words(ofTopic))
	}
	return d
}

// words are drawn for a label or topic, rare ones more often than in rows.
func (d *drawing) words(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(zipf(d.random.Float64(), d.Features, zipfWords/2))
	}
	return list
}

// zipf is the place below n, of which place i has a share of about (1 + i)^-exponent, that a number u below 1 stands for.
func zipf(u float64, n int, exponent float64) int {
	rest := 1 - exponent
	most := math.Pow(float64(n)+1, rest)
	return min(n-1, int(math.Pow(1+u*(most-1), 1/rest))-1)
}

// file writes rows; every so many have a label of its own as their first one, if every is above 0.
func (d *drawing) file(path string, rows, every int) error {
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	own := d.random.Perm(d.Labels)
	var line []byte
	for row := range rows {
		first := d.order[zipf(d.random.Float64(), d.Labels, zipfLabels)]
		if every > 0 && row%every == 0 && row/every < d.Labels {
			first = own[row/every]
		}
		line = d.row(line[:0], d.labels(first))
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// labels are the first one and others, each once.
func (d *drawing) labels(first int) []int {
	list, more := []int{first}, 0
	if d.More > 0 {
		more = int(-d.More*math.Log(1-d.random.Float64()) + 0.5)
	}
	topic := d.place[first] % len(d.topics)
	for range min(more, 20) {
		place := zipf(d.random.Float64(), d.Labels, zipfLabels)
		if d.random.Float64() < together {
			place = topic + len(d.topics)*zipf(d.random.Float64(), inTopic, zipfLabels)
		}
		if place < d.Labels && !slices.Contains(list, d.order[place]) {
			list = append(list, d.order[place])
		}
	}
	return list
}

// row draws the words of a row, and writes it as a line.
func (d *drawing) row(line []byte, labels []int) []byte {
	var drawn []int
	for range d.Words {
		word := d.word(labels)
		if d.counts[word]++; d.counts[word] == 1 {
			drawn = append(drawn, word)
		}
	}
	slices.Sort(drawn)
	slices.Sort(labels)
	values, square := make([]float64, len(drawn)), 0.0
	for i, word := range drawn {
		rare := 1 + zipfWords*math.Log(1+float64(word))
		values[i] = (1 + math.Log(float64(d.counts[word]))) * rare
		square += values[i] * values[i]
		d.counts[word] = 0
	}
	for i, label := range labels {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(label), 10)
	}
	for i, word := range drawn {
		line = append(strconv.AppendInt(append(line, ' '), int64(word+1), 10), ':')
		line = strconv.AppendFloat(line, values[i]/math.Sqrt(square), 'g', digits, 64)
	}
	return append(line, '\n')
}

// word draws one of a label of the row, of its topic, or of all.
func (d *drawing) word(labels []int) int {
	if d.random.Float64() >= d.Told {
		return zipf(d.random.Float64(), d.Features, zipfWords)
	}
	label := labels[d.random.IntN(len(labels))]
	if d.random.Float64() < fromTopic {
		return int(d.topics[d.place[label]%len(d.topics)][zipf(d.random.Float64(), ofTopic, 0.5)])
	}
	return int(d.own[label][zipf(d.random.Float64(), ofLabel, 0.5)])
}

// String names a shape.
func (s Shape) String() string {
	what := "labels"
	if s.More == 0 {
		what = "classes"
	}
	return fmt.Sprintf("%s × %s sparse, %s %s", grouped(s.Rows), grouped(s.Features), grouped(s.Labels), what)
}

// grouped writes a number with commas between groups of three digits.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}
