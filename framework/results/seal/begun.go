package seal

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/results/store"
)

// The file beside a seal that lists the runs which began with it: what is deleted later was
// there once. It is not part of the seal, whose bytes never change.
const begunEnding = ".runs"

const (
	mostBegun      = 1 << 20 // bytes of the list that are read
	mostRemembered = 200     // runs that a results folder remembers
)

// begun is a line of the list.
type begun struct {
	Seal string `json:"seal"`
	store.SealedRun
}

// Begin notes beside the seal of a file that a run begins which has a number of cells to
// compute, and returns what the run is to remember of the seal. If the list cannot be
// written, unnoted says why; the run can go on.
func (s Seal) Begin(path string, now time.Time, cells int) (seen store.Sealed, unnoted error) {
	seen = s.Seen()
	seen.Runs, unnoted = earlier(path+begunEnding, s.SHA256)
	run := store.SealedRun{Run: strings.ToLower(rand.Text()[:16]), Begun: now.UTC().Truncate(time.Second), Cells: cells}
	seen.Run = run.Run
	line, err := json.Marshal(begun{s.SHA256, run})
	if err != nil {
		return seen, err
	}
	return seen, errors.Join(unnoted, appendLine(path+begunEnding, line))
}

// Seen is what results remember of the seal.
func (s Seal) Seen() store.Sealed {
	return store.Sealed{SHA256: s.SHA256, Date: s.Date, Given: s.Given}
}

// earlier lists the last runs that began with a seal.
func earlier(path, sha256 string) (runs []store.SealedRun, err error) {
	b, err := inputfile.Read(path, mostBegun)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, mostBegun)
	for n := 1; lines.Scan(); n++ {
		var one begun
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			err = fmt.Errorf("%s: line %d was not written by bench", path, n)
			continue
		}
		if one.Seal == sha256 {
			runs = append(runs, one.SealedRun)
		}
	}
	return runs[max(0, len(runs)-mostRemembered):], err
}

func appendLine(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// keptAt is where a results folder holds a seal: among the journals, with which it goes when
// folders are merged.
func keptAt(dir, sha256 string) string {
	return filepath.Join(dir, store.JournalDir, "seal-"+sha256+".json")
}

// Keep copies the seal into a results folder.
func (s Seal) Keep(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, store.JournalDir), 0o755); err != nil {
		return err
	}
	return store.WriteFile(keptAt(dir, s.SHA256), s.Write)
}

// Kept reads a seal from a results folder.
func Kept(dir, sha256 string) (Seal, error) {
	if len(sha256) != len(hexSum(nil)) || strings.Trim(sha256, "0123456789abcdef") != "" {
		return Seal{}, fmt.Errorf("%.80q is not a digest", sha256)
	}
	s, err := Read(keptAt(dir, sha256))
	if err == nil && s.SHA256 != sha256 {
		return s, fmt.Errorf("%s holds the seal %s", keptAt(dir, sha256), s.SHA256)
	}
	return s, err
}
