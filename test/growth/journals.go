package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// experimentOf is an experiment of 10^k cells: datasets, encoders, variants of a learner
// and codes on 10 folds.
func experimentOf(cells int) (string, error) {
	sizes := map[int][4]int{10_000: {5, 2, 10, 10}, 100_000: {10, 4, 25, 10}, 1_000_000: {50, 4, 50, 10}}
	size, ok := sizes[cells]
	if !ok {
		return "", errors.New("-cells is 10000, 100000 or 1000000")
	}
	var b strings.Builder
	b.WriteString("experiment \"growth\" {}\nvalidation { folds = 10 }\n")
	for d := range size[0] {
		fmt.Fprintf(&b, "dataset \"d%d\" {\n  generate = \"blobs\"\n  classes = 5\n  rows = 60\n  seed = %d\n}\n", d, d)
	}
	for e := range size[1] {
		fmt.Fprintf(&b, "encoder \"one_hot\" \"e%d\" { numeric = %q }\n", e, []string{"standard", "minmax", "maxabs", "none"}[e])
	}
	fmt.Fprintf(&b, "learner \"logreg\" \"lr\" { C = logspace(-3, 3, %d) }\n", size[2])
	for r := range size[3] {
		fmt.Fprintf(&b, "reduction \"ecoc\" \"r%d\" {\n  code = \"dense_random\"\n  columns = 8\n  draw = %d\n}\n", r, r)
	}
	return b.String(), nil
}

// begin lets bench run the experiment until it has some results, and keeps of its folder
// what is there before a slot begins.
func (s site) begin() error {
	run := exec.Command(s.bench, "run", s.file(), "-out", s.job(), "-workers", "1")
	if err := run.Start(); err != nil {
		return err
	}
	var results store.Results
	for len(results.ByKey) < 20 {
		time.Sleep(100 * time.Millisecond)
		var err error
		if results, err = store.ReadResults(s.job()); err != nil {
			return err
		}
	}
	if err := run.Process.Signal(syscall.SIGINT); err != nil {
		return err
	}
	_ = run.Wait() // says that it was interrupted
	if err := os.MkdirAll(filepath.Join(s.out(), store.JournalDir), 0o755); err != nil {
		return err
	}
	m, err := folder.ReadManifest(s.job())
	if err != nil {
		return err
	}
	err = errors.Join(os.Link(filepath.Join(s.job(), store.ManifestFile), filepath.Join(s.out(), store.ManifestFile)),
		os.Link(store.PlanPath(s.job(), m), store.PlanPath(s.out(), m)))
	if err != nil {
		return err
	}
	j := job.Job{Dir: s.job(), Experiment: "growth"}
	return errors.Join(j.Create(), job.Remember(s.out(), s.job()))
}

// sample is a real result with what it predicts.
type sample struct {
	result store.Result
	output store.Output
}

// samples reads the results of a folder.
func samples(dir string) ([]sample, error) {
	results, err := store.ReadResults(dir)
	if err != nil {
		return nil, err
	}
	var list []sample
	for _, r := range results.ByKey {
		p, err := store.ReadPredictions(dir, *r.Predictions)
		if err != nil {
			return nil, err
		}
		r.Regions = nil // pictures are of the first fold only
		x := sample{result: r, output: store.Output{Test: &p}}
		if r.Binary != nil {
			var binary diagnose.Binary
			if binary, err = store.ReadBinary(dir, *r.Binary); err != nil {
				return nil, err
			}
			x.output.Binary = &binary
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b sample) int { return strings.Compare(a.result.Key, b.result.Key) })
	return list, nil
}

// fill replaces the journals of the job's folder by those of slots that have done all
// cells, and returns their size.
func (s site) fill(slots int) (int64, error) {
	models, err := samples(s.job())
	if err != nil {
		return 0, err
	}
	part, err := folder.Read(s.job())
	if err != nil {
		return 0, err
	}
	journals := filepath.Join(s.job(), store.JournalDir)
	begun, err := filepath.Glob(filepath.Join(journals, "2*")) // and no plan
	if err != nil {
		return 0, err
	}
	for _, path := range begun {
		if err := os.Remove(path); err != nil {
			return 0, err
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	cells := part.Plan.Cells
	each := int(math.Ceil(float64(len(cells)) / float64(slots)))
	slot := 0
	for share := range slices.Chunk(cells, each) {
		a := job.Attempt{Wave: 1, Class: "default", Index: slot, Batch: "1000"}
		if err := writeJournal(s.job(), a.String(), share, models, random); err != nil {
			return 0, err
		}
		slot++
	}
	return sizeOf(journals)
}

// writeJournal writes the journal of a slot: a start and a result of each cell.
func writeJournal(dir, attempt string, cells []plan.Cell, models []sample, random *rand.Rand) error {
	j, err := store.OpenJournal(dir, attempt, store.Manifest{})
	if err != nil {
		return err
	}
	for _, c := range cells {
		x := models[random.IntN(len(models))]
		x.result.Key = c.Key
		if err := errors.Join(j.Start(c.Key), j.Result(x.result, x.output)); err != nil {
			return errors.Join(err, j.Close())
		}
	}
	return j.Close()
}

// sizeOf adds up the files of a folder and those within.
func sizeOf(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }
