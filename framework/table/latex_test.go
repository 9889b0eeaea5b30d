package table

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/score/scoretest"
)

var overfull = regexp.MustCompile(`Overfull \\hbox \(([0-9.]+)pt too wide\)`)

// Every golden table compiles in a plain article and fits its lines.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: the LaTeX tables are compared with golden files only")
	}
	tables, err := filepath.Glob("testdata/*.tex")
	if err != nil || len(tables) == 0 {
		t.Fatal("no golden tables", err)
	}
	dir := t.TempDir()
	text := "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n\\listoftables\n"
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
	log, err := os.ReadFile(filepath.Join(dir, "all.log"))
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

func TestLaTeXEscape(t *testing.T) {
	for text, want := range map[string]string{
		"one_hot & 100%": `one\_hot \& 100\%`, "a--b": "a-{}-b", `\x{y}`: `\textbackslash{}x\{y\}`, "a\n\nb": "a b", "<|>": "$<$$|$$>$", "\x00": "", "é": "é", "a — b": "a --- b",
	} {
		if got := latexEscape(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

func TestLaTeXSaysWhatItNeeds(t *testing.T) {
	g := oblong(2, 2)
	if text := string(scoretest.Render(t, g.LaTeX)); strings.Contains(text, "beyond ASCII") {
		t.Errorf("letters beyond ASCII in\n%s", text)
	}
	g.Rows[0] = "Тип 类别"
	if text := string(scoretest.Render(t, g.LaTeX)); !strings.Contains(text, "[T2A]") || !strings.Contains(text, "Тип 类别 &") {
		t.Errorf("no word on letters beyond ASCII in\n%s", text)
	}
}

// Every row is in exactly one part of each block of columns, and only the last
// part of a block has the foot.
func TestSheetsLoseNothing(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {60, 3}, {60, 12}, {3, 30}, {40, 2}, {41, 2}, {39, 2}} {
		s := oblong(size[0], size[1]).page().sections[0]
		want, got := 0, 0
		for _, line := range s.lines[1:] {
			want += len(line) - 1
		}
		heads := 0
		for _, sheet := range s.sheets() {
			heads++
			if len(sheet.lines)-1 > pageRows+1 {
				t.Errorf("%v: a sheet of %d rows", size, len(sheet.lines)-1)
			}
			for _, line := range sheet.lines[1:] {
				got += len(line) - 1
			}
		}
		turnedWant := (len(s.lines) - 1) * (len(s.lines[0]) - 1)
		if got != want || want != turnedWant {
			t.Errorf("%v: %d cells in %d sheets, want %d", size, got, heads, want)
		}
	}
}
