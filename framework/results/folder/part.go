// Package folder reads and writes what a results folder says of its experiment: the
// plan, the manifest with every setting, and both of several folders merged.
package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// ReadManifest reads the manifest of a results
func ReadManifest(dir string) (store.Manifest, error) {
	var m store.Manifest
	err := store.ReadJSON(filepath.Join(dir, store.ManifestFile), &m)
	var syntax *json.SyntaxError
	var types *json.UnmarshalTypeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%s is not a results folder: it holds no %s%s", dir, store.ManifestFile, wording.MeantPath(dir))
	case errors.As(err, &syntax), errors.As(err, &types):
		err = fmt.Errorf("the manifest is damaged: %w. Delete it and run the experiment file again with -out %s: the "+
			"finished cells are in %s, and none is computed again", err, dir, filepath.Join(dir, store.JournalDir))
	}
	return m, err
}

// Part is what a results folder says of the experiment it was made for.
type Part struct {
	Dir        string
	Manifest   store.Manifest
	Plan       *plan.Plan
	Experiment Experiment
}

func Read(dir string) (Part, error) {
	p := Part{Dir: dir}
	var err error
	if p.Manifest, err = ReadManifest(dir); err != nil {
		return p, err
	}
	if p.Plan, err = PlanOf(dir, p.Manifest); err != nil {
		return p, err
	}
	if err := json.Unmarshal(p.Manifest.Resolved, &p.Experiment); err != nil {
		return p, fmt.Errorf("%s holds an experiment of another release: %w", dir, err)
	}
	return p, nil
}

// Holds reports whether a folder is a results
func Holds(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, store.ManifestFile))
	return err == nil
}

// Find lists the results folders whose paths begin with a word, up to two levels down.
func Find(word string) []string {
	var folders []string
	for _, deeper := range []string{"*", "*/*", "*/*/*"} {
		found, _ := filepath.Glob(word + filepath.Join(deeper, store.ManifestFile)) // none for a bad pattern
		folders = append(folders, lists.Map(found, filepath.Dir)...)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// FindOutdated compares the plan that a results folder was made for with the
// present one. A folder without a manifest holds nothing outdated.
func FindOutdated(dir string, now *plan.Plan, results store.Results) (plan.Outdated, error) {
	if !Holds(dir) {
		return plan.Outdated{}, nil
	}
	old, err := Read(dir)
	if err != nil {
		return plan.Outdated{}, err
	}
	return plan.FindOutdated(old.Plan, now, func(key string) bool { _, done := results.ByKey[key]; return done }), nil
}

// ReadPlan reads the plan of a results folder.
func ReadPlan(dir string) (*plan.Plan, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	return PlanOf(dir, m)
}

// PlanOf reads the plan that a manifest of a results folder names, by its digest: any other
// would give other tables.
func PlanOf(dir string, m store.Manifest) (*plan.Plan, error) {
	path := store.PlanPath(dir, m)
	b, err := store.ReadPlain(path)
	p := &plan.Plan{}
	switch {
	case err != nil:
	case planName(compactSum(b)) != m.Plan:
		err = fmt.Errorf("%s is not the plan that bench wrote: its digest differs", path)
	default:
		err = json.Unmarshal(b, p)
	}
	if err != nil {
		return nil, fmt.Errorf("%w. Run the experiment file again with -out %s, which writes the plan again: the finished "+
			"cells are in %s, and none is computed again", err, dir, filepath.Join(dir, store.JournalDir))
	}
	return p, nil
}

// Cells are those of the plan of a results folder, with the results that its journals
// hold. What the cells predict is read when asked for.
func Cells(dir string, p *plan.Plan, results store.Results) score.Input {
	in := score.Input{Plan: p, Cells: make([]score.Cell, len(p.Cells)), Metrics: results.Metrics,
		Begun: results.Begun, Reused: Reused(p, results)}
	for i := range p.Cells {
		in.Cells[i] = score.Cell{Cell: p.Cells[i]}
		if r, ok := results.ByKey[p.Cells[i].Key]; ok {
			in.Cells[i] = CellOf(dir, &p.Cells[i], r)
		}
		in.Cells[i].TrainedBy = p.TrainedBy(p.Cells[i])
	}
	return in
}

// Reused says which results of a plan were taken from elsewhere, once for each time that some were.
func Reused(p *plan.Plan, results store.Results) (list []store.Reused) {
	uncounted := map[string]bool{}
	for _, c := range p.Cells {
		_, uncounted[c.Key] = results.ByKey[c.Key]
	}
	for _, r := range results.Reused {
		for _, key := range r.Keys {
			if uncounted[key] {
				r.Cells++
				uncounted[key] = false
			}
		}
		if r.Cells > 0 {
			list = append(list, r)
		}
	}
	return list
}

// stored is a result in a folder.
type stored struct {
	dir    string
	cell   *plan.Cell
	result store.Result
}

// CellOf is a cell of a plan with its result in a results folder. What it predicts is read when asked for.
func CellOf(dir string, c *plan.Cell, r store.Result) score.Cell {
	s := &stored{dir, c, r}
	s.result.Key = c.Key // the plan's text, not another with the same letters
	cell := score.Cell{Cell: *c, Result: &s.result, Predictions: s.predictions}
	if r.Train != nil {
		cell.Train = s.train
	}
	if r.Folded != nil {
		cell.Folded = s.folded
	}
	if r.Regions != nil {
		cell.Regions = s.regions
	}
	if r.Binary != nil {
		cell.Binary = s.binary
	}
	if r.Code != nil {
		cell.Code = s.code
	}
	return cell
}

func (s *stored) predictions() (store.Predictions, error) {
	if s.result.Predictions == nil {
		return store.Predictions{}, fmt.Errorf("cell %s has no predictions", s.cell.Name())
	}
	return store.ReadPredictions(s.dir, *s.result.Predictions)
}

func (s *stored) train() (store.Predictions, error) {
	return store.ReadPredictions(s.dir, *s.result.Train)
}

func (s *stored) folded() (store.Predictions, error) {
	return store.ReadPredictions(s.dir, *s.result.Folded)
}
func (s *stored) regions() (store.Regions, error)  { return store.ReadRegions(s.dir, *s.result.Regions) }
func (s *stored) binary() (diagnose.Binary, error) { return store.ReadBinary(s.dir, *s.result.Binary) }
func (s *stored) code() (contract.Dense, error)    { return store.ReadCode(s.dir, *s.result.Code) }
