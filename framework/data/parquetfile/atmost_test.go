package parquetfile

import (
	"bytes"
	"testing"

	"github.com/manyclass/bench/framework/data/textfile"
)

func TestReadAtMost(t *testing.T) {
	if _, err := readAtMost(bytes.NewReader(make([]byte, 11)), 10); err != textfile.ErrTooLarge {
		t.Errorf("11 of 10 bytes: %v", err)
	}
	if text, err := readAtMost(bytes.NewReader(make([]byte, 10)), 10); err != nil || len(text) != 10 {
		t.Errorf("10 of 10 bytes: %d, %v", len(text), err)
	}
}
