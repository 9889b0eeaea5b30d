package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/framework/showing/report/look"
)

// pageBytes is how many bytes of pictures the report page holds. Those that come
// later are files only, and the page links to them.
const pageBytes = 1_500_000

// gallery draws pictures into the folder of plots and keeps those that the page
// shows: as they come, while there is room.
type gallery struct {
	folder *folder
	room   int // bytes
}

// figure is a picture.
type figure struct {
	Name string        // what it shows, in some words
	File string        // in the results folder
	SVG  template.HTML // "" if the page only links to the file
}

// draw writes a picture to a file whose name has the parts of file.
func (g *gallery) draw(name string, file []string, draw func(io.Writer) error) (figure, error) {
	var b bytes.Buffer
	if err := draw(picture.As(&b, g.folder.format)); err != nil {
		return figure{}, err
	}
	f := figure{Name: name, File: path.Join(plotsFolder, g.folder.unique(plotsFolder, file...)+"."+g.folder.format)}
	err := g.folder.write(f.File, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
	if b.Len() <= g.room && g.folder.format == "svg" {
		g.room -= b.Len()
		f.SVG = look.Inline(b.String())
	}
	return f, err
}

// add draws a picture as draw does and adds it to those of its kind.
func (g *gallery) add(to *gathered, name string, file []string, draw func(io.Writer) error) error {
	f, err := g.draw(name, file, draw)
	*to = append(*to, f)
	return err
}

// gathered are figures of one kind.
type gathered []figure

// Shown returns those that the page holds.
func (l gathered) Shown() []figure { return l.where(true) }

// Linked returns those that are files only.
func (l gathered) Linked() []figure { return l.where(false) }

func (l gathered) where(shown bool) []figure {
	return lists.Filter(l, func(f figure) bool { return (f.SVG != "") == shown })
}

// partName names part i of a picture, counted from 0, as partFile does its file.
func partName(name string, i int) string {
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s, part %d", name, i+1)
}

// partFile names the file of part i of a picture, counted from 0: the first like a
// picture of one part.
func partFile(i int, file ...string) []string {
	if i == 0 {
		return file
	}
	return append(file, fmt.Sprint(i+1))
}

// fileOf names the file of a picture of a combination, by names whatever the labels.
func fileOf(p *plan.Plan, kind string, c plan.Combination) []string {
	c = p.NamedAs(c)
	return []string{kind, c.Dataset, c.Encoder, c.Learner, c.Reduction}
}

// labeller names combinations: learner and reduction, with the encoder before them
// if the plan has several.
func labeller(p *plan.Plan) func(plan.Combination) string {
	several := slices.ContainsFunc(p.Cells, func(c plan.Cell) bool { return c.Encoder != p.Cells[0].Encoder })
	return func(c plan.Combination) string {
		if several {
			return strings.Join([]string{c.Encoder, c.Learner, c.Reduction}, "/")
		}
		return c.Learner + "/" + c.Reduction
	}
}
