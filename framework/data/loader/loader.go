package loader

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// loader reads the files of one source.
type loader struct {
	source    source.Source
	format    formats.Format
	missing   collect.Markers
	files     []*dataFile // file, and test_file if there is one
	columns   []*collect.Collector
	labelsBy  string // what names the labels of multi-label data; "" for others
	labelGaps int    // cells of labels without a value
	warnings  []string
	guessed   error // what was read as it was probably meant
	doubts
}

// dataFile is one of the files.
type dataFile struct {
	*reader.Input
	path   string
	digest *textfile.FileDigest
	rows   int // that were taken
}

func newLoader(s source.Source) *loader {
	l := &loader{source: formats.WithDefaults(s), format: formats.Of(s), files: []*dataFile{{path: s.File}}}
	if s.TestFile != "" {
		l.files = append(l.files, &dataFile{path: s.TestFile})
	}
	l.missing = collect.NewMarkers(l.source.Missing)
	return l
}

// paths lists the paths of the files.
func (l *loader) paths() []string {
	return lists.Map(l.files, func(f *dataFile) string { return f.path })
}

// checkDigest refuses a file that is another one than the source wants; i counts
// the files from 0.
func (l *loader) checkDigest(i int) error {
	if i > 0 || l.source.SHA256 == "" {
		return nil
	}
	return l.files[0].digest.Check(l.source.SHA256)
}

func (l *loader) total() int {
	return lists.Sum(lists.Map(l.files, func(f *dataFile) int { return f.rows }))
}

// held is what all columns take up so far.
func (l *loader) held() float64 {
	total := 0.0
	for _, c := range l.columns {
		total += c.Bytes()
	}
	return total
}

// setParts makes the rows of a test file, or the last rows of the file, the test
// part.
func (l *loader) setParts(t *data.Table) error {
	tested := l.source.TestRows
	if len(l.files) == 2 {
		tested = l.files[1].rows
	}
	if tested == 0 {
		return nil
	}
	if tested >= t.Rows {
		return data.Place{File: l.source.File}.Errorf("test_rows = %d leaves no rows to train on: there are %s", tested,
			wording.Count(t.Rows, "row")).Of("test_rows")
	}
	t.Part = slices.Concat(make([]int8, t.Rows-tested), slices.Repeat([]int8{data.TestPart}, tested))
	return nil
}
