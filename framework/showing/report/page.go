package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"sync"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/framework/showing/report/answer"
	"github.com/manyclass/bench/framework/showing/report/explore"
	"github.com/manyclass/bench/framework/showing/report/look"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

//go:embed page.tmpl
var pageSource string

// pageTemplate is read when a page is written: each plugin is a start of this program too.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"breakable": sheet.Breakable, "facts": facts, "size": size,
	}).Parse(pageSource))
})

// page is what the report page shows.
type page struct {
	look.Page
	source
	Answer answerView
	scriptData
	Counts
	Methods methodsView
	Seal    *sealView
	comparisons
	details
	Failed, Skipped []trouble
	Again           string // the command that runs the cells again that failed
}

// source says which experiment the page is of, and how its results were made.
type source struct {
	Name, Title string // of the experiment
	Head        string // how, with what and when it was made: design, seed, version, date
	Provenance  provenanceView
}

func newSource(in Input) source {
	return source{
		Name: in.Plan.Experiment, Title: cmp.Or(in.Plan.Title, in.Plan.Experiment),
		Head: head(in.Manifest, in.Plan), Provenance: provenance(in),
	}
}

// scriptData is what the script of the page can be asked for.
type scriptData struct {
	Explore *explore.Data
	Packed  template.HTML // the data for the script
}

// comparisons are the tables of the page.
type comparisons struct {
	Tables     []tableView
	Confusions []TableFile
	Labels     labelsView
	Statistics []statisticsView
	Compared   []comparedView
}

// details are what the page shows beside tables.
type details struct {
	Datasets []plan.Dataset
	Plots    map[string]*plots // by dataset
	Models   modelsView
	Costs    costView
	Curves   curvesView
}

// tableView is a comparison table in the page.
type tableView struct {
	Anchor, Name, Stem string
	Table, Notes       template.HTML
	Descending         bool // whether the best are first then
}

// statisticsView is a comparison of columns over datasets in the page.
type statisticsView struct {
	Name    string // of the table
	Text    template.HTML
	Diagram figure
}

// answerView is what the page says first.
type answerView struct {
	Sentences []string
	Picture   *figure // nil if there is nothing to draw
}

// answered says in a paragraph and a picture what was found.
func answered(g *gallery, in score.Input, rows []score.Row, t tables) (answerView, error) {
	a := answer.Of(in, rows, t.compared)
	v := answerView{Sentences: a.Sentences}
	if !a.Pictured() {
		return v, nil
	}
	f, err := g.draw("answer", []string{"answer"}, a.Draw)
	v.Picture = &f
	return v, err
}

// newPage draws all pictures, those that the page needs most first: curves of all cells,
// the others of the plan's main ones.
func newPage(f *folder, in Input, rows []score.Row, t tables) (page, error) {
	p := page{
		Page:   look.NewPage(),
		source: newSource(in),
		Counts: count(in.Cells), Methods: newMethodsView(in, t), Seal: newSealView(in.Seal),
		comparisons: comparisons{Confusions: t.confusionFiles(), Labels: newLabelsView(t)},
	}
	p.Failed = metricTroubles(rows)
	curves := score.LearningCurves(in.Plan, rows)
	in.Input, rows = in.Main(), score.MainRows(in.Plan, rows)
	g := &gallery{folder: f, room: pageBytes}
	var err error
	if p.Answer, err = answered(g, in.Input, rows, t); err != nil {
		return p, err
	}
	p.Tables = tableViews(t)
	if p.Statistics, err = statistics(g, t.grids); err != nil {
		return p, err
	}
	if p.Compared, err = comparedViews(g, t); err != nil {
		return p, err
	}
	if p.Curves, err = drawCurves(g, in.Plan, rows, curves, t); err != nil {
		return p, err
	}
	if p.Costs, err = costs(g, in.Input); err != nil {
		return p, err
	}
	if p.Models, err = models(in.Input); err != nil {
		return p, err
	}
	if err := p.explored(in.Input, rows, t); err != nil {
		return p, err
	}
	p.Datasets = in.Plan.Datasets
	p.Plots, err = drawDatasets(g, in.Input, rows, t)
	return p, err
}

// tableViews are the comparison tables, the best method first.
func tableViews(t tables) (list []tableView) {
	for i, grid := range t.grids {
		s := grid.ByRank().Sheet()
		list = append(list, tableView{
			Anchor: fmt.Sprintf("table-%d", i+1), Name: grid.Name, Stem: t.files[i].Stem,
			Table: s.TableHTML(0), Notes: s.NotesHTML(0), Descending: !grid.SmallerIsBetter,
		})
	}
	return list
}

// missing says which cells have no result and why, by their names: these are looked for in
// files.
func (p *page) missing(in Input) {
	failed, skipped := troubles(in.Cells)
	p.Failed, p.Skipped = append(failed, p.Failed...), skipped
	p.Again = againCommand(in.Manifest, in.Cells)
}

// explored gathers what the page's script can be asked for, the files of tables among
// it.
func (p *page) explored(in score.Input, rows []score.Row, t tables) (err error) {
	if p.Explore, err = explore.New(in, rows); err != nil {
		return err
	}
	for _, f := range t.files {
		var csv, latex bytes.Buffer
		if err := errors.Join(f.CSV(&csv), f.Sheet().LaTeX(&latex)); err != nil {
			return err
		}
		p.Explore.Add(f.Stem, csv.String(), latex.String())
	}
	p.Packed = template.HTML(p.Explore.Packed()) // base64 has nothing to escape
	return nil
}

// Comparable reports whether there are two methods and a metric to compare them by.
func (p page) Comparable() bool { return len(p.Explore.Methods) > 1 && len(p.Explore.Metrics) > 0 }

// statistics draws a critical-difference diagram for each table that compares its
// columns over datasets.
func statistics(g *gallery, grids []table.Grid) ([]statisticsView, error) {
	var views []statisticsView
	for _, grid := range grids {
		s := grid.Statistics
		if s == nil {
			continue
		}
		c := picture.Comparison{Title: grid.Name + ": average ranks", Labels: s.Columns, Ranks: s.Ranks,
			CD: s.CriticalDifference, Groups: s.Groups}
		f, err := g.draw("critical difference", []string{"critical-difference", grid.Name},
			func(w io.Writer) error { return picture.CriticalDifference(w, c) })
		if err != nil {
			return nil, err
		}
		views = append(views, statisticsView{Name: grid.Name, Text: lowered(grid.Sheet().SectionHTML(1), "h4"), Diagram: f})
	}
	return views, nil
}

func (p page) write(w io.Writer) error {
	if err := pageTemplate().Execute(w, p); err != nil {
		return fmt.Errorf("writing the report page: %w", err)
	}
	return nil
}
