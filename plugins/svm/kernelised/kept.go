package kernelised

import (
	"crypto/sha256"

	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// kept is what calls leave to those that train on the same rows with another C or γ:
// of the last row set the kernel matrix, and squared distances where they are dear.
type kept struct {
	points  [sha256.Size]byte
	squares shared // nil if there is no room for them
	kernel  gram.Kernel
	values  shared
}

// matrix returns the whole kernel matrix of a row set, computed into the memory of the
// last one unless it is that. Squared distances are kept if they fit beside it.
func (k *kept) matrix(set *trainer.Set, m *gram.Matrix, cache int64) shared {
	points := m.Digest()
	same := points == k.points
	if same && k.kernel == m.Kernel() {
		return k.values
	}
	k.points = [sha256.Size]byte{} // until all is computed
	switch {
	case !m.BySquares() || m.Bytes() > cache/2:
		k.squares = nil
	case !same || k.squares == nil:
		k.squares = k.squares.room(m)
		k.squares.fill(set, m.Squares)
	}
	k.values = k.values.room(m)
	k.values.fill(set, func(rows []int32, out [][]float32) {
		if k.squares == nil {
			m.Rows(rows, out)
			return
		}
		for at, i := range rows {
			m.FromSquares(out[at], k.squares[i])
		}
	})
	k.points, k.kernel = points, m.Kernel()
	return k.values
}
