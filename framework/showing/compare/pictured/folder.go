package pictured

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/picture"
)

// endings are those of the files of compare.Formats.
var endings = map[string]string{"text": "txt", "csv": "csv", "latex": "tex", "typst": "typ", "json": "json"}

// fileOf is the name of the file of one of compare.Formats.
func fileOf(format string) string { return "comparisons." + endings[format] }

// WriteTo writes a comparison into a folder: its tables in every format, and its pictures in
// one of picture.Formats. Pictures of an earlier comparison there, as its comparisons.json
// names them, are removed; whatever else is there stays. It returns the names of the files.
func WriteTo(r *compare.Result, dir, pictures string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	list := Of(r)
	files := pictureFiles(list, pictures)
	if err := removeEarlier(dir, files); err != nil {
		return nil, err
	}
	var names []string
	write := func(name string, to func(io.Writer) error) error {
		names = append(names, name)
		return store.WriteFile(filepath.Join(dir, name), to)
	}
	for _, format := range compare.Formats {
		err := write(fileOf(format), func(w io.Writer) error {
			if format == "json" {
				return r.JSON(w, files)
			}
			return r.Write(w, format, 0)
		})
		if err != nil {
			return names, err
		}
	}
	for i, p := range list {
		if err := write(files[i], func(w io.Writer) error { return p.Draw(picture.As(w, pictures)) }); err != nil {
			return names, err
		}
	}
	return names, nil
}

// pictureFiles names the files of pictures, each once.
func pictureFiles(list []Picture, format string) []string {
	names := []string{}
	for _, p := range list {
		stem := plan.FileName(strings.Join(lists.Filter(p.File, func(part string) bool { return part != "" }), "-"))
		name := stem + "." + format
		for i := 2; slices.Contains(names, name); i++ {
			name = fmt.Sprintf("%s_%d.%s", stem, i, format)
		}
		names = append(names, name)
	}
	return names
}

// removeEarlier removes the pictures that an earlier comparison wrote into a folder, except
// those that are written again. A comparisons.json that bench did not write names no pictures.
func removeEarlier(dir string, anew []string) error {
	var earlier struct {
		Explanation string
		Pictures    []string
	}
	text, err := os.ReadFile(filepath.Join(dir, fileOf("json")))
	if err != nil || json.Unmarshal(text, &earlier) != nil || earlier.Explanation == "" {
		return nil
	}
	for _, name := range earlier.Pictures {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		own := filepath.Base(name) == name && slices.Contains(picture.Formats, strings.TrimPrefix(filepath.Ext(name), "."))
		if !own || err != nil || !info.Mode().IsRegular() || slices.Contains(anew, name) {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing a picture of an earlier comparison: %w", err)
		}
	}
	return nil
}
