package table

import (
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/wording"
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
}

// Markdown writes all tables as GitHub Markdown, rows true classes, columns
// predicted ones, right answers in bold, with precision, recall, F1 and support
// of each class.
func (c Confusions) Markdown(w io.Writer) error { return c.page().markdown(w) }

// LaTeX writes a table environment for each combination, in the style of
// booktabs; see Grid.LaTeX for what it needs and what becomes of wide tables.
func (c Confusions) LaTeX(w io.Writer) error { return c.page().latex(w) }

// HTML writes a complete page with all tables.
func (c Confusions) HTML(w io.Writer) error { return c.page().html(w) }

// HTMLTables returns headings, tables and notes without a page around them.
func (c Confusions) HTMLTables() template.HTML {
	var all template.HTML
	for _, v := range c.page().views() {
		all += fragment("section", v)
	}
	return all
}

// Text writes all tables for a terminal of width characters (Width if it is not
// positive), wide ones in blocks.
func (c Confusions) Text(w io.Writer, width int) error { return c.page().text(w, width) }

// CSV writes one line per combination, true and predicted class, those with
// count 0 too:
//
//	dataset,encoder,learner,reduction,truth,predicted,count
//
// Classes are named by their labels.
func (c Confusions) CSV(w io.Writer) error {
	records := [][]string{{"dataset", "encoder", "learner", "reduction", "truth", "predicted", "count"}}
	for _, t := range c.Tables {
		for i, counts := range t.Counts {
			for j, n := range counts {
				records = append(records, []string{t.Dataset, t.Encoder, t.Learner, t.Reduction, t.Classes[i], t.Classes[j], strconv.Itoa(n)})
			}
		}
	}
	return writeRecords(w, records)
}

func (c Confusions) page() page {
	p := page{name: c.Metric}
	for _, t := range c.Tables {
		p.sections = append(p.sections, confusionSection(t))
	}
	if len(p.sections) == 0 {
		p.sections = []section{{remarks: []string{"No cell has predictions."}}}
	}
	return p
}

func confusionSection(t score.Confusion) section {
	s := section{
		title:   strings.Join([]string{t.Dataset, t.Encoder, t.Learner, t.Reduction}, "/"),
		caption: fmt.Sprintf("Counts over %d cells (folds and repeats); rows are true classes, columns predicted ones", t.Cells),
	}
	if t.Missing > 0 {
		s.remarks = []string{fmt.Sprintf("%d of %d cells have no predictions.", t.Missing, t.Cells+t.Missing)}
	}
	rows, heads := classLabels(t.Classes)
	scores := t.PerClass()
	s.across = "predicted class"
	head := append([]string{"true class"}, heads...)
	for _, name := range []string{"precision", "recall", "F1", "support"} {
		head = append(head, apart(name, heads))
	}
	s.lines = [][]cell{labels(head)}
	predicted, total := make([]int, len(heads)), 0
	for i, name := range rows {
		line := []cell{label(name)}
		for j, n := range t.Counts[i] {
			c := counted(n)
			c.strong = i == j
			line = append(line, c)
			predicted[j] += n
			total += n
		}
		k := scores[i]
		s.lines = append(s.lines, append(line, numeral(k.Precision), numeral(k.Recall), numeral(k.F1), counted(k.Support)))
	}
	line := []cell{label(apart("predicted", rows))}
	for _, n := range predicted {
		line = append(line, counted(n))
	}
	s.lines, s.foot = append(s.lines, append(line, label(""), label(""), label(""), counted(total))), 1
	return s
}

// classLabels names the classes for rows and for heads of columns: by their
// labels, or "a = label" and "a" if the labels are long.
func classLabels(classes []string) (rows, heads []string) {
	if wording.Width(strings.Join(classes, "")) <= headWidth {
		return classes, classes
	}
	for i, name := range classes {
		heads = append(heads, letter(i))
		rows = append(rows, letter(i)+" = "+name)
	}
	return rows, heads
}
