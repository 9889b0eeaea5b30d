package contract

import "github.com/manyclass/bench/framework/base/target"

// Seeker is implemented by reducers with the capability Seeks, which decode a row by a few of the scores of
// their models, such as those on the way to the best leaves of a tree. Where there are very many models, they get
// the scores that they ask for and no others.
type Seeker interface {
	// Seek is Decode where some scores of each row are known, at first none. It lists for each row the columns whose
	// scores it lacks, ascending and none that it knows; it is told of these next time. Once no row lacks any, it returns
	// what Decode returns of rows with all their scores. It gets the rows that lacked something the time before, or all.
	Seek(state []byte, known Known, kind ScoreKind) (lacks target.Labels, d Decoded, err error)
}

// Known are some of the scores of n rows.
type Known struct {
	Columns target.Labels // the numbers of the columns in place of labels: of each row, ascending
	Scores  []float64     // one for each entry of Columns
}
