package matrix

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxNumber is the length in bytes of the longest number of a text. With its blanks each
// number has as much room in the file.
const maxNumber = 1024

// ReadAnswerText is ReadAnswer for a text with a line a row, and blanks between numbers.
// A file with more bytes than the numbers can have is refused unread; of a line or a number
// that is too long nothing is kept.
func ReadAnswerText(path string, rows, cols int) ([]float64, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	most := int64(rows+1) * int64(cols+1) * maxNumber
	if info.Size() > most {
		return nil, fmt.Errorf("%s has %d bytes, which are too many for %d × %d numbers", path, info.Size(), rows, cols)
	}
	t := text{path: path, rows: rows, cols: cols, line: 1}
	if err := t.read(io.LimitReader(f, most)); err != nil { // it may grow while it is read
		return nil, err
	}
	return t.values, nil
}

// text is a text of numbers while it is read.
type text struct {
	path       string
	rows, cols int
	line       int // the number of the line
	inLine     int // numbers in it
	values     []float64
}

func (t *text) read(from io.Reader) error {
	words := bufio.NewScanner(from)
	words.Buffer(nil, maxNumber)
	words.Split(nextWord)
	for words.Scan() {
		if err := t.take(words.Bytes()); err != nil {
			return err
		}
	}
	if errors.Is(words.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: a number has more than %d characters", t.path, t.line, maxNumber)
	}
	if words.Err() != nil {
		return words.Err()
	}
	if t.inLine > 0 { // the last line has no end
		if err := t.endLine(); err != nil {
			return err
		}
	}
	if t.line-1 != t.rows {
		return fmt.Errorf("%s: %d lines were written where %d were asked for", t.path, t.line-1, t.rows)
	}
	return nil
}

func (t *text) take(word []byte) error {
	if word[0] == '\n' {
		return t.endLine()
	}
	t.inLine++
	if t.line > t.rows || t.inLine > t.cols {
		return nil // it is counted, and refused
	}
	v, err := strconv.ParseFloat(strings.Replace(string(word), "-nan", "nan", 1), 64) // as C writes it
	if err != nil || bytes.IndexByte(word, '_') >= 0 {                                // which Go allows between digits
		return fmt.Errorf("%s:%d: %q is not a number", t.path, t.line, word)
	}
	t.values = append(t.values, v)
	return nil
}

func (t *text) endLine() error {
	if t.inLine != t.cols {
		return fmt.Errorf("%s:%d: %d numbers were written where %d were asked for", t.path, t.line, t.inLine, t.cols)
	}
	t.line, t.inLine = t.line+1, 0
	return nil
}

// nextWord is the bufio.SplitFunc of numbers and ends of lines.
func nextWord(data []byte, atEnd bool) (advance int, word []byte, err error) {
	start := 0
	for start < len(data) && bytes.IndexByte([]byte(" \t\r\v\f"), data[start]) >= 0 {
		start++
	}
	if start == len(data) {
		return start, nil, nil
	}
	if data[start] == '\n' {
		return start + 1, data[start : start+1], nil
	}
	if n := bytes.IndexAny(data[start:], " \t\r\v\f\n"); n >= 0 {
		return start + n, data[start : start+n], nil
	}
	if atEnd {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}
