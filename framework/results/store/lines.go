package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
)

// Journals need not be what we wrote: a disk flips bits, an editor leaves its files
// among them, a folder comes from elsewhere. They are opened and bounded here.
const maxLine = 4 << 20 // bytes; records take some hundred

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Kinds of record.
const (
	kindEnvironment = "environment"
	kindStart       = "start"
	kindResult      = "result"
	kindYielded     = "yielded" // a cell that was started and given up
	kindFinished    = "finished"
	kindScores      = "scores"
	kindMetric      = "metric" // a value of a plugin's metric
)

// record is one line of a journal. The fields that are set depend on Kind.
type record struct {
	Kind        string          `json:"kind"`
	Time        time.Time       `json:"time"`
	Environment json.RawMessage `json:"environment,omitempty"`
	Key         string          `json:"key,omitempty"`
	Result      *Result         `json:"result,omitempty"`
	Scores      *BinaryScores   `json:"scores,omitempty"`
	Metric      *MetricValue    `json:"metric,omitempty"`
}

func formatRecord(r record) ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	line := append(fmt.Appendf(nil, "%08x ", crc32.Checksum(body, castagnoli)), body...)
	if len(line) >= maxLine {
		return nil, fmt.Errorf("a record of %d bytes could not be read again: %d are the most", len(line), maxLine)
	}
	return append(line, '\n'), nil
}

// damage is what cannot be read of a journal.
type damage struct {
	lines int // that are not records
	first int // number of the first of them, from 1
}

// readLines hands on the records of a journal, one after the other, and skips what
// is damaged. A last line that does not end is what a run that was killed leaves: it
// is no damage.
func readLines(journal io.Reader, take func(record)) (d damage, err error) {
	lines := bufio.NewReaderSize(journal, 1<<16)
	for number := 1; ; number++ {
		line, err := nextLine(lines)
		if err == io.EOF {
			return d, nil
		}
		if err != nil && !errors.Is(err, errLong) {
			return d, err
		}
		if len(line) == 0 && err == nil {
			continue
		}
		r, broken := parseRecord(line)
		if errors.Is(err, errLong) || broken != nil {
			if d.lines++; d.lines == 1 {
				d.first = number
			}
			continue
		}
		take(r)
	}
}

var errLong = errors.New("the line is too long for a record")

// nextLine returns a line without its end, which may be that of another system. It
// keeps no more of a line than a record can take. The error is io.EOF for a line
// without end.
func nextLine(r *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil:
			return nil, err
		case long:
			return nil, errLong
		}
		return bytes.TrimSuffix(line[:len(line)-1], []byte{'\r'}), nil
	}
}

func parseRecord(line []byte) (record, error) {
	var r record
	sum, body, found := bytes.Cut(line, []byte{' '})
	if !found || len(sum) != 8 {
		return r, errors.New("no checksum")
	}
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if err != nil {
		return r, err
	}
	if crc32.Checksum(body, castagnoli) != uint32(want) {
		return r, errors.New("the checksum differs")
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return r, err
	}
	switch r.Kind {
	case kindResult:
		return r, checkResult(r.Result)
	case kindScores:
		return r, r.Scores.check()
	case kindMetric:
		return r, r.Metric.check()
	}
	return r, nil
}

// checkResult refuses a result that no run has, and makes its texts harmless.
func checkResult(r *Result) error {
	if r == nil || r.Status == OK && r.Predictions == nil {
		return errors.New("a result is incomplete")
	}
	for _, n := range []int64{
		int64(r.Attempt), int64(r.TrainRows), int64(r.DifferentRows), int64(r.TestRows), int64(r.BinaryProblems),
		r.PeakRSSBytes, r.ModelBytes, int64(r.Unconverged), int64(r.Constant),
	} {
		if n < 0 {
			return errors.New("a result counts less than nothing")
		}
	}
	if !(r.TrainSeconds >= 0 && r.PredictSeconds >= 0) || math.IsInf(r.TrainSeconds+r.PredictSeconds, 0) ||
		!plausible(r.CPUSeconds) || !plausible(r.EnergyJoules) {
		return errors.New("a result took less than no time, or for ever")
	}
	for _, text := range []*string{&r.Error, &r.Note, &r.NoSets} {
		*text = wording.Harmless(*text, maxText)
	}
	return nil
}
