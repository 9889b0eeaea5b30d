package data

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxHeader bounds the text before the rows, in bytes.
const maxHeader = 1 << 28

// openARFF reads the header of a file in WEKA's attribute-relation format.
func openARFF(path string, s Source) (*input, error) {
	text, err := openStream(path, s.Encoding)
	if err != nil {
		return nil, err
	}
	defer text.close()
	in := &input{path: path}
	lineOf := map[string]int{}
	for header := 0; ; {
		raw, err := text.line()
		if err == io.EOF {
			return nil, place{file: path, line: text.at.line - 1}.errorf("the file ends without @data")
		}
		if err != nil {
			return nil, err
		}
		if header += len(raw); header > maxHeader || len(in.attrs) > maxColumns {
			return nil, text.at.errorf("the header is too long: it may have %d attributes and %d MiB", maxColumns, maxHeader>>20)
		}
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '%' {
			continue
		}
		keyword, rest := cutWord(line)
		switch strings.ToLower(keyword) {
		case "@relation":
			in.labelsAt = text.at
			in.labels = func() ([]string, error) { return mekaLabels(in, rest) }
		case "@attribute":
			a, err := parseAttribute(rest)
			if err != nil {
				return nil, text.at.errorf("%v", err)
			}
			if before, dup := lineOf[a.name]; dup {
				return nil, text.at.errorf("attribute %q is already declared in line %d", a.name, before)
			}
			a.line = text.at.line
			lineOf[a.name] = a.line
			in.attrs = append(in.attrs, a)
		case "@data":
			if len(in.attrs) == 0 {
				return nil, text.at.errorf("@data comes before any @attribute")
			}
			return in, arffRows(in, text)
		default:
			return nil, text.at.errorf("expected @relation, @attribute or @data, got %.40q", line)
		}
	}
}

// arffRows prepares to read the rows, which begin after the lines of the text
// that are read.
func arffRows(in *input, text *stream) error {
	f := &arffFile{path: in.path, encoding: text.encoding, before: text.at.line, attrs: in.attrs}
	in.read = feeding(f.path, f.feed)
	line, err := f.next(text)
	if err == io.EOF {
		return nil // said when the rows are read
	}
	if err == nil && line[0] == '{' {
		in.sparse = f
	}
	return err
}

// cutWord splits a line after its first word.
func cutWord(line string) (word, rest string) {
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// parseAttribute reads what follows the word @attribute: a name and a type.
func parseAttribute(text string) (attribute, error) {
	name, rest, err := attributeName(text)
	if err != nil {
		return attribute{}, err
	}
	if !utf8.ValidString(name) {
		return attribute{}, fmt.Errorf("the name %q is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the file in UTF-8", name)
	}
	a := attribute{name: name}
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "{") {
		a.declared = declaredNominal
		a.levels, err = nominalValues(rest[1:])
		if err != nil {
			return attribute{}, fmt.Errorf("attribute %q: %w", name, err)
		}
		return a, nil
	}
	kind, _ := cutWord(rest)
	switch strings.ToLower(kind) {
	case "numeric", "real", "integer":
		a.declared = declaredNumber
	case "string":
		a.declared, a.kind = declaredString, "a string"
	case "date":
		a.declared, a.kind = declaredOther, "a date"
	case "relational":
		return attribute{}, fmt.Errorf("attribute %q is a table of its own (relational), which cannot be read; expected numeric, real, integer or {nominal values}", name)
	case "":
		return attribute{}, fmt.Errorf("attribute %q has no type", name)
	default:
		return attribute{}, fmt.Errorf("attribute %q: type %q is unknown; expected numeric, real, integer or {nominal values}", name, kind)
	}
	return a, nil
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
			return nil, fmt.Errorf("value %q is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the file in UTF-8", value)
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

// quoted reads a string in single or double quotes at the beginning of text. A
// backslash takes the next character literally, but n, r and t as line break,
// carriage return and tab.
func quoted(text string) (value, rest string, err error) {
	b, after, err := unquote(nil, []byte(text))
	return string(b), string(after), err
}

// unquote is quoted of bytes; it appends the value to b.
func unquote(b, text []byte) (value, rest []byte, err error) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c == quote {
			return b, text[i+1:], nil
		}
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if at := strings.IndexByte("nrt", c); at >= 0 {
				c = "\n\r\t"[at]
			}
		}
		b = append(b, c)
	}
	return nil, nil, fmt.Errorf("the quote that opens %q is never closed", shortened(string(text)))
}
