// Package formats is the table of data formats: what each is called, which
// attributes of a dataset block apply to it, and what reads it. A new format is its
// reader and a row here.
package formats

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/arff"
	"github.com/manyclass/bench/framework/data/delimited"
	"github.com/manyclass/bench/framework/data/parquetfile"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/svmlight"
)

// Format is a way of storing a dataset in a file.
type Format struct {
	Name       string
	Extensions []string // of the names of its files
	Title      string   // what messages call it
	Doc        string   // what a file holds, for the reference
	// Refuses lists the attributes of a dataset block that do not apply, and Why
	// says the reason.
	Refuses []string
	Why     string
	// Delimiter is the character between fields, unless another one is written.
	Delimiter string
	// Missing means a missing value, whatever else is written.
	Missing string
	// Target is what the target is called where no column can be named as one.
	Target string
	// LastIsTarget says that the last column is the target unless one is named.
	LastIsTarget bool
	// Open finds the columns of a file; list reads files that have none.
	Open func(path string, s source.Source) (*reader.Input, error)
	List func(paths []string, s source.Source, check func(file int) error) (*reader.Listed, error)
}

// layoutOnly are the attributes about the layout of a text of delimited fields.
var layoutOnly = []string{"header", "delimiter", "columns", "skip_lines", "decimal", "thousands"}

// All are all formats, in the order in which they are listed for users. A
// file is of the first one if its extension is of none.
var All = []Format{
	{
		Name: "csv", Extensions: []string{"csv"}, Title: "CSV", Delimiter: ",", Open: delimited.Open,
		Doc: "Text with a row a line, fields between commas or another delimiter, quotes doubled in fields in quotes (RFC " +
			"4180).",
	},
	{
		Name: "tsv", Extensions: []string{"tsv"}, Title: "TSV", Delimiter: "\t", Open: delimited.Open,
		Doc: "csv with tabs in place of commas.",
	},
	{
		Name: "space", Title: "space", Refuses: []string{"delimiter"}, Why: "Fields end at runs of blanks",
		Open: delimited.Open,
		Doc:  "csv with fields between runs of blanks.",
	},
	{
		Name: "arff", Extensions: []string{"arff"}, Title: "ARFF", Missing: "?", LastIsTarget: true, Open: arff.Open,
		Refuses: layoutOnly, Why: "An ARFF file declares its attributes itself",
		Doc: "WEKA's attribute-relation format, dense or sparse. `?` is always a missing value. The last attribute is the " +
			"target unless one is named. Dates are milliseconds since 1970-01-01 in UTC, as in WEKA. Weights in braces behind " +
			"rows are row weights, unless `weights` names a column or `drop` has `{weight}`.",
	},
	{
		Name: "svmlight", Extensions: []string{"svm", "svmlight", "libsvm"}, Title: "svmlight", Target: svmlight.Label,
		List: svmlight.Read,
		Refuses: append(slices.Clip(layoutOnly), "target", "labels_xml", "drop", "missing", "split", "fold", "group",
			"weights"),
		Why: "An svmlight file holds a label, which is the target, and numbered features",
		Doc: "A row a line, `label index:value … # remark`, as SVMlight and LIBSVM define it. What is not listed is zero. " +
			"`target` may list the labels of multi-label data.",
	},
	{
		Name: "parquet", Extensions: []string{"parquet"}, Title: "Parquet", Open: parquetfile.Open,
		Refuses: append(slices.Clip(layoutOnly), "encoding"), Why: "A Parquet file names its columns itself, and is not text",
		Doc: "Apache Parquet: columns of numbers, text and booleans.",
	},
}

// Of returns the format of a source's file: the one that is written, or that
// of the extension. Where none has the written name, it is the first.
func Of(s source.Source) Format { return FormatOf(s.File, s.Format) }

// FormatOf returns the format of a name, or if that is "" of a file's extension.
func FormatOf(path, name string) Format {
	path = strings.ToLower(path)
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".bz2")
	extension := path[strings.LastIndexByte(path, '.')+1:]
	i := slices.IndexFunc(All, func(f Format) bool {
		return f.Name == name || name == "" && slices.Contains(f.Extensions, extension)
	})
	return All[max(i, 0)]
}

// Names lists the names of the formats.
func Names() []string {
	return lists.Map(All, func(f Format) string { return f.Name })
}

// Extensions lists those of all formats, as in ".csv, .tsv".
func Extensions() string {
	var all []string
	for _, f := range All {
		for _, extension := range f.Extensions {
			all = append(all, "."+extension)
		}
	}
	return strings.Join(all, ", ")
}

// Taking lists the formats to which an attribute applies.
func Taking(attribute string) string {
	taking := lists.Filter(All, func(f Format) bool { return !slices.Contains(f.Refuses, attribute) })
	return strings.Join(lists.Map(taking, func(f Format) string { return f.Name }), ", ")
}

// Check refuses attributes that do not apply to files of the format.
func (f Format) Check(s source.Source) []contract.Diagnostic {
	var found []contract.Diagnostic
	set := s.Written()
	for _, name := range f.Refuses {
		if !set[name] || name == "target" && (s.Targets != nil || string(s.Target) == f.Target) {
			continue
		}
		found = append(found, data.Failure(name, name+" does not apply to "+f.Title, "%s; remove %s.", f.Why, name)...)
	}
	return found
}

// WithDefaults fills in what the reader of a file needs, so that two sources
// that are read alike are alike.
func WithDefaults(s source.Source) source.Source {
	f := Of(s)
	s.Format = f.Name
	if s.Missing == nil {
		s.Missing = []string{"?", ""}
	}
	if f.Missing != "" {
		s.Missing = append(slices.Clone(s.Missing), f.Missing)
	}
	if f.Delimiter != "" && s.Delimiter == "" {
		s.Delimiter = f.Delimiter
	}
	if f.Target != "" && s.Targets == nil {
		s.Target = source.Target(f.Target)
	}
	if s.Header == nil {
		header := s.Columns == nil
		s.Header = &header
	}
	return s
}
