package data

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
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
	// Missing stands for a missing value, whatever else is written.
	Missing string
	// Target is what the target is called where no column can be named as one.
	Target string
	// LastIsTarget says that the last column is the target unless one is named.
	LastIsTarget bool
	// open finds the columns of a file; list reads files that have none.
	open func(path string, s Source) (*input, error)
	list func(paths []string, s Source, check func(file int) error) (*listed, error)
}

// layoutOnly are the attributes about the layout of a text of delimited fields.
var layoutOnly = []string{"header", "delimiter", "columns", "skip_lines", "decimal", "thousands"}

// Formats are all formats, in the order in which they are listed for users. A
// file is of the first one if its extension is of none.
var Formats = []Format{
	{
		Name: "csv", Extensions: []string{"csv"}, Title: "CSV", Delimiter: ",", open: openCSV,
		Doc: "Text with a row a line, fields between commas or another delimiter, quotes doubled in fields in quotes (RFC 4180).",
	},
	{
		Name: "tsv", Extensions: []string{"tsv"}, Title: "TSV", Delimiter: "\t", open: openCSV,
		Doc: "csv with tabs in place of commas.",
	},
	{
		Name: "space", Title: "space", Refuses: []string{"delimiter"}, Why: "Fields end at runs of blanks", open: openCSV,
		Doc: "csv with fields between runs of blanks.",
	},
	{
		Name: "arff", Extensions: []string{"arff"}, Title: "ARFF", Missing: "?", LastIsTarget: true, open: openARFF,
		Refuses: layoutOnly, Why: "An ARFF file declares its attributes itself",
		Doc: "WEKA's attribute-relation format, dense or sparse. `?` is always a missing value. The last attribute is the target unless one is named.",
	},
	{
		Name: "svmlight", Extensions: []string{"svm", "svmlight", "libsvm"}, Title: "svmlight", Target: labelName, list: readSvmlight,
		Refuses: append(slices.Clip(layoutOnly), "target", "labels_xml", "drop", "missing", "split", "fold", "group", "weights"),
		Why:     "An svmlight file holds a label, which is the target, and numbered features",
		Doc:     "A row a line, `label index:value … # remark`, as SVMlight and LIBSVM define it. What is not listed is zero. `target` may list the labels of multi-label data.",
	},
	{
		Name: "parquet", Extensions: []string{"parquet"}, Title: "Parquet", open: openParquet,
		Refuses: append(slices.Clip(layoutOnly), "encoding"), Why: "A Parquet file names its columns itself, and is no text",
		Doc: "Apache Parquet: columns of numbers, text and booleans.",
	},
}

// FormatOf returns the format of a source's file: the one that is written, or that
// of the extension. Where none has the written name, it is the first.
func FormatOf(s Source) Format { return formatOf(s.File, s.Format) }

// formatOf returns the format of a name, or if that is "" of a file's extension.
func formatOf(path, name string) Format {
	path = strings.ToLower(path)
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".bz2")
	extension := path[strings.LastIndexByte(path, '.')+1:]
	i := slices.IndexFunc(Formats, func(f Format) bool {
		return f.Name == name || name == "" && slices.Contains(f.Extensions, extension)
	})
	return Formats[max(i, 0)]
}

func formatNames() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

// extensions lists those of all formats, as in ".csv, .tsv".
func extensions() string {
	var all []string
	for _, f := range Formats {
		for _, extension := range f.Extensions {
			all = append(all, "."+extension)
		}
	}
	return strings.Join(all, ", ")
}

// taking lists the formats to which an attribute applies.
func taking(attribute string) string {
	var names []string
	for _, f := range Formats {
		if !slices.Contains(f.Refuses, attribute) {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// check refuses attributes that do not apply to files of the format.
func (f Format) check(s Source) []contract.Diagnostic {
	var found []contract.Diagnostic
	set := s.written()
	for _, name := range f.Refuses {
		if !set[name] || name == "target" && (s.Targets != nil || string(s.Target) == f.Target) {
			continue
		}
		found = append(found, failure(name, name+" does not apply to "+f.Title, "%s; remove %s.", f.Why, name)...)
	}
	return found
}

// withDefaults fills in what the reader of a file needs, so that two sources
// that are read alike are alike.
func withDefaults(s Source) Source {
	f := FormatOf(s)
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
		s.Target = Target(f.Target)
	}
	if s.Header == nil {
		header := s.Columns == nil
		s.Header = &header
	}
	return s
}
