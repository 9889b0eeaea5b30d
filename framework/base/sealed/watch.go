package sealed

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"time"
)

// watched is a file that cannot be sealed: it has lost the right to be written and
// has the time stamp of nothing that was written.
type watched struct {
	path    string
	sum     uint32 // CRC-32C
	unmoved bool   // its time shows every change: not in memory, where writes to a mapping leave it
}

// stamp is the time of change of a watched file.
var stamp = time.Unix(1, 0)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// check returns an error if the file was changed. Its content is read where its
// time does not tell: network folders move that on their own.
func (w *watched) check() error {
	info, err := os.Lstat(w.path)
	if err != nil {
		return fmt.Errorf("a plugin has removed its input: %w", err)
	}
	if w.unmoved && info.ModTime().Equal(stamp) {
		return nil
	}
	now, err := sum(w.path)
	if err != nil {
		return err
	}
	if now != w.sum {
		return fmt.Errorf("a plugin has written to its input %s, which others read too: plugins must open what they are "+
			"given for reading", w.path)
	}
	return nil
}

func sum(path string) (uint32, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h := crc32.New(castagnoli)
	_, err = io.Copy(h, f)
	return h.Sum32(), err
}
