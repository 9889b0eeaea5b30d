package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/host"
)

// tiny is an experiment of four cells.
const tiny = `
experiment "tiny" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 30
  seed     = 1
}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 2 }
metric "accuracy" {}
`

// progressEvery is the number of repetitions between two words on stderr.
const progressEvery = 100

// runMany runs the tiny experiment, each time into a new folder.
func runMany(bench, dir string, runs int) error {
	if err := os.WriteFile(filepath.Join(dir, "tiny.hcl"), []byte(tiny), 0o644); err != nil {
		return err
	}
	results := filepath.Join(dir, "results")
	for i := range runs {
		c := exec.Command(bench, "run", "tiny.hcl", "-out", results)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("run %d: %w\n%s", i, err, out)
		}
		if err := os.RemoveAll(results); err != nil {
			return err
		}
		if (i+1)%progressEvery == 0 {
			fmt.Fprintf(os.Stderr, "%d runs\n", i+1)
		}
	}
	return nil
}

// hostMany starts and stops plugins in this process. The first ones are not
// counted: they leave what the runtime makes once.
func hostMany(plugins, dir string, starts int) (left int, err error) {
	sockets := filepath.Join(dir, "sockets")
	if err := os.Mkdir(sockets, 0o700); err != nil {
		return 0, err
	}
	const warm = 9
	if err := startAndStop(plugins, sockets, warm); err != nil {
		return 0, err
	}
	time.Sleep(time.Second)
	before, err := own()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := startAndStop(plugins, sockets, starts); err != nil {
		return 0, err
	}
	after, err := settled(before, own)
	if err != nil {
		return 0, err
	}
	left = report(fmt.Sprintf("%d plugins in one process in %.0f s", starts, time.Since(began).Seconds()), before, after)
	files, err := os.ReadDir(sockets)
	fmt.Printf("  %-32s %5d before %5d after\n", "files beside the sockets", 0, len(files))
	return left + len(files), err
}

// startAndStop starts plugins one after the other and ends them by turns
// politely and by force; every third ends before it shakes hands.
func startAndStop(plugins, sockets string, starts int) error {
	sound, err := host.OpenPackage("lda", filepath.Join(plugins, "lda"))
	if err != nil {
		return err
	}
	brief, err := host.OpenPackage("true", "/bin/true")
	if err != nil {
		return err
	}
	for i := range starts {
		if i%3 == 2 {
			if _, err := host.Start(context.Background(), brief, host.Folders{Sockets: sockets,
				Temporary: sockets}); err == nil {
				return errors.New("/bin/true passes for a plugin")
			}
			continue
		}
		p, err := host.Start(context.Background(), sound, host.Folders{Sockets: sockets, Temporary: sockets})
		if err != nil {
			return err
		}
		if _, err := p.Describe(context.Background()); err != nil {
			return err
		}
		p.Stop(time.Duration(i%3) * time.Second) // by force if 0
		if (i+1)%progressEvery == 0 {
			fmt.Fprintf(os.Stderr, "%d plugins\n", i+1)
		}
	}
	return nil
}
