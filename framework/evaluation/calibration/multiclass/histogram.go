package multiclass

import (
	"slices"
)

// histogram is binning with bins of about equally many rows: a score becomes the share of
// positive rows of its bin (Gupta and Ramdas, "Top-label calibration and multiclass-to-binary
// reductions", ICLR 2022, without its randomisation). Without bins it changes nothing.
type histogram struct {
	upper  []float64 // the largest score of each bin but the last, ascending
	shares []float64 // of positive rows, by bin
}

func (h histogram) at(score float64) float64 {
	if len(h.shares) == 0 {
		return score
	}
	bin, _ := slices.BinarySearch(h.upper, score)
	return h.shares[bin]
}

// row is a score of a row and whether the row is positive.
type row struct {
	score    float64
	positive bool
}

// fitHistogram makes as many bins as have some number of rows each; with fewer rows there
// are none. Rows of one score are in one bin.
func fitHistogram(rows []row, binRows int) (h histogram) {
	bins := len(rows) / binRows
	if bins == 0 {
		return h
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return 0
	})
	for bin := range bins - 1 { // the first rows%bins have one row more
		last := (bin+1)*(len(rows)/bins) + min(bin+1, len(rows)%bins) - 1
		if upper := rows[last].score; len(h.upper) == 0 || upper > h.upper[len(h.upper)-1] {
			h.upper = append(h.upper, upper)
		}
	}
	positive, all := make([]float64, len(h.upper)+1), make([]float64, len(h.upper)+1)
	for _, r := range rows {
		bin, _ := slices.BinarySearch(h.upper, r.score)
		if all[bin]++; r.positive {
			positive[bin]++
		}
	}
	for bin, n := range all {
		if n == 0 { // the last, where the largest score is that of the bin before it
			h.upper = h.upper[:bin-1]
			continue
		}
		h.shares = append(h.shares, positive[bin]/n)
	}
	return h
}

// topLabel has a histogram for each predicted class, of the probability of that class. The
// others share the rest in proportion to their probabilities.
type topLabel []histogram

func fitTopLabel(s Sample, binRows int) topLabel {
	of := make([][]row, s.K)
	for i, predicted := range s.Predicted {
		if predicted >= 0 {
			of[predicted] = append(of[predicted], row{s.Probabilities[i*s.K+predicted], s.Classes[i] == predicted})
		}
	}
	return fitEach(of, binRows)
}

func (t topLabel) calibrate(p []float64, predicted int) {
	if predicted < 0 {
		return
	}
	before := p[predicted]
	now := t[predicted].at(before)
	if now == before {
		return
	}
	for class := range p {
		switch {
		case class == predicted:
			p[class] = now
		case before < 1:
			p[class] *= (1 - now) / (1 - before)
		default:
			p[class] = (1 - now) / float64(len(p)-1)
		}
	}
	scaled(p) // before may have been rounded
}

// classWise has a histogram for each class, of its probability in all rows. What they give
// is divided by its sum; where that is 0 the probabilities are left.
type classWise []histogram

func fitClassWise(s Sample, binRows int) classWise {
	of := make([][]row, s.K)
	for i, class := range s.Classes {
		for k := range s.K {
			of[k] = append(of[k], row{s.Probabilities[i*s.K+k], class == k})
		}
	}
	return fitEach(of, binRows)
}

func (c classWise) calibrate(p []float64, _ int) {
	sum, out := 0.0, make([]float64, len(p))
	for class, h := range c {
		out[class] = h.at(p[class])
		sum += out[class]
	}
	if sum > 0 {
		copy(p, out)
		scaled(p)
	}
}

func fitEach(of [][]row, binRows int) []histogram {
	list := make([]histogram, len(of))
	for class, rows := range of {
		list[class] = fitHistogram(rows, binRows)
	}
	return list
}
