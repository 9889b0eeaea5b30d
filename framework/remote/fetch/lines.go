package fetch

import (
	"bufio"
	"io"
	"strings"
)

// appendLines writes a text, and ends its last line. It leaves the first line out if skip says so, and a mark of UTF-8
// before it. It returns the first line without its end.
func appendLines(to io.Writer, text io.Reader, skip func(first string) bool) (first string, err error) {
	r := bufio.NewReaderSize(text, 1<<16)
	line, err := r.ReadString('\n')
	if err != nil && err != io.EOF {
		return "", err
	}
	line = strings.TrimPrefix(line, "\ufeff")
	first = strings.TrimRight(line, "\r\n")
	last := &ending{to: to}
	if !skip(first) {
		if _, err := io.WriteString(last, line); err != nil {
			return first, err
		}
	}
	if _, err := io.Copy(last, r); err != nil {
		return first, err
	}
	if last.open {
		_, err = io.WriteString(to, "\n")
		return first, err
	}
	return first, nil
}

// ending notes whether the last line has no end yet.
type ending struct {
	to   io.Writer
	open bool
}

func (e *ending) Write(b []byte) (int, error) {
	if len(b) > 0 {
		e.open = b[len(b)-1] != '\n'
	}
	return e.to.Write(b)
}
