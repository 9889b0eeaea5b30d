package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// headWidth is how many characters the labels of all classes may have together
// to stand at the head of columns; classes with longer ones are lettered, as in
// WEKA.
const headWidth = 60

// Confusions are the confusion tables of one metric, one for each combination of
// dataset, encoder, learner and reduction.
type Confusions struct {
	Metric string            // also the name of the document
	Tables []score.Confusion // may be empty
	Named  Names
}

// CSV writes one line per combination, true and predicted class, those with
// count 0 too:
//
//	dataset,encoder,learner,reduction,truth,predicted,count
//
// Classes are named by their labels. A count is the sum of the weights of the rows where
// these count by them.
func (c Confusions) CSV(w io.Writer) error {
	records := [][]string{columns.Names(c.Fields())}
	for _, t := range c.Tables {
		of := c.Named.of(t.Combination)
		for i, counts := range t.Counts {
			for j, n := range counts {
				records = append(records, []string{of.Dataset, of.Encoder, of.Learner, of.Reduction, t.Classes[i], t.Classes[j],
					strconv.FormatFloat(n, 'f', -1, 64)})
			}
		}
	}
	return writeRecords(w, records)
}

// Fields are the columns of the CSV file.
func (c Confusions) Fields() []columns.Field { return columns.Confusion.Fields }

// Sheet shows a table for each combination: rows true classes, columns predicted
// ones, right answers in bold, with precision, recall, F1 and support of each class.
func (c Confusions) Sheet() sheet.Sheet {
	p := sheet.Sheet{Name: c.Metric}
	for _, t := range c.Tables {
		p.Sections = append(p.Sections, confusionSection(t))
	}
	if len(p.Sections) == 0 {
		p.Sections = []sheet.Section{{Remarks: []string{"No cell has predictions."}}}
	}
	return p
}

// countsOf says what is counted, and how a count is shown.
func countsOf(t score.Confusion) (counts string, cell func(float64) sheet.Cell) {
	cell = func(n float64) sheet.Cell { return sheet.Count(int(n)) }
	if !t.Weighted {
		return "Counts", cell
	}
	if slices.ContainsFunc(slices.Concat(t.Counts...), func(n float64) bool { return n != math.Trunc(n) }) {
		cell = sheet.Numeral
	}
	return "Sums of the weights of rows", cell
}

func confusionSection(t score.Confusion) sheet.Section {
	counts, count := countsOf(t)
	s := sheet.Section{
		Title: t.Name(),
		Caption: fmt.Sprintf("%s over %d cells (folds and repeats); rows are true classes, columns predicted ones",
			counts, t.Cells),
	}
	if t.Missing > 0 {
		s.Remarks = []string{fmt.Sprintf("%d of %d cells have no predictions.", t.Missing, t.Cells+t.Missing)}
	}
	rows, heads := classLabels(t.Classes)
	scores := t.PerClass()
	s.Across = "predicted class"
	head := append([]string{"true class"}, heads...)
	for _, name := range []string{"precision", "recall", "F1", "support"} {
		head = append(head, apart(name, heads))
	}
	s.Lines = [][]sheet.Cell{sheet.Labels(head)}
	predicted, total := make([]float64, len(heads)), 0.0
	for i, name := range rows {
		line := []sheet.Cell{sheet.Label(name)}
		for j, n := range t.Counts[i] {
			c := count(n)
			c.Strong = i == j
			line = append(line, c)
			predicted[j] += n
			total += n
		}
		k := scores[i]
		s.Lines = append(s.Lines, append(line, sheet.Numeral(k.Precision), sheet.Numeral(k.Recall), sheet.Numeral(k.F1),
			count(k.Support)))
	}
	line := append([]sheet.Cell{sheet.Label(apart("predicted", rows))}, lists.Map(predicted, count)...)
	s.Lines, s.Foot = append(s.Lines, append(line, sheet.Label(""), sheet.Label(""), sheet.Label(""),
		count(total))), 1
	return s
}

// classLabels names the classes for rows and for heads of columns: by their
// labels, or "a = label" and "a" if the labels are long.
func classLabels(classes []string) (rows, heads []string) {
	if wording.Width(strings.Join(classes, "")) <= headWidth {
		return classes, classes
	}
	for i, name := range classes {
		heads = append(heads, sheet.Letter(i))
		rows = append(rows, sheet.Letter(i)+" = "+name)
	}
	return rows, heads
}
