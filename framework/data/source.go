package data

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/contract"
)

// Source says where a table comes from: the attributes of a dataset block, see
// [Params]. File or Generate is set.
type Source struct {
	File      string            `json:"file,omitempty"` // absolute
	TestFile  string            `json:"test_file,omitempty"`
	Format    string            `json:"format,omitempty"`
	Header    *bool             `json:"header,omitempty"`
	Delimiter string            `json:"delimiter,omitempty"`
	Columns   []string          `json:"columns,omitempty"`
	Target    Target            `json:"target,omitempty"`
	Targets   []string          `json:"targets,omitempty"` // the label columns, if target is a list
	LabelsXML string            `json:"labels_xml,omitempty"`
	Drop      []string          `json:"drop,omitempty"`
	Types     map[string]string `json:"types,omitempty"`
	Missing   []string          `json:"missing,omitempty"` // nil is ["?", ""]
	SkipLines int               `json:"skip_lines,omitempty"`
	Decimal   string            `json:"decimal,omitempty"`
	Thousands string            `json:"thousands,omitempty"`
	Encoding  string            `json:"encoding,omitempty"`
	Memory    any               `json:"memory,omitempty"` // bytes, or text with a unit
	Split     string            `json:"split,omitempty"`
	Fold      string            `json:"fold,omitempty"`
	Group     string            `json:"group,omitempty"`
	Weights   string            `json:"weights,omitempty"`
	Rows      int               `json:"rows,omitempty"`
	SHA256    string            `json:"sha256,omitempty"`
	Rare      *Rare             `json:"rare,omitempty"`

	Generate string      `json:"generate,omitempty"`
	Classes  int         `json:"classes,omitempty"`
	Features int         `json:"features,omitempty"`
	Spread   *float64    `json:"spread,omitempty"`
	Centers  [][]float64 `json:"centers,omitempty"`
	Counts   []int       `json:"counts,omitempty"`
	Levels   int         `json:"levels,omitempty"`
	Pairs    int         `json:"pairs,omitempty"`
	Noise    int         `json:"noise,omitempty"`
	Purity   *float64    `json:"purity,omitempty"`
	Seed     uint64      `json:"seed,omitempty"`

	Labels      int      `json:"labels,omitempty"`
	Cardinality *float64 `json:"cardinality,omitempty"`
}

// Params describes the attributes of a dataset block. Defaults stand in their
// descriptions, because which apply depends on where the data come from.
func Params() []contract.Param {
	one := contract.Bound(1)
	zero := contract.Bound(0)
	whole := contract.Bound(1 << 53) // beyond it, not every whole number is a float64
	generated := contract.Bound(maxGenerated)
	return []contract.Param{
		{Name: "file", Type: contract.PathType, Doc: "Data file, relative to the experiment file; may be compressed (.gz, .bz2). Of Parquet, columns of numbers, text and booleans are read."},
		{Name: "test_file", Type: contract.PathType, Doc: "Second file with the same columns, whose rows are the test part."},
		{Name: "format", Type: "string", OneOf: formats, Doc: "Format of the files; by default guessed by extension (.csv, .tsv, .arff, .parquet, .svm, .svmlight, .libsvm), csv if unknown. space: fields between runs of blanks."},
		{Name: "header", Type: "bool", Doc: "Whether the first line names the columns (csv, tsv, space); true by default, false where columns is given."},
		{Name: "delimiter", Type: "string", Doc: "The character between fields (csv, tsv); a comma or a tab by default."},
		{Name: "columns", Type: "list(string)", Doc: "Names of the columns of a file without a header (else \"0\", \"1\", …)."},
		{Name: "target", Type: "any", Doc: "Name of the column that holds the class; by default the last attribute (arff) or the label (svmlight). A list of names makes the data multi-label: each column says by 0 or 1 (or false/true, no/yes, f/t, n/y) whether a row has the label; of svmlight, the numbers of all labels, by default those that occur if a row has several. An ARFF file whose relation name holds Meka's -C n has its first n attributes as labels, or for -n its last n."},
		{Name: "labels_xml", Type: contract.PathType, Doc: "XML file of Mulan that names the label columns, instead of target, relative to the experiment file. Labels within labels count like all others."},
		{Name: "drop", Type: "list(string)", Doc: "Names of columns to leave out."},
		{Name: "types", Type: "map(string)", Doc: "Kind of single columns: \"categorical\" (text as it stands; also makes a string attribute of arff a feature) or \"numeric\" (anything else is an error)."},
		{Name: "missing", Type: "list(string)", Doc: "Texts that stand for a missing value; [\"?\", \"\"] by default."},
		{Name: "skip_lines", Type: "number", Integer: true, Min: zero, Max: whole, Doc: "Number of lines before the header or first row (csv, tsv, space); 0 by default."},
		{Name: "decimal", Type: "string", Doc: "The sign before the fraction of a number (csv, tsv, space), as in decimal = \",\"; a point by default."},
		{Name: "thousands", Type: "string", Doc: "The sign between groups of digits of a number (csv, tsv, space), as in thousands = \".\"; none by default."},
		{Name: "encoding", Type: "string", Doc: "How the text of the files is encoded, as in encoding = \"latin1\": a name of IANA's or one that Python knows, such as utf-16, windows-1252 or shift_jis; utf-8 by default."},
		{Name: "memory", Type: "any", Doc: "What the table may take up in memory: bytes, or text such as \"500MB\" or \"8GiB\"; \"2GiB\" by default. A file that holds more is an error, before it fills the machine's memory."},
		{Name: "split", Type: "string", Doc: "Name of a column that holds train or test."},
		{Name: "fold", Type: "string", Doc: "Name of a column that holds the fold in which a row is tested."},
		{Name: "group", Type: "string", Doc: "Name of a column whose values say which rows belong together: no group is divided by group methods of validation."},
		{Name: "weights", Type: "string", Doc: "Name of a column of row weights, numbers above 0."},
		{Name: "rows", Type: "number", Integer: true, Min: one, Max: whole, Doc: "Reads only the first rows of each file; for generate the number of rows, 100 by default."},
		{Name: "rare", Type: "any", Doc: "What becomes of classes with few rows, before anything else: rare = { below = 3, as = \"drop\" } leaves the rows of classes with fewer than 3 rows out of training and testing, as = \"other\" joins these classes to one called other, the last of all."},
		{Name: "sha256", Type: "string", Doc: "SHA-256 of the file as stored, in hex; another is an error."},
		{Name: "generate", Type: "string", OneOf: generatorNames(), Doc: "Makes data. blobs: round Gaussian clusters, one a class. In a plane: collinear, clusters at (4k, 4k); circles, rings of radius k + 1 around the origin; moons, two interleaved half circles; k counts classes from 0. categorical: columns of named values, some of which tell of the class (features, pairs), some not (noise). multilabel: labels of which every third depends on the two before it."},
		{Name: "classes", Type: "number", Integer: true, Min: contract.Bound(2), Max: generated, Doc: "Number of generated classes; 3 by default, 2 for circles and moons."},
		{Name: "counts", Type: "list(number)", Integer: true, Min: one, Max: generated, Doc: "Number of rows of each generated class, instead of classes and rows; by default as even as can be."},
		{Name: "features", Type: "number", Integer: true, Min: one, Max: generated, Doc: "Number of features of blobs; of categorical, of columns x0, x1, … each of which tells of the class by itself; of multilabel, of columns that tell of the labels; 2 by default, 4 for multilabel, none where pairs is given."},
		{Name: "spread", Type: "number", Min: zero, Doc: "Standard deviation of the Gaussian noise of generated data, in every direction; 1 by default, 0.1 for circles and moons. Of multilabel, of the noise on what decides about a label, which has the deviation 1 without; 0.5 by default."},
		{Name: "centers", Type: "list(list(number))", Doc: "One center per class of blobs; by default drawn uniformly from [-10, 10] in every coordinate."},
		{Name: "levels", Type: "number", Integer: true, Min: contract.Bound(2), Max: generated, Doc: "Number of values that each categorical column can take, at least one for each class; 20 by default."},
		{Name: "pairs", Type: "number", Integer: true, Min: zero, Max: generated, Doc: "Number of pairs of categorical columns a0, b0, a1, b1, … of which a single one tells nothing of the class, but both together do; 0 by default."},
		{Name: "noise", Type: "number", Integer: true, Min: zero, Max: generated, Doc: "Number of columns noise0, noise1, … of categorical and multilabel data that tell nothing of the class or the labels; 0 by default."},
		{Name: "purity", Type: "number", Min: zero, Max: one, Doc: "Each value of a categorical column belongs to a class. This is the probability that a value is drawn from those of the row's class, evenly, and not from all; 0 makes noise of every column; 0.5 by default."},
		{Name: "labels", Type: "number", Integer: true, Min: one, Max: generated, Doc: "Number of labels of multilabel data; 6 by default."},
		{Name: "cardinality", Type: "number", Above: zero, Doc: "Number of labels that a row of multilabel data has on average; a quarter of the labels by default."},
		{Name: "seed", Type: "number", Integer: true, Min: zero, Max: whole, Doc: "Seed of generated data, apart from the experiment's; 0 by default."},
	}
}

var formats = []string{"csv", "tsv", "space", "arff", svmlightFormat, "parquet"}

// Validate checks a dataset block's configuration as far as that is possible
// without opening a file. The kinds of columns are left to [Load], which
// compares the columns with the file's as well.
func Validate(cfg contract.Config) []contract.Diagnostic {
	var s Source
	if err := cfg.Decode(&s); err != nil {
		text := strings.TrimPrefix(err.Error(), "decoding configuration: ")
		if strings.HasPrefix(text, "target ") {
			return []contract.Diagnostic{contract.Errorf([]any{"target"}, text, "Name one column, for example target = \"class\", or several for multi-label data, target = [\"a\", \"b\"].")}
		}
		if strings.HasPrefix(text, "rare ") {
			return []contract.Diagnostic{contract.Errorf([]any{"rare"}, text, rareHelp)}
		}
		return []contract.Diagnostic{contract.Errorf(nil, text, "Correct the attribute.")}
	}
	return s.check()
}

// check returns what is wrong with the source itself.
func (s Source) check() []contract.Diagnostic {
	switch {
	case s.File == "" && s.Generate == "":
		return []contract.Diagnostic{contract.Errorf(nil, "dataset has neither file nor generate", "Write file = \"data.csv\", or generate = \"blobs\".")}
	case s.File != "" && s.Generate != "":
		return []contract.Diagnostic{contract.Errorf([]any{"generate"}, "dataset has both file and generate", "Remove one of them.")}
	case s.Generate != "":
		return slices.Concat(s.checkRare(), s.checkUnused(s.fileOnly(), "file"), s.checkGenerator())
	}
	return slices.Concat(s.checkRare(), s.checkUnused(s.generateOnly(), "generate"), s.checkFile())
}

// use is an attribute and whether the source has it.
type use struct {
	name string
	set  bool
}

func (s Source) fileOnly() []use {
	return []use{
		{"test_file", s.TestFile != ""}, {"format", s.Format != ""}, {"header", s.Header != nil},
		{"delimiter", s.Delimiter != ""}, {"columns", s.Columns != nil}, {"target", s.Target != "" || s.Targets != nil},
		{"labels_xml", s.LabelsXML != ""}, {"drop", s.Drop != nil}, {"types", s.Types != nil}, {"missing", s.Missing != nil},
		{"skip_lines", s.SkipLines != 0}, {"decimal", s.Decimal != ""}, {"thousands", s.Thousands != ""}, {"encoding", s.Encoding != ""}, {"memory", s.Memory != nil}, {"split", s.Split != ""}, {"fold", s.Fold != ""},
		{"group", s.Group != ""}, {"weights", s.Weights != ""}, {"sha256", s.SHA256 != ""},
	}
}

func (s Source) generateOnly() []use {
	return []use{
		{"classes", s.Classes != 0}, {"features", s.Features != 0}, {"spread", s.Spread != nil},
		{"centers", s.Centers != nil}, {"counts", s.Counts != nil}, {"seed", s.Seed != 0},
		{"levels", s.Levels != 0}, {"pairs", s.Pairs != 0}, {"noise", s.Noise != 0}, {"purity", s.Purity != nil},
		{"labels", s.Labels != 0}, {"cardinality", s.Cardinality != nil},
	}
}

func (s Source) checkUnused(uses []use, needs string) []contract.Diagnostic {
	var found []contract.Diagnostic
	for _, u := range uses {
		if u.set {
			found = append(found, contract.Errorf([]any{u.name}, u.name+" does not apply here", "%s goes with %s only; remove it.", u.name, needs))
		}
	}
	return found
}

func (s Source) checkFile() []contract.Diagnostic {
	var found []contract.Diagnostic
	fail := func(name, summary, detail string, args ...any) {
		found = append(found, contract.Errorf([]any{name}, summary, detail, args...))
	}
	format := s.format(s.File)
	if !slices.Contains(formats, format) {
		fail("format", fmt.Sprintf("format %q is not available in this release", format), "Available: %s.", strings.Join(formats, ", "))
	} else if s.TestFile != "" && s.format(s.TestFile) != format {
		fail("test_file", fmt.Sprintf("file is %s but test_file is %s", format, s.format(s.TestFile)), "Both need the same format; write it as format = \"…\" if it was guessed wrongly.")
	}
	if s.Delimiter != "" && !usableDelimiter(s.Delimiter) {
		fail("delimiter", fmt.Sprintf("delimiter %q is not usable", s.Delimiter), "It must be one character, and neither a quote nor a line break.")
	}
	found = append(found, s.checkNotation()...)
	found = append(found, s.checkMemory()...)
	if s.SkipLines < 0 || s.Rows < 0 {
		fail("rows", "rows and skip_lines must not be negative", "Remove them, or write larger numbers.")
	}
	if s.Split != "" && s.TestFile != "" {
		fail("split", "dataset has both split and test_file", "Both say which rows are the test part; remove one.")
	}
	found = append(found, s.checkTargets(format)...)
	return append(found, s.checkLayout(format)...)
}

// checkLayout refuses attributes that say how a file is laid out where the
// format leaves no choice.
func (s Source) checkLayout(format string) []contract.Diagnostic {
	var found []contract.Diagnostic
	fail := func(name, summary, detail string) {
		found = append(found, contract.Errorf([]any{name}, summary, "%s; remove %s.", detail, name))
	}
	uses := []use{
		{"header", s.Header != nil}, {"delimiter", s.Delimiter != ""}, {"columns", s.Columns != nil}, {"skip_lines", s.SkipLines != 0},
		{"decimal", s.Decimal != ""}, {"thousands", s.Thousands != ""},
	}
	what, why := "ARFF", "An ARFF file declares its attributes itself"
	switch format {
	case "arff":
	case "parquet":
		uses = append(uses, use{"encoding", s.Encoding != ""})
		what, why = "Parquet", "A Parquet file names its columns itself, and is no text"
	case "space":
		uses = []use{{"delimiter", s.Delimiter != ""}}
		what, why = "space", "Fields end at runs of blanks"
	case svmlightFormat:
		uses = append(uses, use{"target", s.Target != "" && s.Target != labelName}, use{"labels_xml", s.LabelsXML != ""}, use{"drop", s.Drop != nil},
			use{"missing", s.Missing != nil}, use{"split", s.Split != ""}, use{"fold", s.Fold != ""},
			use{"group", s.Group != ""}, use{"weights", s.Weights != ""})
		what, why = "svmlight", "An svmlight file holds a label, which is the target, and numbered features"
	default:
		return nil
	}
	for _, u := range uses {
		if u.set {
			fail(u.name, u.name+" does not apply to "+what, why)
		}
	}
	return found
}

// checkTypes refuses kinds of column that do not exist. Load reports them with
// what is wrong with the columns themselves.
func (s Source) checkTypes() error {
	var errs []error
	for _, name := range sortedKeys(s.Types) {
		if kind := s.Types[name]; kind != "categorical" && kind != "numeric" {
			kinds := []string{"categorical", "numeric"}
			err := &Error{Msg: fmt.Sprintf("Type %q of column %q is unknown.%s Available: %s.", kind, name, meant(kind, kinds), strings.Join(kinds, ", "))}
			errs = append(errs, err.of("types", name))
		}
	}
	return errors.Join(errs...)
}

func usableDelimiter(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && r != utf8.RuneError && !strings.ContainsRune("\"\r\n\x00", r)
}

// format returns the format of a file: the one given, or that of its extension.
func (s Source) format(path string) string {
	if s.Format != "" {
		return s.Format
	}
	name := strings.ToLower(path)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".bz2")
	switch extension := name[strings.LastIndexByte(name, '.')+1:]; extension {
	case "tsv", "arff", "parquet":
		return extension
	case "svm", "svmlight", "libsvm":
		return svmlightFormat
	}
	return "csv"
}

// withDefaults fills in what the reader of a file needs, so that two sources
// that are read alike are alike.
func (s Source) withDefaults() Source {
	s.Format = s.format(s.File)
	if s.Missing == nil {
		s.Missing = []string{"?", ""}
	}
	switch s.Format {
	case "arff":
		s.Missing = append(slices.Clone(s.Missing), "?")
	case "space", "parquet":
	case svmlightFormat:
		if s.Targets == nil {
			s.Target = labelName
		}
	case "tsv":
		if s.Delimiter == "" {
			s.Delimiter = "\t"
		}
	default:
		if s.Delimiter == "" {
			s.Delimiter = ","
		}
	}
	if s.Header == nil {
		header := s.Columns == nil
		s.Header = &header
	}
	return s
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
