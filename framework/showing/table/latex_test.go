package table

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

var overfull = regexp.MustCompile(`Overfull \\hbox \(([0-9.]+)pt too wide\).*\n.*`)

// long is a label of n characters without a space.
func long(n int) string {
	return "logistic_regression[C=" + strings.Repeat("0123456789", n/10)[:n-23] + "]"
}

// labelled gives rows and columns of a table labels of these lengths.
func labelled(rows, columns, rowLabel, columnLabel int) Grid {
	g := oblong(rows, columns)
	g.RowAxes, g.ColumnAxes = []string{"dataset", "learner", "reduction"}, []string{"learner", "reduction"}
	for i := range g.Rows {
		g.Rows[i] = strconv.Itoa(i) + "/" + long(rowLabel)
	}
	for j := range g.Columns {
		g.Columns[j] = long(columnLabel) + "/" + strconv.Itoa(j)
		g.Entries[0][j].Best, g.Entries[rows-1][j].Marks = true, []Mark{Worse}
	}
	g.Notes = []string{"left out: " + long(150)}
	return g
}

// noted has more footnotes than fit a page.
func noted() Grid {
	g := oblong(20, 2)
	for i := range 150 {
		g.Notes = append(g.Notes, strconv.Itoa(i)+" of 150 cells have a value: 20 failed, 30 skipped (learner \"picky\" "+
			"cannot do the multiclass problems of reduction \"dir\")")
	}
	return g
}

// manyConfusions are 150 tables, the last with long classes.
func manyConfusions() Confusions {
	var c Confusions
	for range 50 {
		c.Tables = append(c.Tables, confused().Tables...)
	}
	last := &c.Tables[149]
	last.Learner = long(130)
	for k := range last.Classes {
		last.Classes[k] = long(120 + k)
	}
	c.Metric = "many"
	return c
}

// hard are tables that are long, wide, many or of long labels.
func hard() map[string]Document {
	list := map[string]Document{"noted": noted(), "many": manyConfusions()}
	for name, g := range map[string]Grid{
		"one": labelled(240, 1, 60, 24), "rows": labelled(40, 3, 150, 24), "columns": labelled(12, 40, 24, 45),
		"both":   labelled(30, 30, 120, 150),
		"turned": labelled(2, 40, 130, 130), "statistics": full(),
	} {
		g.Name = name
		list[name] = g
	}
	return list
}

// Every golden table, and hard ones, compile in a plain article and fit its
// lines and pages.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: the LaTeX tables are compared with golden files only")
	}
	tables, err := filepath.Glob("testdata/*.tex")
	if err != nil || len(tables) == 0 {
		t.Fatal("no golden tables", err)
	}
	alone := []string{"paper", "transposed", "column", "across", "odd", "parts", "tall"} // in TestCollectionsCompileInLaTeX
	tables = slices.DeleteFunc(tables, func(path string) bool {
		return slices.Contains(alone, strings.TrimSuffix(filepath.Base(path), ".tex"))
	})
	dir := t.TempDir()
	text := "\\documentclass{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n\\listoftables\n"
	for _, path := range tables {
		name := filepath.Base(path)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
		text += "\\input{" + name + "}\n\\clearpage\n"
	}
	list := hard()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if err := os.WriteFile(filepath.Join(dir, "hard-"+name+".tex"), scoretest.Render(t, list[name].Sheet().LaTeX),
			0o644); err != nil {
			t.Fatal(err)
		}
		text += "\\input{hard-" + name + "}\n\\clearpage\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "all.tex"), []byte(text+"\\end{document}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time with the list of tables
		cmd := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "all.tex")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	checkLog(t, filepath.Join(dir, "all.log"))
}

// checkLog reports what LaTeX says of lines and pages that do not fit, and of labels.
func checkLog(t *testing.T, path string) {
	t.Helper()
	log, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range overfull.FindAllStringSubmatch(string(log), -1) {
		if width, err := strconv.ParseFloat(found[1], 64); err != nil || width > 1 {
			t.Error(found[0])
		}
	}
	for _, bad := range []string{"Float too large", "multiply defined", "Missing character"} {
		if strings.Contains(string(log), bad) {
			t.Errorf("the log says %q", bad)
		}
	}
}

func TestLaTeXSaysWhatItNeeds(t *testing.T) {
	g := oblong(2, 2)
	if text := string(scoretest.Render(t, g.Sheet().LaTeX)); strings.Contains(text, "beyond ASCII") {
		t.Errorf("letters beyond ASCII in\n%s", text)
	}
	g.Rows[0] = "Тип 类别"
	if text := string(scoretest.Render(t, g.Sheet().LaTeX)); !strings.Contains(text, "[T2A]") ||
		!strings.Contains(text, "Тип 类别 &") {
		t.Errorf("no word on letters beyond ASCII in\n%s", text)
	}
}

// Parts of few rows share a page.
func TestPartsShareAPage(t *testing.T) {
	text := string(scoretest.Render(t, oblong(16, 16).Sheet().LaTeX))
	if tabulars, floats := strings.Count(text, "\\toprule"), strings.Count(text, "\\begin{table}"); tabulars < 3 ||
		floats > (tabulars+1)/2 {
		t.Errorf("%d tabulars in %d environments", tabulars, floats)
	}
}

func TestLaTeXPlacesManyTables(t *testing.T) {
	text := string(scoretest.Render(t, manyConfusions().Sheet().LaTeX))
	floats := strings.Count(text, "\\begin{table}")
	if cleared := strings.Count(text, "\\clearpage"); floats < 150 || cleared != (floats-1)/10 {
		t.Errorf("%d environments, placed %d times", floats, cleared)
	}
}

// Footnotes that do not fit a page are all there, after the table.
func TestNotesApart(t *testing.T) {
	text := string(scoretest.Render(t, noted().Sheet().LaTeX))
	if strings.Count(text, `\begin{table}`) != 1 || strings.Count(text, `\caption[`) != 1 {
		t.Errorf("parts in\n%s", text)
	}
	read := printedText(t, collected(t, map[string]Grid{"noted": noted()}, "noted"))
	for i := range 150 {
		if !strings.Contains(read, "["+strconv.Itoa(i+1)+"] "+strconv.Itoa(i)+" of 150 cells") {
			t.Errorf("no footnote %d", i+1)
		}
	}
	if !strings.Contains(read, "Notes on Table 1") {
		t.Error("the notes do not say which table they are on")
	}
	g := noted()
	g.Notes = g.Notes[:9]
	if read := printedText(t, collected(t, map[string]Grid{"noted": g}, "noted")); strings.Contains(read, "Notes on") ||
		!strings.Contains(read, "[9] 8 of 150 cells") {
		t.Errorf("few notes are not below their table:\n%s", read)
	}
}

// printedText is the text of a collection that LaTeX has set.
func printedText(t *testing.T, dir string) string {
	t.Helper()
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: the LaTeX tables are compared with golden files only")
	}
	pdftotext, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	var out []byte
	for _, args := range [][]string{{pdflatex, "-interaction=nonstopmode", "all.tex"}, {pdflatex, "-interaction=nonstopmode", "all.tex"},
		{pdftotext, "-layout", "all.pdf", "-"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err = cmd.Output(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return string(out)
}
