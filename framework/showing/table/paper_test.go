package table

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/table/sheet"
	"github.com/manyclass/bench/test/scoretest"
)

// The first two are the examples of the Particle Data Group, and the third its third case.
func TestDigitsByUncertainty(t *testing.T) {
	for _, c := range []struct {
		mean, deviation float64
		want            string
	}{
		{0.827, 0.119, "0.83 ± 0.12"}, {0.827, 0.367, "0.8 ± 0.4"}, {0.827, 0.0967, "0.83 ± 0.10"},
		{0.827, 0.0354, "0.827 ± 0.035"}, {0.827, 0.0355, "0.83 ± 0.04"}, {0.827, 0.0949, "0.83 ± 0.09"},
		{0.827, 0.09996, "0.83 ± 0.10"}, {827.4, 123.4, "830 ± 120"}, {827.4, 96.1, "830 ± 100"}, {3, 1, "3.0 ± 1.0"},
		{-0.001, 0.5, "0.0 ± 0.5"}, {0.5, 0, "0.500 ± 0.000"}, {0.5, 1e-17, "0.500 ± 0.000"},
		{0.5, 3e-6, "0.5000000 ± 0.0000030"}, {0.5, 4e-6, "0.500000 ± 0.000004"},
		{0.5, 3e-7, "0.500 ± 0.000"}, {0.5, 4e-7, "0.5000000 ± 0.0000004"},
		{0.5, math.NaN(), "0.500"}, {math.NaN(), math.NaN(), "—"}, {0.5, math.Inf(1), "0.500 ± ∞"},
	} {
		g := Grid{print: plan.Print{Digits: "uncertainty"}}
		cell := g.cell(Entry{Summary: over(c.mean, c.deviation, 10)})
		if got := cell.Text + cell.Tail; got != c.want {
			t.Errorf("%v ± %v is shown %s, want %s", c.mean, c.deviation, got, c.want)
		}
	}
}

// Means over rows are as precise as the least certain of them: the deviations of the
// columns are 0.01, 0.05 and none; without the second, 4 decimals are fewest.
func TestDigitsOfMeans(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{
		{{0.50, 0.52}, {0.5, 0.6}, {0.5, 0.5}}, {{0.60, 0.62}, {0.6, 0.7}, {0.6, 0.6}},
	})
	for digits, want := range map[string]string{"uncertainty": "0.56", "3": "0.560", "": "0.560"} {
		g := Build(plan.Table{Metric: "accuracy", Print: plan.Print{Digits: digits}}, rows, p)
		if got := g.foot()[0][1].Text; got != want {
			t.Errorf("digits %q: the mean is %s, want %s", digits, got, want)
		}
	}
}

func TestFixedDigits(t *testing.T) {
	for digits, want := range map[string]string{"": "0.123 ± 0.010", "2": "0.12 ± 0.01", "0": "0 ± 0"} {
		cell := Grid{print: plan.Print{Digits: digits}}.cell(Entry{Summary: over(0.12345, 0.01, 10)})
		if got := cell.Text + cell.Tail; got != want {
			t.Errorf("with digits %q: %s, want %s", digits, got, want)
		}
	}
}

// Ties share the second place; behind a tie for the first, it is the next that is second.
// What is incomplete is neither.
func TestSecondBest(t *testing.T) {
	nan := math.NaN()
	p, rows := scored("accuracy", [][][]float64{
		{{0.9, 0.9}, {0.8, 0.8}, {0.8, 0.8}, {0.7, 0.7}},
		{{0.9, 0.9}, {0.9, 0.9}, {0.6, 0.6}, {0.7, 0.7}},
		{{0.9, 0.9}, {nan, 0.8}, {0.7, 0.7}, {nan, nan}},
		{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}},
	})
	g := Build(plan.Table{Metric: "accuracy", Print: plan.Print{Highlight: "second_best"}}, rows, p)
	for i, want := range [][]int{{1, 2}, {3}, {2}, nil} {
		var got []int
		for j, e := range g.Entries[i] {
			if e.Second {
				got = append(got, j)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("row %d: the second best are %v, want %v", i, got, want)
		}
	}
	text := string(scoretest.Render(t, g.Sheet().Markdown))
	if !strings.Contains(text, "is bold, the second best underlined.") || !strings.Contains(text, "<ins>0.800 ± 0.000</ins>") {
		t.Errorf("%s", text)
	}
	g.print.Highlight = "none"
	if text := string(scoretest.Render(t, g.Sheet().Markdown)); strings.Contains(text, "**") || strings.Contains(text, "bold, ") ||
		strings.Contains(text, "<ins>") {
		t.Errorf("%s", text)
	}
}

// paired are scores of a row in which column 1 is better than 0 and 2, and 0 than 2, by little.
func paired() [][][]float64 {
	base := []float64{0.70, 0.72, 0.68, 0.71, 0.69, 0.70, 0.73, 0.67, 0.70, 0.71}
	shift := func(by float64, turn int) []float64 {
		list := slices.Clone(base)
		for f := range list {
			list[f] += by + 0.005*float64((f+turn)%3-1)
		}
		return list
	}
	return [][][]float64{{base, shift(0.2, 0), shift(-0.0045, 1)}, {base, shift(0.1, 0), shift(-0.2, 1)},
		{base, shift(0.3, 0), shift(0.001, 1)}}
}

func TestMarksOfSeveralBaselines(t *testing.T) {
	p, rows := scored("accuracy", paired())
	asked := plan.Table{Name: "t", Metric: "accuracy", Baseline: "l0/r", Baselines: []string{"l0/r", "l2/r"}}
	g := Build(asked, rows, p)
	if e := g.Entries[0]; !slices.Equal(e[0].Marks, []Mark{NoMark, Better}) || !slices.Equal(e[1].Marks, []Mark{Better, Better}) ||
		!slices.Equal(e[2].Marks, []Mark{Worse, NoMark}) {
		t.Errorf("marks %v %v %v", e[0].Marks, e[1].Marks, e[2].Marks)
	}
	want := "v1 better, *1 worse than l0/r; v2 better, *2 worse than l2/r: corrected resampled t-test (Nadeau and Bengio 2003) " +
		"on the folds that both have, two-sided level 0.05, each comparison by itself."
	if !slices.Contains(g.Remarks, want) {
		t.Errorf("remarks %q", g.Remarks)
	}
	if got := g.WinTieLoss; !slices.Equal(got[0], []WinTieLoss{{}, {Win: 3}, {Tie: 1, Loss: 2}}) ||
		!slices.Equal(got[1], []WinTieLoss{{Win: 2, Tie: 1}, {Win: 3}, {}}) {
		t.Errorf("%+v", got)
	}
	text := string(scoretest.Render(t, g.Sheet().Markdown))
	for _, want := range []string{"0.900 ± 0.016** v1 v2 ", `\*1 `, "| win/tie/loss 1 |", `(v2/ /\*2)`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := string(scoretest.Render(t, g.CSV)); !strings.HasPrefix(text, "dataset,l0/r,l0/r sd,l0/r n,l0/r mark l2/r,l1/r,l1/r "+
		"sd,l1/r n,l1/r mark l0/r,l1/r mark l2/r,") {
		t.Errorf("%s", text)
	}
	asked.Correction = "holm"
	g = Build(asked, rows, p)
	if e := g.Entries[0]; !slices.Equal(e[2].Marks, []Mark{NoMark, NoMark}) || !slices.Equal(e[1].Marks, []Mark{Better, Better}) {
		t.Errorf("with Holm's procedure: marks %v %v", e[1].Marks, e[2].Marks)
	}
	if !slices.ContainsFunc(g.Remarks, func(r string) bool {
		return strings.HasSuffix(r, "two-sided level 0.05, p-values adjusted by Holm's procedure within each dataset.")
	}) {
		t.Errorf("remarks %q", g.Remarks)
	}
}

func TestWithout(t *testing.T) {
	p, rows := scored("accuracy", paired())
	asked := plan.Table{Metric: "accuracy", Where: `learner.name != "l1"`, Baseline: "l0/r"}
	for _, c := range p.Cells {
		if c.Learner == "l1" || c.Dataset == "d2" {
			asked.Without = append(asked.Without, c.Combination)
		}
	}
	if g := Build(asked, rows, p); !slices.Equal(g.Columns, []string{"l0/r", "l2/r"}) || !slices.Equal(g.Rows, []string{"d0", "d1"}) ||
		!g.Entries[0][0].Best {
		t.Errorf("columns %v, rows %v", g.Columns, g.Rows)
	}
	for _, c := range p.Cells {
		asked.Without = append(asked.Without, c.Combination)
	}
	if g := Build(asked, rows, p); len(g.Rows) != 0 || !slices.Equal(g.Remarks, []string{`No combination satisfies where = learner.name != "l1".`}) {
		t.Errorf("rows %v, remarks %q", g.Rows, g.Remarks)
	}
}

// paper is a grid as a paper prints it.
func paper() Grid {
	g := full()
	g.Name = "paper"
	g.Baselines = append(g.Baselines, "svm/ova")
	g.WinTieLoss = append(g.WinTieLoss, []WinTieLoss{{Win: 1, Tie: 3}, {Win: 1, Tie: 2}, {}})
	g.Entries[0][1].Marks, g.Entries[1][2].Marks = []Mark{Better, Better}, []Mark{Worse, NoMark}
	g.Entries[2][0].Marks = []Mark{NoMark, Worse}
	g.Remarks = []string{"v1 better, *1 worse than lr[C=0.1]/ova; v2 better, *2 worse than svm/ova: some test."}
	g.Entries[0][0].Second, g.Entries[1][0].Second, g.Entries[3][2].Second = true, true, true
	g.print = plan.Print{Digits: "uncertainty", Highlight: "second_best", Caption: "Accuracy on four sets, 100% of_it.",
		Label: "tab:four", FontSize: "small"}
	return g
}

// with changes how a grid is shown.
func with(g Grid, name string, change func(*plan.Print)) Grid {
	g.Name = name
	change(&g.print)
	return g
}

// printed are tables in every form that a table block can ask for.
func printed() map[string]Grid {
	yes, no := true, false
	odd := oblong(10, 5)
	for i, name := range []string{"_", "%", "&", "#", "~", "^", `\`, "{}", `"'`, "$@*<"} {
		odd.Rows[i] = "a" + name + "b" + name
		odd.Columns[i%5] = name + name + "c/" + name
	}
	odd.Entries[2][3].Mean, odd.Entries[2][3].SD = nan, nan
	odd.Entries[3][3].Mean, odd.Entries[3][3].SD = math.Inf(1), nan
	wide := oblong(4, 60)
	tall := oblong(200, 3)
	tall.Notes = []string{"of 200 datasets"}
	tall.Entries[199][2].Notes = []int{0}
	list := map[string]Grid{
		"paper":         paper(),
		"transposed":    with(paper(), "transposed", func(p *plan.Print) { p.Transpose, p.Label = &yes, "tab:other" }),
		"column":        with(oblong(6, 4), "column", func(p *plan.Print) { p.Width, p.FontSize = "column", "footnotesize" }),
		"across":        with(oblong(6, 9), "across", func(p *plan.Print) { p.Width = "page" }),
		"odd":           with(odd, "odd_ names", func(p *plan.Print) { p.Caption, p.Digits = `Odd \names: _%&#~^{}"$@*<`, "uncertainty" }),
		"wide":          with(wide, "wide", func(p *plan.Print) { p.Transpose = &no }),
		"tall":          with(tall, "tall", func(p *plan.Print) { p.LongTable = true }),
		"pages":         with(tall, "pages", func(p *plan.Print) { p.LongTable, p.RowsPerPage, p.FontSize = true, 15, "small" }),
		"parts":         with(oblong(30, 8), "parts", func(p *plan.Print) { p.RowsPerPage, p.ColumnsPerPage = 12, 3 }),
		"long and wide": with(oblong(70, 10), "long and wide", func(p *plan.Print) { p.LongTable, p.Transpose = true, &no }),
	}
	return list
}

func TestPrinted(t *testing.T) {
	list := printed()
	for _, name := range []string{"paper", "transposed", "column", "across", "odd", "parts"} {
		scoretest.Golden(t, name+".tex", scoretest.Render(t, list[name].Sheet().LaTeX))
		scoretest.Golden(t, name+".typ", scoretest.Render(t, list[name].Sheet().Typst))
	}
	for name, g := range map[string]Grid{"full": full(), "awkward": awkward()} {
		scoretest.Golden(t, name+".typ", scoretest.Render(t, g.Sheet().Typst))
	}
	scoretest.Golden(t, "paper.md", scoretest.Render(t, list["paper"].Sheet().Markdown))
	scoretest.Golden(t, "paper.html", scoretest.Render(t, list["paper"].Sheet().HTML))
	scoretest.Golden(t, "paper.txt", scoretest.Render(t, text100(list["paper"])))
	scoretest.Golden(t, "transposed.md", scoretest.Render(t, list["transposed"].Sheet().Markdown))
	scoretest.Golden(t, "tall.tex", scoretest.Render(t, with(oblong(5, 2), "tall", func(p *plan.Print) {
		p.LongTable, p.RowsPerPage = true, 2
	}).Sheet().LaTeX))
}

// collected writes tables and the documents with all of them into a folder.
func collected(t *testing.T, list map[string]Grid, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	c := sheet.Collection{Title: "All_ tables #1"}
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		s, file := list[name].Sheet(), "table_"+strconv.Itoa(i)
		c.Files, c.Sheets = append(c.Files, file), append(c.Sheets, s)
		write(file+".tex", scoretest.Render(t, s.LaTeX))
		write(file+".typ", scoretest.Render(t, s.Typst))
	}
	write("all.tex", scoretest.Render(t, c.LaTeX))
	write("all.typ", scoretest.Render(t, c.Typst))
	return dir
}

// onePage and twoColumns are the tables of papers with such pages.
var (
	onePage    = []string{"paper", "transposed", "odd", "wide", "tall", "pages", "parts", "long and wide"}
	twoColumns = []string{"column", "across", "paper", "tall"}
)

// Tables in every form compile together in LaTeX and fit their lines and pages.
func TestCollectionsCompileInLaTeX(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: the LaTeX tables are compared with golden files only")
	}
	for _, names := range [][]string{onePage, twoColumns} {
		dir := collected(t, printed(), names...)
		for range 3 { // until longtables know their widths
			cmd := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "all.tex")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", names, err, out)
			}
		}
		checkLog(t, filepath.Join(dir, "all.log"))
		keepPDF(t, dir, names[0]+"-latex")
	}
}

// Tables in every form compile together in Typst, those of labels beyond ASCII too.
func TestCollectionsCompileInTypst(t *testing.T) {
	compile := findTypst(t)
	list := printed()
	list["full"], list["awkward"], list["labels"] = full(), awkward(), labelled(12, 5, 24, 45)
	list["labels"].Rows[0] = "Тип 类别"
	for _, names := range [][]string{append([]string{"full", "awkward", "labels"}, onePage...), twoColumns} {
		dir := collected(t, list, names...)
		cmd := exec.Command(compile[0], append(compile[1:], filepath.Join(dir, "all.typ"), filepath.Join(dir, "all.pdf"))...)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %v\n%s", names, err, out)
		}
		keepPDF(t, dir, names[0]+"-typst")
	}
}

// keepPDF keeps a document for looking at it, in the folder that BENCH_LOOK names.
func keepPDF(t *testing.T, dir, name string) {
	t.Helper()
	to := os.Getenv("BENCH_LOOK")
	if to == "" {
		return
	}
	b, err := os.ReadFile(filepath.Join(dir, "all.pdf"))
	if err == nil {
		err = os.WriteFile(filepath.Join(to, name+".pdf"), b, 0o644)
	}
	if err != nil {
		t.Error(err)
	}
}

// typstScript compiles with the package typst of Python.
const typstScript = `import sys, typst
typst.compile(sys.argv[1], output=sys.argv[2])`

// findTypst returns a command that compiles a document into a PDF, or skips the test.
func findTypst(t *testing.T) []string {
	t.Helper()
	if path, err := exec.LookPath("typst"); err == nil {
		return []string{path, "compile"}
	}
	for _, name := range []string{os.Getenv("BENCH_PYTHON"), "python3"} {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import typst").Run() == nil {
			return []string{path, "-c", typstScript}
		}
	}
	t.Skip("typst is not installed, as a program or for Python: the Typst tables are compared with golden files only")
	return nil
}
