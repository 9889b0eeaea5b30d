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
	all := t.labels.Sheet()
	v := labelsView{Stem: t.files[len(t.files)-1].Stem, Cardinality: lowered(all.SectionHTML(0), "h3")}
	shown, rows := 0, 0
	for _, l := range t.labels.Tables {
		if l.Cells == 0 {
			continue
		}
		if rows += len(l.Names); rows > mostLabelRows {
			break
		}
		shown++
		v.Combinations = append(v.Combinations, lowered(all.SectionHTML(shown), "h3"))
	}
	v.Missing = len(all.Sections) - 1 - shown
	return v
}
