// Package arff reads WEKA's attribute-relation format, dense and sparse, with the
// labels that Meka writes into its relations.
package arff

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// maxHeader bounds the text before the rows, in bytes.
const maxHeader = 1 << 28

// Open reads the header of a file in WEKA's attribute-relation format.
func Open(path string, s source.Source) (*reader.Input, error) {
	text, err := textfile.Open(path, s.Encoding)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	in := &reader.Input{Path: path}
	var times []*dates // of each attribute
	lineOf := map[string]int{}
	for header := 0; ; {
		raw, err := text.Line()
		if err == io.EOF {
			return nil, data.Place{File: path, Line: text.At.Line - 1}.Errorf("the file ends without @data")
		}
		if err != nil {
			return nil, err
		}
		if header += len(raw); header > maxHeader || len(in.Attrs) > source.MaxColumns {
			return nil, text.At.Errorf("the header is too long: it may have %d attributes and %d MiB", source.MaxColumns,
				maxHeader>>20)
		}
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '%' {
			continue
		}
		keyword, rest := cutWord(line)
		switch strings.ToLower(keyword) {
		case "@relation":
			in.LabelsAt = text.At
			in.Labels = func() ([]string, error) { return mekaLabels(in, rest) }
		case "@attribute":
			a, written, err := parseAttribute(rest)
			if err != nil {
				return nil, text.At.Errorf("%v", err)
			}
			if before, dup := lineOf[a.Name]; dup {
				return nil, text.At.Errorf("attribute %q is already declared in line %d", a.Name, before)
			}
			a.Line = text.At.Line
			lineOf[a.Name] = a.Line
			in.Attrs, times = append(in.Attrs, a), append(times, written)
		case "@data":
			if len(in.Attrs) == 0 {
				return nil, text.At.Errorf("@data comes before any @attribute")
			}
			return in, arffRows(in, text, times)
		default:
			return nil, text.At.Errorf("expected @relation, @attribute or @data, got %.40q", line)
		}
	}
}

// arffRows prepares to read the rows, which begin after the lines of the text
// that are read.
func arffRows(in *reader.Input, text *textfile.Stream, times []*dates) error {
	f := &arffFile{path: in.Path, encoding: text.Encoding, before: text.At.Line, attrs: in.Attrs, times: times}
	in.Read = reader.Feeding(f.path, f.feed)
	line, err := f.next(text)
	if err == io.EOF {
		return nil // said when the rows are read
	}
	if err != nil {
		return err
	}
	if line[0] == '{' {
		in.Sparse = f
	}
	if f.weighted = f.hasWeight(line); f.weighted {
		in.Weights = weightColumn
		in.Attrs = append(in.Attrs[:len(in.Attrs):len(in.Attrs)], collect.Attribute{Name: weightColumn,
			Declared: collect.DeclaredNumber})
	}
	return nil
}

// weightColumn is the name of the column of the weights that rows have in braces.
const weightColumn = "{weight}"

// cutWord splits a line after its first word.
func cutWord(line string) (word, rest string) {
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// parseAttribute reads what follows the word @attribute: a name and a type, and how dates
// are written.
func parseAttribute(text string) (a collect.Attribute, written *dates, err error) {
	name, rest, err := attributeName(text)
	if err != nil {
		return a, nil, err
	}
	if !utf8.ValidString(name) {
		return a, nil, fmt.Errorf("the name %q is not UTF-8; write its encoding, such as encoding = "+
			"\"latin1\", or save the file in UTF-8", name)
	}
	a.Name = name
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "{") {
		a.Declared = collect.DeclaredNominal
		a.Levels, err = nominalValues(rest[1:])
		if err != nil {
			return a, nil, fmt.Errorf("attribute %q: %w", name, err)
		}
		return a, nil, nil
	}
	kind, more := cutWord(rest)
	switch strings.ToLower(kind) {
	case "numeric", "real", "integer":
		a.Declared = collect.DeclaredNumber
	case "string":
		a.Declared, a.Kind = collect.DeclaredString, "a string"
	case "date":
		a.Declared = collect.DeclaredNumber
		if written, err = dateFormat(more); err != nil {
			return a, nil, fmt.Errorf("attribute %q: %w", name, err)
		}
	case "relational":
		return a, nil, fmt.Errorf("attribute %q is a table of its own (relational), which cannot be read; "+
			"expected numeric, real, integer or {nominal values}", name)
	case "":
		return a, nil, fmt.Errorf("attribute %q has no type", name)
	default:
		return a, nil, fmt.Errorf("attribute %q: type %q is unknown; expected numeric, real, integer or "+
			"{nominal values}", name, kind)
	}
	return a, written, nil
}

// dateFormat reads what follows the word date: a format, in quotes if it has blanks.
func dateFormat(text string) (*dates, error) {
	format, _ := cutWord(text)
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		var err error
		if format, _, err = quoted(text); err != nil {
			return nil, err
		}
	}
	if format == "" || format[0] == '%' {
		format = standardDates
	}
	return newDates(format)
}

// attributeName reads a name, quoted or ended by a blank or a brace.
func attributeName(text string) (name, rest string, err error) {
	if text == "" {
		return "", "", errors.New("@attribute without a name")
	}
	if text[0] == '\'' || text[0] == '"' {
		return quoted(text)
	}
	end := strings.IndexAny(text, " \t{")
	if end < 0 {
		end = len(text)
	}
	if end == 0 {
		return "", "", errors.New("@attribute without a name")
	}
	return text[:end], text[end:], nil
}

// nominalValues reads declared values up to the closing brace.
func nominalValues(text string) ([]string, error) {
	values := []string{}
	seen := map[string]bool{}
	for {
		text = strings.TrimLeft(text, " \t,")
		if text == "" {
			return nil, errors.New("the list of values is not closed with } on its line")
		}
		if text[0] == '}' {
			return values, trailing(text[1:])
		}
		var value string
		if text[0] == '\'' || text[0] == '"' {
			var err error
			if value, text, err = quoted(text); err != nil {
				return nil, err
			}
		} else {
			end := strings.IndexAny(text, ",}")
			if end < 0 {
				return nil, errors.New("the list of values is not closed with } on its line")
			}
			value, text = strings.TrimSpace(text[:end]), text[end:]
		}
		if !utf8.ValidString(value) {
			return nil, fmt.Errorf("value %q is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the "+
				"file in UTF-8", value)
		}
		if seen[value] {
			return nil, fmt.Errorf("value %q is declared twice", value)
		}
		seen[value] = true
		values = append(values, value)
	}
}

// trailing checks that nothing but a comment follows.
func trailing(text string) error {
	text = strings.TrimSpace(text)
	if text != "" && text[0] != '%' {
		return fmt.Errorf("unexpected %.40q after }", text)
	}
	return nil
}

// mekaLabels returns the labels that Meka reads from what follows @relation: after
// its first colon are options, and -C n says that the first n attributes are
// labels, or with −n the last n. They are nil if there is no such option.
func mekaLabels(in *reader.Input, relation string) ([]string, error) {
	_, options, _ := strings.Cut(relation, ":")
	words := strings.FieldsFunc(options, func(r rune) bool { return strings.ContainsRune(" \t'\"", r) })
	for i, word := range words {
		if word != "-C" || i+1 == len(words) {
			continue
		}
		// WEKA's filters write themselves behind the name.
		text, _, _ := strings.Cut(words[i+1], "-weka.filters.")
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n == 0 || max(n, -n) >= len(in.Declared()):
			return nil, in.LabelsAt.Errorf("the relation's option -C %s is not a number of label columns: expected one from 1 "+
				"to %d, or from -1 to -%[2]d for the last attributes. Or name the class or the labels in target",
				textfile.Shortened(text), len(in.Declared())-1)
		case moved(options):
			return nil, in.LabelsAt.Errorf("the relation's option -C %d says which attributes are labels, but WEKA's filters "+
				"have been at the attributes since and may have moved them: name the labels with labels_xml or target = [\"…\"]", n)
		case n < 0:
			return in.Names()[len(in.Declared())+n : len(in.Declared())], nil
		}
		return in.Names()[:n], nil
	}
	return nil, nil
}

// moved reports whether filters that may move attributes are listed.
func moved(options string) bool {
	return strings.Contains(options, "weka.filters.supervised.attribute.") ||
		strings.Contains(options, "weka.filters.unsupervised.attribute.")
}
