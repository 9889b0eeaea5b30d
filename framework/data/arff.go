package data

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// openARFF reads the header of a file in WEKA's attribute-relation format
// (dense rows; nominal, numeric and string attributes).
func openARFF(path string, text []byte, _ Source) (*input, error) {
	in := &input{path: path}
	at := place{file: path}
	lineOf := map[string]int{}
	for len(text) > 0 {
		at.line++
		var raw []byte
		raw, text, _ = bytes.Cut(text, []byte("\n"))
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '%' {
			continue
		}
		keyword, rest := cutWord(line)
		switch strings.ToLower(keyword) {
		case "@relation":
		case "@attribute":
			a, err := parseAttribute(rest)
			if err != nil {
				return nil, at.errorf("%v", err)
			}
			if before, dup := lineOf[a.name]; dup {
				return nil, at.errorf("attribute %q is already declared in line %d", a.name, before)
			}
			lineOf[a.name] = at.line
			in.attrs = append(in.attrs, a)
		case "@data":
			if len(in.attrs) == 0 {
				return nil, at.errorf("@data comes before any @attribute")
			}
			f := &arffFile{path: path, text: text, before: at.line, width: len(in.attrs)}
			in.maxRows, in.each = rowBound(text, f.width), f.each
			return in, nil
		default:
			return nil, at.errorf("expected @relation, @attribute or @data, got %.40q", line)
		}
	}
	return nil, at.errorf("the file ends without @data")
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
		return attribute{}, fmt.Errorf("the name %q is not UTF-8; save the file in that encoding", name)
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
		a.declared = declaredText
	case "date", "relational":
		return attribute{}, fmt.Errorf("attribute %q: type %s is not available in this release; available: numeric, real, integer, string, {nominal values}", name, strings.ToLower(kind))
	case "":
		return attribute{}, fmt.Errorf("attribute %q has no type", name)
	default:
		return attribute{}, fmt.Errorf("attribute %q: type %q is unknown; expected numeric, real, integer, string or {nominal values}", name, kind)
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
			return nil, fmt.Errorf("value %q is not UTF-8; save the file in that encoding", value)
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
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c == quote {
			return b.String(), text[i+1:], nil
		}
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if at := strings.IndexByte("nrt", c); at >= 0 {
				c = "\n\r\t"[at]
			}
		}
		b.WriteByte(c)
	}
	return "", "", fmt.Errorf("the quote %c is never closed", quote)
}

// arffFile is the data section of an ARFF file in memory.
type arffFile struct {
	path   string
	text   []byte
	before int // lines before text
	width  int
}

// each reads all rows.
func (f *arffFile) each(row func(line int, fields []string) error) error {
	at := place{f.path, f.before}
	fields := make([]string, 0, f.width+1)
	for text := f.text; len(text) > 0; {
		at.line++
		var raw []byte
		raw, text, _ = bytes.Cut(text, []byte("\n"))
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '%' {
			continue
		}
		if line[0] == '{' {
			return at.errorf("sparse ARFF rows are not available in this release; available: dense rows")
		}
		var err error
		if fields, err = splitRow(line, f.width, fields[:0]); err != nil {
			return at.errorf("%v", err)
		}
		if len(fields) != f.width {
			return at.errorf("got %d fields, expected %d", len(fields), f.width)
		}
		if err := row(at.line, fields); err != nil {
			return err
		}
	}
	return nil
}

// splitRow appends the fields of a dense row to fields. Commas part them, or
// blanks where a row of several fields has no comma; a comma at the end and a
// comment after a blank do not count.
func splitRow(line string, width int, fields []string) ([]string, error) {
	blanks := width > 1 && strings.IndexByte(line, ',') < 0
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '%' {
			return fields, nil // after a comma at the end
		}
		var field string
		if line[0] == '\'' || line[0] == '"' {
			var err error
			if field, line, err = quoted(line); err != nil {
				return nil, err
			}
			if line != "" && strings.IndexByte(" \t,", line[0]) < 0 {
				return nil, fmt.Errorf("unexpected %.20q after a quoted value", line)
			}
		} else {
			end := plainEnd(line, blanks)
			field, line = strings.TrimRight(line[:end], " \t"), line[end:]
		}
		fields = append(fields, field)
		line = strings.TrimLeft(line, " \t")
		switch {
		case line == "" || line[0] == '%':
			return fields, nil
		case line[0] == ',':
			line = line[1:]
		case !blanks:
			return nil, fmt.Errorf("expected a comma before %.20q", line)
		}
	}
}

// plainEnd returns where an unquoted field ends.
func plainEnd(line string, blanks bool) int {
	for i := range len(line) {
		switch c := line[i]; {
		case c == ',':
			return i
		case c != ' ' && c != '\t':
		case blanks:
			return i
		default:
			if rest := strings.TrimLeft(line[i:], " \t"); rest == "" || rest[0] == '%' {
				return i
			}
		}
	}
	return len(line)
}
