package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/test/peers/figures"
)

// narrow is the folder of docs/bench with the figures of processors without AVX-512.
const narrow = "avx2"

// keep copies a file of figures into docs/bench, named after its day and processor.
func keep(docs, path string) error {
	list, err := figures.Read(path)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%s has no figures", path)
	}
	last := list[len(list)-1]
	name := strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(last.CPU, ",", ""))), "-")
	folder := filepath.Join(docs, "bench")
	if strings.HasSuffix(name, "-avx2") {
		folder = filepath.Join(folder, narrow)
	}
	if err := figures.Write(filepath.Join(folder, last.Date+"-"+name+".csv"), list); err != nil {
		return err
	}
	return keepTrials(docs, filepath.Join(filepath.Dir(path), trialsFile))
}

// keepTrials puts the trials of a run in the place of those of the same work in docs/bench/trees.
func keepTrials(docs, path string) error {
	fresh, err := figures.ReadTrials(path)
	if err != nil || fresh == nil {
		return err
	}
	kept := filepath.Join(docs, "bench", "trees", trialsFile)
	list, err := figures.ReadTrials(kept)
	if err != nil {
		return err
	}
	for _, t := range fresh {
		list = figures.MergeTrials(list, nil, t.Work)
	}
	return figures.WriteTrials(kept, append(list, fresh...))
}

// render writes what follows from the kept files into the documents.
func render(docs string) error {
	files, err := rendered(docs)
	if err != nil {
		return err
	}
	for path, content := range files {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// rendered are the files as they should be, by their paths.
func rendered(docs string) (map[string][]byte, error) {
	releases, err := figures.Releases(filepath.Join(docs, "bench"))
	if err != nil {
		return nil, err
	}
	without, err := figures.Releases(filepath.Join(docs, "bench", narrow))
	if err != nil {
		return nil, err
	}
	pictures, err := figures.Pictures(entries(), releases)
	if err != nil {
		return nil, err
	}
	trials, err := figures.ReadTrials(filepath.Join(docs, "bench", "trees", trialsFile))
	if err != nil {
		return nil, err
	}
	page := filepath.Join(docs, "performance.md")
	content, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	text := string(content)
	for name, part := range map[string]string{"figures": figures.Table(entries(), releases),
		"rooflines": figures.Rooflines(entries(), releases), "trees": figures.TrialTable(trials),
		"avx2": figures.Table(measured(entries(), without), without)} {
		if text, err = fill(text, name, part); err != nil {
			return nil, fmt.Errorf("%s: %w", page, err)
		}
	}
	files := map[string][]byte{page: []byte(text)}
	for group, svg := range pictures {
		files[filepath.Join(docs, "bench", strings.ToLower(group)+".svg")] = svg
	}
	return files, nil
}

// measured leaves out the entries that no release has.
func measured(entries []figures.Entry, releases []figures.Release) []figures.Entry {
	return slices.DeleteFunc(entries, func(e figures.Entry) bool {
		return !slices.ContainsFunc(releases, func(r figures.Release) bool { return r.Has(e) })
	})
}

// fill puts a part into its place of a page.
func fill(page, name, part string) (string, error) {
	begin, end := fmt.Sprintf("<!-- begin %s -->\n", name), fmt.Sprintf("<!-- end %s -->\n", name)
	before, rest, opened := strings.Cut(page, begin)
	_, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		return "", fmt.Errorf("no %q followed by %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + "\n" + part + "\n" + end + after, nil
}

// show prints the rows with their targets.
func show(w io.Writer) error {
	for _, r := range rows() {
		note := ""
		if r.full {
			note = " (only with -full)"
		}
		for _, t := range r.targets {
			if _, err := fmt.Fprintf(w, "%s%s: %s, floor %.3g, goal %.3g\n", r.work, note, t.measure, t.Floor,
				t.Goal); err != nil {
				return err
			}
		}
	}
	return nil
}
