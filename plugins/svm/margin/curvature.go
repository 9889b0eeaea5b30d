package margin

import (
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

const (
	// tile is how many rows are multiplied together, blockCount into how many blocks
	// they are divided.
	tile, blockCount = 64, 8
	// panel is the number of columns of a matrix that are computed together.
	panel = 3 * kernel.Lanes
	// mostInverses is the largest number of values of the inverses for all classes.
	mostInverses = 1 << 23
	// solveSteps and solveShare end the conjugate gradients for a Newton step.
	solveSteps, solveShare = 50, 0.1
)

// block is some rows, with the second derivative of φ there: σ·C·c times the
// projection of the classes where a row's a is above 0, its support, on the
// directions that add up to 0. Other rows have none.
type block struct {
	from, to     int
	rows         []int     // those with more than one class in their support
	step         []float64 // of these: σ·C·c
	ends         []int     // of their supports
	support      []int32
	z, f         []float64 // tile × padded and tile × width
	sum          []float64 // padded × width, or width × padded
	gram, scaled []float64 // padded × padded and tile × padded, made when needed
	sums
}

// sums are what the rows of a block add to φ and to the objectives.
type sums struct{ loss, linear, far, dual float64 }

func newBlocks(n, padded, width int) []block {
	blocks := make([]block, blockCount)
	for k := range blocks {
		blocks[k] = block{from: k * n / blockCount, to: (k + 1) * n / blockCount, z: make([]float64, tile*padded),
			f: make([]float64, tile*width), sum: make([]float64, padded*width)}
	}
	return blocks
}

func (p *block) clear() {
	clear(p.sum)
	p.rows, p.step, p.ends, p.support = p.rows[:0], p.step[:0], p.ends[:0], p.support[:0]
	p.sums = sums{}
}

// note keeps a row if its support, those noted since, has more than one class.
func (p *block) note(i, since int, step float64) {
	if len(p.support)-since < 2 {
		p.support = p.support[:since]
		return
	}
	p.rows, p.step, p.ends = append(p.rows, i), append(p.step, step), append(p.ends, len(p.support))
}

// supportOf returns the support of the row at r.
func (p *block) supportOf(r int) []int32 {
	if r == 0 {
		return p.support[:p.ends[0]]
	}
	return p.support[p.ends[r-1]:p.ends[r]]
}

// each does n things, as many at a time as there are threads.
func (s *proximal) each(n int, do func(i int)) {
	var wait sync.WaitGroup
	threads := min(s.threads, n)
	for t := 1; t < threads; t++ {
		wait.Go(func() {
			for i := t; i < n; i += threads {
				do(i)
			}
		})
	}
	for i := 0; i < n; i += max(threads, 1) {
		do(i)
	}
	wait.Wait()
}

// load puts row i into a tile.
func (s *proximal) load(p *block, r, i int) {
	row := p.z[r*s.padded : (r+1)*s.padded]
	copy(row, s.x.Row(i))
	row[s.x.Cols] = 1
}

// products computes the products of n rows of the tile with w.
func (s *proximal) products(p *block, n int, w []float64) {
	n = kernel.Padded(n)
	clear(p.f[:n*s.width])
	kernel.MulAdd(n, s.width, s.x.Cols+1, p.z, s.padded, 1, w, s.width, p.f, s.width)
}

// addProducts adds the n rows of the tile times their f.
func (s *proximal) addProducts(p *block, n int) {
	kernel.MulAdd(s.padded, s.width, n, p.z, 1, s.padded, p.f, s.width, p.sum, s.width)
}

// narrow reports whether supports are so small that their classes are multiplied
// one by one.
func (s *proximal) narrow() bool {
	rows, support := 0, 0
	for k := range s.blocks {
		rows += len(s.blocks[k].rows)
		support += len(s.blocks[k].support)
	}
	return 4*support < rows*s.classes && s.classes*s.padded*s.padded <= mostInverses
}

// direction solves H·d = −slope for the second derivative H of φ, up to a share of
// the slope, by conjugate gradients. It reports false if numbers overflow.
func (s *proximal) direction(d []float64, slope float64) bool {
	narrow := s.narrow()
	curve, precondition := s.curveWide, s.sharedInverse()
	if narrow {
		curve, precondition = s.curveNarrow, s.classInverses()
	}
	if precondition == nil {
		return false
	}
	r, y := make([]float64, len(d)), make([]float64, len(d))
	p, hp := make([]float64, len(d)), make([]float64, len(d))
	clear(d)
	kernel.Axpy(r, -1, s.slope)
	rho := 1.0
	for n := range solveSteps {
		precondition(y, r)
		next := kernel.Dot(r, y)
		ratio := 0.0
		if n > 0 {
			ratio = next / rho
		}
		for j, v := range y {
			p[j] = v + float64(ratio*p[j])
		}
		rho = next
		curve(hp, p)
		curvature := kernel.Dot(p, hp)
		if !(curvature > 0) {
			return n > 0
		}
		kernel.Axpy(d, rho/curvature, p)
		kernel.Axpy(r, -rho/curvature, hp)
		if kernel.Dot(r, r) <= solveShare*slope {
			break
		}
	}
	return true
}

// curveWide computes H·d from the products of whole rows.
func (s *proximal) curveWide(out, d []float64) {
	s.each(len(s.blocks), func(k int) {
		p := &s.blocks[k]
		clear(p.sum)
		for at := 0; at < len(p.rows); at += tile {
			n := min(tile, len(p.rows)-at)
			for r := range n {
				s.load(p, r, p.rows[at+r])
			}
			s.products(p, n, d)
			for r := range n {
				s.centre(p, at+r, p.f[r*s.width:(r+1)*s.width])
			}
			s.addProducts(p, n)
		}
	})
	copy(out, d)
	for k := range s.blocks {
		kernel.Axpy(out, 1, s.blocks[k].sum)
	}
}

// centre applies the second derivative of the row at r.
func (s *proximal) centre(p *block, r int, f []float64) {
	support, sum := p.supportOf(r), 0.0
	for _, k := range support {
		sum += f[k]
	}
	mean := sum / float64(len(support))
	a := s.a[p.rows[r]*s.width:][:len(f)]
	for k, v := range a {
		if v > 0 {
			f[k] = p.step[r] * (f[k] - mean)
		} else {
			f[k] = 0
		}
	}
}

// curveNarrow computes H·d from the products of rows with the classes in their
// support.
func (s *proximal) curveNarrow(out, d []float64) {
	transpose(s.across, d, s.padded, s.width)
	s.each(len(s.blocks), func(k int) {
		p := &s.blocks[k]
		clear(p.sum)
		for r, i := range p.rows {
			s.load(p, 0, i)
			z, support, sum := p.z[:s.padded], p.supportOf(r), 0.0
			for t, k := range support {
				p.f[t] = kernel.Dot(z, s.across[int(k)*s.padded:int(k+1)*s.padded])
				sum += p.f[t]
			}
			mean := sum / float64(len(support))
			for t, k := range support {
				kernel.Axpy(p.sum[int(k)*s.padded:int(k+1)*s.padded], p.step[r]*(p.f[t]-mean), z)
			}
		}
	})
	for k := range s.blocks {
		kernel.Axpy(s.across, 1, s.blocks[k].sum)
	}
	transpose(out, s.across, s.width, s.padded)
}

// transpose stores the transposed of a rows × columns matrix in out.
func transpose(out, in []float64, rows, columns int) {
	for i := range rows {
		for j, v := range in[i*columns : (i+1)*columns] {
			out[j*rows+i] = v
		}
	}
}

// addGram adds the upper triangle of −Σ share·zzᵀ of n rows of the tile to u.
func (s *proximal) addGram(p *block, n int, share []float64, u []float64) {
	for r, v := range share {
		to := p.scaled[r*s.padded : (r+1)*s.padded]
		clear(to)
		kernel.Axpy(to, -v, p.z[r*s.padded:(r+1)*s.padded])
	}
	for j := 0; j < s.padded; j += panel {
		w := min(panel, s.padded-j)
		kernel.MulAdd(j+w, w, n, p.scaled, 1, s.padded, p.z[j:], s.padded, u[j:], s.padded)
	}
}

// sharedInverse returns what multiplies by the inverse of I + Σ σ·C·c·ω·zzᵀ, where ω
// is the mean of the diagonal of a row's projection, which would be H if supports
// were all classes. It is nil if numbers overflow.
func (s *proximal) sharedInverse() func(out, b []float64) {
	n := s.padded
	s.each(len(s.blocks), func(k int) {
		p := &s.blocks[k]
		if p.gram == nil {
			p.gram = make([]float64, n*n)
		}
		if p.scaled == nil {
			p.scaled = make([]float64, tile*n)
		}
		clear(p.gram)
		share := make([]float64, tile)
		for at := 0; at < len(p.rows); at += tile {
			t := min(tile, len(p.rows)-at)
			for r := range t {
				s.load(p, r, p.rows[at+r])
				share[r] = p.step[at+r] * float64(len(p.supportOf(at+r))-1) / float64(s.classes-1)
			}
			s.addGram(p, t, share[:t], p.gram)
		}
	})
	u := make([]float64, n*n)
	for k := range s.blocks {
		kernel.Axpy(u, 1, s.blocks[k].gram)
	}
	if !decompose(u, n) {
		return nil
	}
	return func(out, b []float64) {
		copy(out, b)
		solve(u, n, out, s.width)
	}
}

// entry is a row of a class and its weight.
type entry struct {
	row   int
	share float64
}

// classInverses returns what multiplies class by class by the inverse of the block of
// H on its diagonal, and takes out what is the same in all classes: the slope has
// nothing of it. It is nil if numbers overflow.
func (s *proximal) classInverses() func(out, b []float64) {
	n, entries := s.padded, s.entries()
	inverses, failed := make([]float64, s.classes*n*n), make([]bool, s.classes)
	s.each(len(s.blocks), func(k int) {
		p := &s.blocks[k]
		if p.scaled == nil {
			p.scaled = make([]float64, tile*n)
		}
		for class := k; class < s.classes; class += len(s.blocks) {
			failed[class] = !s.classInverse(p, entries[class], inverses[class*n*n:(class+1)*n*n])
		}
	})
	for _, f := range failed {
		if f {
			return nil
		}
	}
	return func(out, b []float64) {
		transpose(s.across, b, n, s.width)
		clear(s.back)
		s.each(s.classes, func(k int) {
			kernel.RowMulAdd(n, n, s.across[k*n:], 1, inverses[k*n*n:], n, s.back[k*n:])
		})
		mean := make([]float64, n)
		for k := range s.classes {
			kernel.Axpy(mean, 1/float64(s.classes), s.back[k*n:(k+1)*n])
		}
		for k := range s.classes {
			kernel.Axpy(s.back[k*n:(k+1)*n], -1, mean)
		}
		transpose(out, s.back, s.width, n)
	}
}

// entries returns the rows of whose support each class is part.
func (s *proximal) entries() [][]entry {
	entries := make([][]entry, s.classes)
	for k := range s.blocks {
		p := &s.blocks[k]
		for r, i := range p.rows {
			support := p.supportOf(r)
			share := p.step[r] * (1 - 1/float64(len(support)))
			for _, class := range support {
				entries[class] = append(entries[class], entry{i, share})
			}
		}
	}
	return entries
}

// classInverse stores the inverse of I + Σ share·zzᵀ in inverse, which holds zeros.
func (s *proximal) classInverse(p *block, rows []entry, inverse []float64) bool {
	n := s.padded
	u, share := make([]float64, n*n), make([]float64, tile)
	for len(rows) > 0 {
		t := min(tile, len(rows))
		for r, e := range rows[:t] {
			s.load(p, r, e.row)
			share[r] = e.share
		}
		s.addGram(p, t, share[:t], u)
		rows = rows[t:]
	}
	if !decompose(u, n) {
		return false
	}
	for j := range n {
		inverse[j*n+j] = 1
	}
	solve(u, n, inverse, n)
	return true
}

// decompose replaces −A by the U with UᵀU = I + A.
func decompose(u []float64, n int) bool {
	for j := range n {
		u[j*n+j]--
	}
	return psd.Cholesky(u, n, 0)
}

// solve replaces B of n × width by the X with UᵀU·X = B.
func solve(u []float64, n int, b []float64, width int) {
	for j := range n {
		row := b[j*width : (j+1)*width]
		kernel.RowMulAdd(width, j, u[j:], n, b, width, row)
		divide(row, -u[j*n+j])
	}
	for j := n - 1; j >= 0; j-- {
		row := b[j*width : (j+1)*width]
		if j < n-1 {
			kernel.RowMulAdd(width, n-1-j, u[j*n+j+1:], 1, b[(j+1)*width:], width, row)
		}
		divide(row, -u[j*n+j])
	}
}

// divide divides by v.
func divide(row []float64, v float64) {
	scale := 1 / v
	for k := range row {
		row[k] *= scale
	}
}

// proximal solves a multiclass problem of few columns by the proximal point method on
// the dual (Rockafellar, "Augmented Lagrangians and applications of the proximal point
// algorithm in convex programming", Mathematics of Operations Research 1, 1976), each
// step by Newton's method for semismooth equations (Li, Sun and Toh, "A highly
// efficient semismooth Newton augmented Lagrangian method for solving Lasso problems",
// SIAM J. Optimization 28, 2018). With a_ik = C·c_i·[k = y_i] − α_ik, which lie in the
// simplex of size C·c_i, and an anchor â,
//
//	φ(W) = ½‖W‖² + Σ_i max_a aᵀ(W·z_i + Δ_i) − C·c_i·f_iy − ‖a − â_i‖²/(2·σ·C·c_i),
//
// Δ_ik = 1 − [k = y_i], is minimised; the a that attain the maxima are the next
// anchor. A maximum is attained at a projection on the simplex. φ has the slope
// W − W(α), and its minimum is at most ½‖slope‖² below.
type proximal struct {
	*multiclass
	threads int
	padded  int       // d + 1, padded
	sigma   float64   // σ
	anchor  []float64 // n × width
	a       []float64 // n × width
	weights []float64 // W, padded × width, as in w with zeros below
	slope   []float64 // padded × width
	blocks  []block   // of rows, the same for any number of threads
	across  []float64 // width × padded: a direction by classes
	back    []float64 // width × padded
}
