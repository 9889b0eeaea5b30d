package smooth

import "github.com/manyclass/bench/plugins/internal/kernel"

// sampledPrecond is P for all rows of a design, or its diagonal.
func (d *Design) sampledPrecond(c float64) *precond {
	if d.Dim > mostVariables || d.Rows < d.Dim {
		return diagonalPrecond(d.squares(), c, d.Penalty)
	}
	blocks := d.Rows / kernel.Lanes
	every := max(1, d.Rows/(sampleRows*d.Dim))
	gram := make([]float64, d.Dim*d.Dim)
	taken := 0
	for b := 0; b < blocks; b += every {
		addGram(gram, d.X[b*kernel.Lanes*d.Dim:], kernel.Lanes, d.Dim)
		taken++
	}
	return newPrecond(gram, c*float64(blocks)/float64(taken), d.Penalty)
}

// withinPrecond is shared by the problems over few of the classes of a design:
// c·m·(S/n + x̄·x̄ᵀ) + diag(penalty), where S is the scatter of the n rows about the
// means of their classes, x̄ their mean and m the mean number of rows of two
// classes; or the diagonal of that.
func (d *Design) withinPrecond(c float64) *precond {
	n := 0
	for _, s := range d.Segments {
		n += s.End - s.Start
	}
	m := 2 * float64(n) / float64(len(d.Segments))
	if d.Dim > mostVariables || d.Rows < d.Dim {
		return diagonalPrecond(d.squares(), c*m/float64(n), d.Penalty)
	}
	gram, mean := d.within()
	for j := range d.Dim {
		row := gram[j*d.Dim : (j+1)*d.Dim]
		for k := range row {
			row[k] += mean[j] * mean[k]
		}
	}
	return newPrecond(gram, c*m, d.Penalty)
}

// within returns S/n (the upper triangle), from about sampleRows rows a variable,
// and x̄.
func (d *Design) within() (gram, mean []float64) {
	gram, mean = make([]float64, d.Dim*d.Dim), make([]float64, d.Dim)
	block := make([]float64, kernel.Lanes*d.Dim)
	every := max(1, d.Rows/(sampleRows*d.Dim))
	rows, taken, turn := 0, 0, 0
	for _, s := range d.Segments {
		n := s.End - s.Start
		centre := make([]float64, d.Dim)
		for i := s.Start; i < s.End; i++ {
			kernel.Axpy(centre, 1, d.row(i))
		}
		kernel.Axpy(mean, 1, centre)
		rows += n
		for at := s.Start; at < s.End; at, turn = at+kernel.Lanes, turn+1 {
			if turn%every != 0 {
				continue
			}
			m := min(kernel.Lanes, s.End-at)
			copy(block, d.X[at*d.Dim:(at+m)*d.Dim])
			for i := range m {
				kernel.Axpy(block[i*d.Dim:(i+1)*d.Dim], -1/float64(n), centre)
			}
			addGram(gram, block, m, d.Dim)
			taken += m
		}
	}
	for j := range gram {
		gram[j] /= float64(taken)
	}
	for j := range mean {
		mean[j] /= float64(rows)
	}
	return gram, mean
}

// addGram adds XᵀX of some rows to the upper triangle of gram.
func addGram(gram, x []float64, rows, dim int) {
	for i := 0; i < dim; i += kernel.Lanes {
		kernel.MulAdd(kernel.Lanes, dim-i, rows, x[i:], 1, dim, x[i:], dim, gram[i*dim+i:], dim)
	}
}
