package e2e

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unruly is an experiment with a learner of the plugin unruly, whose name is to be
// filled in, one that then tells of the host's memory, and a sound one.
const unruly = `
bench {
  required_plugins {
    unruly = { source = "./plugins/unruly" }
  }
}
experiment "e" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
learner %q "bad" {}
learner "watching" "watching" {}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
metric "accuracy" {}
`

// A flood or garbage in the place of an answer costs the cells that asked; the host
// keeps nothing of it, and the other cells have their results.
func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	const mostMemory = 250_000 // kB; the flood alone is 300 MB
	peak := regexp.MustCompile(`the host held (\d+) kB`)
	for learner, words := range map[string]string{
		"flooding":  "the plugin sent a message of 300 MB, and 1 MB is the most",
		"mumbling":  "the plugin sent a message that is not part of the protocol",
		"scrawling": "the plugin sent bytes that are not gRPC",
	} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.write("e.hcl", fmt.Sprintf(unruly, learner))
			o := d.must(1, "run", "e.hcl", "-workers", "1")
			contains(t, "stderr", o.stderr, "2 cells ok, 4 failed, 0 skipped, 0 not run")
			for _, c := range readCSV(t, d.read("results/e/cells.csv")) {
				switch c["learner"] {
				case "bad":
					contains(t, c["status"]+" cell", c["error"], words)
				case "watching":
					held := peak.FindStringSubmatch(c["error"])
					if held == nil {
						t.Fatalf("no word of the host's memory: %s", c["error"])
					}
					if kB, _ := strconv.Atoi(held[1]); kB > mostMemory {
						t.Errorf("the host held %d MB", kB>>10)
					}
				}
				if strings.Contains(c["error"], "grpc") || strings.Contains(c["error"], "rpc error") {
					t.Errorf("gRPC's own words: %s", c["error"])
				}
			}
		})
	}
}
