package e2e

import (
	"fmt"
	"os/exec"
	"testing"
)

// surprised is an experiment whose learner has a surprise in half of its cells.
const surprised = `
bench {
  required_plugins {
    surprising = { source = "./plugin" }
  }
}
experiment "e" {}
dataset "rows" { generate = "blobs" }
learner "surprising" "surprising" { what = grid("", %q) }
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
`

// What an author's code raises that is not an exception, and what it answers that is not a
// number, fails its cells with a sentence: in Python and in R.
func TestSurprises(t *testing.T) {
	t.Parallel()
	scripts := map[string]func(d *dir){
		"python": func(d *dir) {
			d.scripted("surprises", "plugin", "main.py", "sdk/python/bench_plugin", `command = ["`+findPython(d.t)+`", "main.py"]`)
		},
		"r": func(d *dir) {
			if needed := languages["r"]; exec.Command("sh", "-c", needed.there).Run() != nil {
				d.t.Skipf("plugins in R need %s", needed.needs)
			}
			d.scripted("surprises", "plugin", "main.R", "sdk/r/R/bench_plugin.R",
				"command = [\"Rscript\", \"--vanilla\", \"./main.R\"]\nadapter = true")
		},
	}
	for _, test := range []struct{ language, what, words string }{
		{"python", "interrupted", "the plugin raised KeyboardInterrupt"},
		{"python", "cancelled", "the plugin raised asyncio.exceptions.CancelledError"},
		{"python", "closed", "the plugin raised GeneratorExit"},
		{"python", "late", "the plugin raised KeyboardInterrupt"},
		{"python", "complex", "the scores of a model have the type complex128, which is not one of real numbers"},
		{"python", "masked", "are a masked array in which"},
		{"python", "end", "training ended by 'bored', which is not one of tolerance"},
		{"python", "fork", ""},
		{"python", "spawn", ""},
		{"python", "forkserver", ""},
		{"r", "interrupted", "the plugin was interrupted"},
		{"r", "aborted", "the plugin invoked the restart abort"},
		{"r", "complex", "score returned values of the type complex, which is not one of real numbers"},
		{"r", "text", "score returned values of the type character, which is not one of real numbers"},
	} {
		t.Run(test.language+" "+test.what, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			scripts[test.language](d)
			d.write("e.hcl", fmt.Sprintf(surprised, test.what))
			if test.words == "" {
				contains(t, "stderr", d.must(0, "run", "e.hcl").stderr, "4 cells ok, 0 failed")
				return
			}
			contains(t, "stderr", d.must(1, "run", "e.hcl").stderr, "2 cells ok, 2 failed")
			for _, cell := range readCSV(t, d.read("results/e/cells.csv")) {
				if cell["status"] == "failed" {
					contains(t, "cells.csv", cell["error"], test.words)
				}
			}
		})
	}
}
