package named

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/data/source"
)

// Found is what a name stands for, with the places of its files. A nil Found is that of a source without a name.
type Found struct {
	*Entry
	Rows  string // path of the file of rows
	Folds string // path of the file of folds, "" without one
}

// Download is the file that was downloaded for the rows: theirs, or the archive that holds it.
func (e *Entry) Download() File {
	if archive, packed := e.File(Archive); packed {
		return archive
	}
	rows, _ := e.File(Data)
	return rows
}

// Source is a source with the files in place of the name. What the block itself says comes before what the name
// stands for.
func (f *Found) Source(s source.Source) source.Source {
	if f == nil {
		return s
	}
	rows, _ := f.File(Data)
	s.File, s.SHA256 = f.Rows, rows.SHA256
	if s.SplitFile == "" {
		s.SplitFile = f.Folds
	}
	if s.HuggingFace != "" {
		s.Split = "" // that of the name
	}
	s.Named = source.Named{}
	return f.fill(s, rows.Format)
}

// fill adds what the block does not say.
func (e *Entry) fill(s source.Source, format string) source.Source {
	c := e.Of()
	s.Format, s.Split = cmp.Or(format, s.Format), cmp.Or(s.Split, c.Split)
	s.Delimiter, s.Encoding = cmp.Or(s.Delimiter, c.Delimiter), cmp.Or(s.Encoding, c.Encoding)
	if s.Target == "" && s.Targets == nil && s.LabelsXML == "" {
		if len(c.Target) == 1 {
			s.Target = source.Target(c.Target[0])
		} else {
			s.Targets = c.Target
		}
	}
	used := slices.Concat(s.Drop, s.Targets, source.SortedKeys(s.Types),
		[]string{string(s.Target), s.Split, s.Fold, s.Group, s.Weights})
	for _, column := range c.Drop {
		if !slices.Contains(used, column) {
			s.Drop = append(slices.Clip(s.Drop), column)
		}
	}
	types := maps.Clone(c.Types)
	if types == nil {
		types = map[string]string{}
	}
	maps.Copy(types, s.Types)
	s.Types = types
	if s.Missing == nil {
		s.Missing = c.Missing
	}
	if s.Columns == nil {
		s.Columns = c.Names
		if s.Header == nil {
			s.Header = c.Header
		}
	}
	s.Declared, s.Codes = c.Levels, c.Codes
	return s
}

// Origin is what results say of where rows come from.
type Origin struct {
	Kind     string   `json:"kind"` // as the attribute of a dataset block
	ID       string   `json:"id"`
	Name     string   `json:"name,omitempty"`
	Version  string   `json:"version,omitempty"`
	Page     string   `json:"page,omitempty"` // for readers
	Licence  string   `json:"licence,omitempty"`
	Creators []string `json:"creators,omitempty"`
	Citation string   `json:"citation,omitempty"`
}

// Origin is what results say of the entry; nil of a source without a name.
func (f *Found) Origin() *Origin {
	if f == nil {
		return nil
	}
	a, described := f.Said(), ""
	if strings.Contains(f.ID, "://") {
		described = f.ID // the files may be parts, and the table that is made of them is nowhere
	}
	page := cmp.Or(a.Page, f.Download().URL, described)
	return &Origin{f.Kind, f.ID, f.Name, f.Version, page, a.Licence, a.Creators, a.Citation}
}
