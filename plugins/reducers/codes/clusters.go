package codes

// mostPasses bounds the passes of TwoMeans, which end by themselves.
const mostPasses = 100

// TwoMeans divides some rows of x, row by row of d features, into the two clusters of
// Lloyd's 2-means and returns for each of them whether it is in the second, and the square of
// the distance of their means. It begins with the row furthest from the mean of all and the
// row furthest from that one, the first of equals; a row as near to both means is in the
// first. It returns nil if all rows are equal or a cluster is left without rows.
func TwoMeans(x []float64, d int, rows []int) (second []bool, apart float64) {
	if len(rows) < 2 {
		return nil, 0
	}
	row := func(i int) []float64 { return x[rows[i]*d : (rows[i]+1)*d] }
	all := clusterMean(row, make([]bool, len(rows)), false, d)
	one := row(furthest(row, len(rows), all))
	two := row(furthest(row, len(rows), one))
	in := make([]bool, len(rows))
	for range mostPasses {
		changed, members := false, 0
		for i := range in {
			now := squaredDistance(row(i), two) < squaredDistance(row(i), one)
			changed = changed || now != in[i]
			in[i] = now
			if now {
				members++
			}
		}
		if members == 0 || members == len(in) {
			return nil, 0
		}
		if !changed {
			break
		}
		one, two = clusterMean(row, in, false, d), clusterMean(row, in, true, d)
	}
	return in, squaredDistance(one, two)
}

// furthest returns the first of the rows that are furthest from a point.
func furthest(row func(int) []float64, n int, from []float64) int {
	best, most := 0, -1.0
	for i := range n {
		if distance := squaredDistance(row(i), from); distance > most {
			best, most = i, distance
		}
	}
	return best
}

// clusterMean returns the mean of the rows of a cluster.
func clusterMean(row func(int) []float64, in []bool, cluster bool, d int) []float64 {
	mean, n := make([]float64, d), 0.0
	for i, member := range in {
		if member == cluster {
			n++
			for j, v := range row(i) {
				mean[j] += v
			}
		}
	}
	for j := range mean {
		mean[j] /= n
	}
	return mean
}
