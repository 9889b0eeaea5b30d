package syntax

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/wording"
)

// dataEndings are the endings of files of data, without that of their compression.
var dataEndings = []string{".csv", ".tsv", ".arff", ".parquet", ".svm", ".svmlight", ".libsvm", ".data"}

// isData reports whether a path is that of data, by its ending.
func isData(path string) bool { return slices.Contains(dataEndings, dataEnding(path)) }

func dataEnding(path string) string {
	path = strings.ToLower(path)
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".bz2"))
}

// firstExperiment says how to begin with a file of data: the experiment to write, with what its
// first line tells, and the command.
func firstExperiment(path string, b []byte) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	dataset, why := "file = "+Quote(path)+"\n", ""
	switch ending := dataEnding(path); ending {
	case ".csv", ".tsv", ".data", ".parquet":
		target, delimiter := lastColumn(b, ending)
		if delimiter != "" {
			dataset += "delimiter = " + Quote(delimiter) + "\n"
		}
		dataset += "target = " + Quote(cmp.Or(target, "class")) + "\n"
		why = " target is the column that holds the classes."
	}
	text := canonical([]byte("dataset " + Quote(name) + " {\n" + dataset + "}\n\n" +
		Examples["learner"] + "\n" + Examples["reduction"]))
	experiment := name + ".hcl"
	if _, err := os.Stat(experiment); err == nil {
		experiment = name + "_first.hcl"
	}
	experiment = wording.ShellWord(experiment)
	return fmt.Sprintf("Write these lines to a file %s, and then bench run %s.%s\n\n%s", experiment, experiment, why,
		indented(string(text)))
}

// lastColumn is the last name of a header and what ends its fields, if that is not a comma, or in
// a file of tab-separated values a tab.
func lastColumn(b []byte, ending string) (name, delimiter string) {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	if ending == ".parquet" || !utf8.Valid(line) || bytes.ContainsFunc(line, unprintable) {
		return "", ""
	}
	usual := ","
	if ending == ".tsv" {
		usual = "\t"
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(line), "\ufeff"))
	delimiter = usual
	for _, other := range []string{";", "\t", "|"} {
		if strings.Count(text, other) > strings.Count(text, delimiter) {
			delimiter = other
		}
	}
	name = strings.Trim(text[strings.LastIndex(text, delimiter)+1:], `" `)
	if delimiter == usual {
		delimiter = ""
	}
	return name, delimiter
}

func unprintable(r rune) bool { return r != '\t' && r != '\r' && r != '\ufeff' && !unicode.IsPrint(r) }
