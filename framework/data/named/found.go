package named

import (
	"maps"
	"slices"

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
	if s.Format == "" {
		s.Format = format
	}
	if s.Target == "" && s.Targets == nil && s.LabelsXML == "" {
		if len(e.Target) == 1 {
			s.Target = source.Target(e.Target[0])
		} else if len(e.Target) > 1 {
			s.Targets = e.Target
		}
	}
	used := slices.Concat(s.Drop, s.Targets, source.SortedKeys(s.Types), []string{string(s.Target), s.Split, s.Fold, s.Group, s.Weights})
	for _, column := range e.Drop {
		if !slices.Contains(used, column) {
			s.Drop = append(slices.Clip(s.Drop), column)
		}
	}
	types := maps.Clone(e.Types)
	for column, kind := range s.Types {
		if types == nil {
			types = map[string]string{}
		}
		types[column] = kind
	}
	s.Types = types
	if s.Missing == nil {
		s.Missing = e.Missing
	}
	if s.Columns == nil {
		s.Columns = e.Columns
	}
	if s.Delimiter == "" {
		s.Delimiter = e.Delimiter
	}
	if s.Split == "" {
		s.Split = e.Split
	}
	s.Declared, s.Codes = e.Levels, e.Codes
	return s
}
