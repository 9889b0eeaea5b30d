package picture

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// Every picture is one PDF page with the same bytes each time, without today's date.
func TestPDF(t *testing.T) {
	for name, write := range pictures {
		t.Run(name, func(t *testing.T) {
			draw := func(w io.Writer) error { return write(PDF(w)) }
			got := scoretest.Render(t, draw)
			if !bytes.HasPrefix(got, []byte("%PDF-")) || bytes.Count(got, []byte("/Type /Page\n")) != 1 {
				t.Fatalf("%d bytes that begin with %q", len(got), got[:20])
			}
			for range 3 {
				if !bytes.Equal(got, scoretest.Render(t, draw)) {
					t.Fatal("the same values gave other bytes")
				}
			}
			if !bytes.Contains(got, []byte("/CreationDate (D:20000101000000")) || len(got) > 150_000 {
				t.Errorf("%d bytes, with the date of their making", len(got))
			}
		})
	}
}

// LaTeX takes the PDF of each picture.
func TestPDFInLaTeX(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: pictures are not put into a document")
	}
	dir := t.TempDir()
	page := "\\documentclass{article}\n\\usepackage{graphicx}\n\\begin{document}\n"
	for name, write := range pictures {
		picture := scoretest.Render(t, func(w io.Writer) error { return write(PDF(w)) })
		if err := os.WriteFile(filepath.Join(dir, name+".pdf"), picture, 0o666); err != nil {
			t.Fatal(err)
		}
		page += "\\includegraphics[width=\\linewidth,height=.9\\textheight,keepaspectratio]{" + name + "}\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "p.tex"), []byte(page+"\\end{document}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "p.tex")
	c.Dir, c.Env = dir, append(os.Environ(), "max_print_line=1000")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name := range pictures {
		if !bytes.Contains(out, []byte("./"+name+".pdf")) {
			t.Errorf("%s is not in the document:\n%s", name, out)
		}
	}
}
