package textfile

import (
	"compress/bzip2"
	"fmt"
	"io"
	"strings"
	"testing"
)

// What is compressed is read ahead, and the reader ends with the file.
func TestReadAhead(t *testing.T) {
	text := strings.Repeat(fmt.Sprintf("%0100d\n", 1), 30_000)
	a := newReadAhead(strings.NewReader(text))
	got, err := io.ReadAll(a)
	if err != nil || string(got) != text {
		t.Errorf("%d of %d bytes, %v", len(got), len(text), err)
	}
	a.close()
	unread := newReadAhead(strings.NewReader(text))
	if _, err := unread.Read(make([]byte, 10)); err != nil {
		t.Error(err)
	}
	unread.close()
	broken := newReadAhead(bzip2.NewReader(strings.NewReader("BZh9")))
	if _, err := io.ReadAll(broken); err == nil {
		t.Error("the error is lost")
	}
	broken.close()
}
