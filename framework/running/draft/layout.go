package draft

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
)

// mostSkipped is how many lines before the table are left out at most.
const mostSkipped = 9

// layouts are how fields are parted, the likeliest first.
var layouts = []source.Layout{{}, {Delimiter: ";"}, {Delimiter: "\t"}, {Delimiter: "|"}, {Format: "space"}}

// layout finds out how the file is written, and the names of its columns; nil for a format without names.
func (d *Draft) layout() ([]string, error) {
	format := formats.Of(d.Source)
	if format.Open == nil {
		return nil, nil
	}
	if xml := labelsBeside(d.Source.File); xml != "" && format.LastIsTarget {
		d.Source.LabelsXML = xml
	}
	names, err := d.names(d.Source)
	if plain := err == nil && len(names) > 1 && !numbered(names); plain || format.Delimiter == "" {
		return names, err
	}
	listed := d.Source
	listed.Format = "svmlight"
	if _, _, wrong := loader.Table(listed); wrong == nil {
		d.Source = listed
		return nil, nil
	}
	for skipped := range mostSkipped + 1 {
		for _, layout := range layouts {
			s := d.Source
			layout.SkipLines = skipped
			s.Layout = layout
			if found, ok := d.fields(s); ok {
				return found, nil
			}
		}
	}
	return names, err
}

// names opens the file as a source says, and reads some rows.
func (d *Draft) names(s source.Source) ([]string, error) {
	in, err := formats.Of(s).Open(s.File, formats.WithDefaults(s))
	if err != nil {
		return nil, err
	}
	names := in.Names()
	s.Rows, s.Target = 100, source.Target(names[0])
	_, _, err = loader.Table(s)
	if wrong := data.Errors(err); err != nil && wrong[0].Line > 0 && len(wrong[0].Path) == 0 {
		return nil, err // other errors are of the column that was taken as target
	}
	return names, nil
}

// fields takes a source as that of the file if it parts lines into several fields.
func (d *Draft) fields(s source.Source) ([]string, bool) {
	names, err := d.names(s)
	if err != nil || numbered(names) {
		none := false
		s.Header = &none
		names, err = d.names(s)
	}
	if err != nil || len(names) < 2 {
		return nil, false
	}
	d.Source = s
	return names, true
}

// numbered reports whether the names of columns are values: one of them is a number.
func numbered(names []string) bool {
	for _, name := range names {
		if _, err := strconv.ParseFloat(name, 64); err == nil {
			return true
		}
	}
	return false
}

// labelsBeside is the XML file with the labels of a multi-label file that lies beside it, as Mulan
// gives its files out; "" if there is none.
func labelsBeside(path string) string {
	stem, _, _ := strings.Cut(filepath.Base(path), ".")
	for _, end := range []string{"", "-train", "-test"} {
		xml := filepath.Join(filepath.Dir(path), strings.TrimSuffix(stem, end)+".xml")
		if info, err := os.Stat(xml); err == nil && info.Mode().IsRegular() {
			return xml
		}
	}
	return ""
}
