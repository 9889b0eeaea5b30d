package publish

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	results "github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
)

// Input is what is published.
type Input struct {
	Dir string // the results folder
	score.Input
	Manifest store.Manifest
	Title    string // "" for that of the experiment
	describe.Publication
	Journal bool // whether the record of the run is part of it
}

func (in *Input) check(out string) error {
	again := "bench report " + wording.ShellWord(in.Dir)
	in.Title = cmp.Or(in.Title, in.Plan.Title)
	switch {
	case in.Manifest.Files[describe.PackageFile] == "":
		return fmt.Errorf("%s holds no complete report of this release: run %s first", in.Dir, again)
	case in.Title == "":
		return errors.New("the results have no title: write -title, or title in the experiment block and run it again")
	case len(in.Authors) == 0:
		return errors.New(`the results have no author: write -author "Family name, Given name" for each of them`)
	}
	altered, err := in.Manifest.Altered(in.Dir)
	if err != nil {
		return err
	}
	if len(altered) > 0 {
		return fmt.Errorf("%s: %s; %s writes it again", in.Dir, altered[0], again)
	}
	entries, err := os.ReadDir(out)
	if err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name another folder with -out", out)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// remarks names what readers will miss.
func (in Input) remarks() []string {
	var list []string
	if in.Licence == "" {
		list = append(list, "no licence is stated, so nobody may reuse the files: choose one with -licence, "+
			"such as CC-BY-4.0")
	}
	if in.Date == "" {
		list = append(list, "no date of publication is stated: write -date YYYY-MM-DD if you know it")
	}
	for _, a := range in.Authors {
		if a.Given == "" && strings.Contains(a.Family, " ") {
			list = append(list, fmt.Sprintf("%s is written as the name of an organisation, because it has no comma", a.Family))
		}
	}
	if text := in.missing(); text != "" {
		list = append(list, text)
	}
	return list
}

// missing says which cells have no result.
func (in Input) missing() string {
	counts := map[store.Status]int{}
	for _, c := range in.Cells {
		counts[c.Status()]++
	}
	var parts []string
	for _, s := range []struct {
		status store.Status
		words  string
	}{{store.Failed, "failed"}, {store.Timeout, "exceeded their time limit"}, {store.OutOfMemory, "ran out of memory"},
		{store.Skipped, "cannot be computed and were skipped"}, {"", "were not run"}} {
		if n := counts[s.status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.words))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("of %s, %s", wording.Count(len(in.Cells), "cell"), wording.And(parts))
}

// described is the set that the report has written of the results folder.
func (in Input) described() (describe.Set, error) {
	at := filepath.Join(in.Dir, describe.PackageFile)
	f, err := os.Open(at)
	if err != nil {
		return describe.Set{}, err
	}
	defer f.Close()
	set, err := describe.Read(f)
	if err != nil {
		return set, fmt.Errorf("%s: %w", at, err)
	}
	set.Title = in.Title
	return set, nil
}

// copied lists the files that are taken over: those of the report, the experiment file with what belongs to it, and
// the record of the run. Others in the results folder are somebody's own.
func (in Input) copied() ([]string, error) {
	held, err := results.Held(in.Dir, in.Manifest)
	names := lists.Filter(held.Reported, func(name string) bool {
		return name != describe.PackageFile && name != describe.CroissantFile
	})
	names = append(names, held.Source...)
	if in.Journal {
		names = append(names, held.Record...)
	}
	slices.Sort(names)
	return names, err
}
