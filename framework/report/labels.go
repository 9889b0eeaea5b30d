package report

import "html/template"

// mostLabelRows is how many labels of all combinations together the page shows;
// tables beyond that are in the files alone.
const mostLabelRows = 1000

// labelsView is what the page shows of multi-label predictions, nothing if it has no
// stem.
type labelsView struct {
	Stem         string // of the files
	Cardinality  template.HTML
	Combinations []template.HTML
	Missing      int // combinations that are in the files alone
}

func newLabelsView(t tables) labelsView {
	if t.labels == nil {
		return labelsView{}
	}
	cardinality, combinations := t.labels.HTMLTables()
	v := labelsView{Stem: t.files[len(t.files)-1].Stem, Cardinality: lowered(cardinality, "h3")}
	shown, rows := 0, 0
	for _, l := range t.labels.Tables {
		if l.Cells == 0 {
			continue
		}
		if rows += len(l.Names); rows > mostLabelRows {
			break
		}
		v.Combinations = append(v.Combinations, lowered(combinations[shown], "h3"))
		shown++
	}
	v.Missing = len(combinations) - shown
	return v
}
