package loader

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Validate checks a dataset block's configuration as far as that is possible
// without opening a file. The kinds of columns are left to [Table], which
// compares the columns with the file's as well.
func Validate(cfg contract.Config) []contract.Diagnostic {
	var s source.Source
	if err := cfg.Decode(&s); err != nil {
		if wrong := cost.Diagnostics(err); wrong != nil {
			return wrong
		}
		text := strings.TrimPrefix(err.Error(), "decoding configuration: ")
		switch {
		case strings.HasPrefix(text, "target "):
			return data.Failure("target", text, "Name one column, for example target = \"class\", or several for multi-label "+
				"data, target = [\"a\", \"b\"].")
		case strings.HasPrefix(text, "rare "):
			return data.Failure("rare", text, source.RareHelp)
		case strings.HasPrefix(text, "label_noise "):
			return data.Failure("label_noise", text, source.LabelNoiseHelp)
		case strings.HasPrefix(text, "discretize "):
			return data.Failure("discretize", text, source.DiscretizeHelp)
		}
		return []contract.Diagnostic{contract.Errorf(nil, text, "Correct the attribute.")}
	}
	return check(s)
}

// The attributes that go with file only, and with generate only.
var (
	fileOnly = []string{
		"test_file", "test_rows", "format", "header", "delimiter", "columns", "target", "labels_xml", "drop", "types",
		"missing", "skip_lines",
		"decimal", "thousands", "encoding", "memory", "split", "fold", "group", "weights", "sha256",
		"discretize",
	}
	generateOnly = []string{
		"classes", "features", "spread", "centers", "counts", "seed", "levels", "pairs", "noise", "purity", "skew",
		"labels", "cardinality",
	}
)

// check returns what is wrong with the source itself.
func check(s source.Source) []contract.Diagnostic {
	sources := sourcesOf(s)
	switch {
	case len(sources) == 0:
		return []contract.Diagnostic{contract.Errorf(nil, "dataset has neither file nor generate nor a name",
			"Write file = \"data.csv\", generate = \"blobs\", or what bench fetch downloads, such as openml = 61.")}
	case len(sources) > 1:
		return data.Failure(sources[1], fmt.Sprintf("dataset has both %s and %s", sources[0], sources[1]),
			"Each says where the rows are; remove one of them.")
	case s.Generate != "":
		return slices.Concat(checkClassing(s), checkTestPart(s), checkUnused(s, fileOnly, "file"),
			s.ToGenerate().Check(s.Written()))
	}
	return slices.Concat(checkNamed(s), checkClassing(s), checkDiscretize(s), checkUnused(s, generateOnly, "generate"),
		checkFile(s))
}

// sourcesOf lists the attributes that say where the rows are.
func sourcesOf(s source.Source) []string {
	var all []string
	if s.File != "" {
		all = append(all, "file")
	}
	if s.Generate != "" {
		all = append(all, "generate")
	}
	for _, name := range s.Names() {
		all = append(all, name.Kind)
	}
	return all
}

// checkNamed refuses attributes that the name of the rows has no use for.
func checkNamed(s source.Source) []contract.Diagnostic {
	var found []contract.Diagnostic
	set := s.Written()
	for _, only := range []struct{ name, with string }{{"member", "url"}, {"version", "openml"}, {"config", "huggingface"},
		{"revision", "huggingface"}, {"record_set", "croissant"}, {"resource", "datapackage"}} {
		if set[only.name] && !set[only.with] {
			found = append(found, data.Failure(only.name, only.name+" does not apply here", "%s goes with %s only; remove it.",
				only.name, only.with)...)
		}
	}
	if s.File == "" && s.TestFile != "" {
		found = append(found, data.Failure("test_file", "test_file does not apply here", "It goes with file; name the test "+
			"part by test_rows, split or split_file.")...)
	}
	return found
}

func checkUnused(s source.Source, names []string, needs string) []contract.Diagnostic {
	var found []contract.Diagnostic
	set := s.Written()
	for _, name := range names {
		if set[name] {
			found = append(found, data.Failure(name, name+" does not apply here", "%s goes with %s only; remove it.", name,
				needs)...)
		}
	}
	return found
}

func checkFile(s source.Source) []contract.Diagnostic {
	var found []contract.Diagnostic
	fail := func(name, summary, detail string, args ...any) {
		found = append(found, data.Failure(name, summary, detail, args...)...)
	}
	format := formats.Of(s)
	if s.Format != "" && format.Name != s.Format {
		fail("format", fmt.Sprintf("format %q is not available in this release", s.Format), "Available: %s.",
			strings.Join(formats.Names(), ", "))
	} else if other := formats.FormatOf(s.TestFile, s.Format); s.TestFile != "" && other.Name != format.Name {
		fail("test_file", fmt.Sprintf("file is %s but test_file is %s", format.Name, other.Name),
			"Both need the same format; write it as format = \"…\" if it was guessed wrongly.")
	}
	if s.Delimiter != "" && !usableDelimiter(s.Delimiter) {
		fail("delimiter", fmt.Sprintf("delimiter %q is not usable", s.Delimiter),
			"It must be one character, and neither a quote nor a line break.")
	}
	found = append(found, checkNotation(s)...)
	found = append(found, checkMemory(s)...)
	if s.SkipLines < 0 || s.Rows < 0 || s.TestRows < 0 {
		fail("rows", "rows, test_rows and skip_lines must not be negative", "Remove them, or write larger numbers.")
	}
	found = append(found, checkTestPart(s)...)
	found = append(found, checkTargets(s, format)...)
	return append(found, format.Check(s)...)
}

// checkTestPart refuses two attributes that each say which rows are the test part.
func checkTestPart(s source.Source) []contract.Diagnostic {
	var by []string
	for _, part := range []struct {
		name    string
		written bool
	}{{"split", s.Split != ""}, {"test_file", s.TestFile != ""}, {"test_rows", s.TestRows > 0},
		{"split_file", s.SplitFile != ""}} {
		if part.written {
			by = append(by, part.name)
		}
	}
	if len(by) < 2 {
		return nil
	}
	return data.Failure(by[0], fmt.Sprintf("dataset has both %s and %s", by[0], by[1]),
		"Both say which rows are the test part; remove one.")
}

// checkTargets refuses a list of label columns that cannot be one.
func checkTargets(s source.Source, f formats.Format) []contract.Diagnostic {
	if s.LabelsXML != "" && (s.Targets != nil || s.Target != "") && f.Target == "" {
		return data.Failure("labels_xml", "dataset has both target and labels_xml",
			"Both say which columns are the labels; remove one.")
	}
	if s.Targets != nil && len(s.Targets) == 0 {
		return data.Failure("target", "target is an empty list", "Name the label columns, for example target = [\"a\", "+
			"\"b\"].")
	}
	var found []contract.Diagnostic
	seen := make(map[string]bool, len(s.Targets))
	for i, name := range s.Targets {
		number := name
		if f.Target != "" {
			v, kind := notation.Parse(name)
			if kind != notation.Finite {
				found = append(found, contract.Errorf([]any{"target", i}, fmt.Sprintf("label %q is not a number", name),
					"The labels of an svmlight file are numbers."))
				continue
			}
			number = notation.Shortest(v)
		}
		if seen[number] {
			found = append(found, contract.Errorf([]any{"target", i}, fmt.Sprintf("label %q is named twice", name),
				"Remove one of them."))
		}
		seen[number] = true
	}
	return found
}

// checkClassing refuses rare and label_noise for data that have no classes.
func checkClassing(s source.Source) []contract.Diagnostic {
	name := "rare"
	switch {
	case s.Targets == nil && s.Generate != "multilabel" || s.Rare == nil && s.LabelNoise == nil:
		return nil
	case s.Rare == nil:
		name = "label_noise"
	}
	return []contract.Diagnostic{contract.Errorf([]any{name}, name+" does not apply to multi-label data",
		"Labels are not classes; remove %s.", name)}
}

// checkDiscretize refuses discretize for data that have no target.
func checkDiscretize(s source.Source) []contract.Diagnostic {
	if s.Discretize == nil || s.Targets == nil && s.LabelsXML == "" {
		return nil
	}
	return data.Failure("discretize", "discretize does not apply to multi-label data", "Name one column as its target.")
}

// checkTypes refuses kinds of column that do not exist. Load reports them with
// what is wrong with the columns themselves.
func checkTypes(s source.Source) error {
	var errs []error
	for _, name := range source.SortedKeys(s.Types) {
		if kind := s.Types[name]; kind != "categorical" && kind != "numeric" {
			kinds := []string{"categorical", "numeric"}
			err := &data.Error{Msg: fmt.Sprintf("Type %q of column %q is unknown.%s Available: %s.", kind, name,
				wording.Meant(kind, kinds), strings.Join(kinds, ", "))}
			errs = append(errs, err.Of("types", name))
		}
	}
	return errors.Join(errs...)
}

func usableDelimiter(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && r != utf8.RuneError && !strings.ContainsRune("\"\r\n\x00", r)
}

// checkNotation refuses a notation in which numbers cannot be read, and unknown
// encodings.
func checkNotation(s source.Source) []contract.Diagnostic {
	var found []contract.Diagnostic
	for _, sign := range []struct{ name, text string }{{"decimal", s.Decimal}, {"thousands", s.Thousands}} {
		if sign.text != "" && !usableSign(sign.text) {
			found = append(found, contract.Errorf([]any{sign.name}, fmt.Sprintf("%s %q is not usable", sign.name, sign.text),
				"It must be one character, and neither a letter, a digit, a sign of numbers nor a quote."))
		}
	}
	if n := s.Notation(); n.Thousands != "" && n.Thousands == cmp.Or(n.Decimal, ".") {
		found = append(found, contract.Errorf([]any{"thousands"},
			fmt.Sprintf("thousands and decimal are both %q", n.Thousands),
			"In 1.234,5 decimal is \",\" and thousands is \".\"; write both."))
	}
	if _, err := textfile.EncodingOf(s.Encoding); err != nil {
		found = append(found, contract.Errorf([]any{"encoding"}, err.Error(), "%s",
			wording.Instead(s.Encoding, textfile.CommonEncodings, "There are, among others,")))
	}
	return found
}

// usableSign reports whether a text can part digits: one character that is none
// of those that numbers are made of.
func usableSign(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && r != utf8.RuneError && !strings.ContainsRune("+-\"\r\n\x00", r) &&
		!('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
}

// checkMemory refuses a value of the attribute memory that is not a size.
func checkMemory(s source.Source) []contract.Diagnostic {
	if s.Memory == nil {
		return nil
	}
	if _, err := contract.ParseSize(s.Memory); err != nil {
		return []contract.Diagnostic{contract.Errorf([]any{"memory"}, "memory cannot be used", "%v.", err)}
	}
	return nil
}
