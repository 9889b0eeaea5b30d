package measured

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/data/textfile"
	"github.com/manyclass/bench/framework/inputfile"
	"github.com/manyclass/bench/framework/wording"
)

// Limits on a table of scores. Tests compare all pairs of methods, so that time and memory
// grow with their square.
const (
	MostBytes    = 1 << 28 // of the file
	MostMethods  = 500
	MostDatasets = 10_000
	MostName     = 200 // characters of the name of a dataset, method, fold or repeat
)

// ReadFile is ReadCSV of a file, within limits.
func ReadFile(path, metric string) (*Table, error) {
	b, err := inputfile.Read(path, MostBytes)
	var large *inputfile.SizeError
	switch {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s has %d bytes; a table of scores may have %d MiB", path, large.Size, MostBytes>>20)
	case err != nil:
		return nil, err
	}
	return ReadCSV(path, b, metric)
}

// text returns the content of a file as UTF-8 with lines that end in a line feed. A byte
// order mark says that it is in UTF-16; other encodings are refused.
func (b *builder) text(content []byte) []byte {
	text, err := textfile.ByMark(content)
	if err != nil {
		b.wrong(0, "%s", wording.Reason(err))
		return nil
	}
	if !bytes.ContainsRune(text, '\n') {
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n")) // as old Macintosh programs end lines
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			b.wrong(i+1, "this is not text in UTF-8: save the file in UTF-8, or in UTF-16 with a byte order mark")
			return nil
		}
		if bytes.IndexByte(line, 0) >= 0 {
			b.wrong(i+1, "the line holds a NUL byte: save the file as text in UTF-8")
			return nil
		}
	}
	return text
}
