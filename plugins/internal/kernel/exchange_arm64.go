package kernel

// What takes time of an exchange, the passes over the elements of a column.
var neonPasses = passes{
	sums: func(t *Tile, from, to int64, v, u []float64) {
		if from < to {
			sumsNEON(to-from, &t.Entries[from], &t.Data[from], &v[0], &u[0])
		}
	},
	spread: func(t *Tile, from, to int64, f, sums []float64) {
		if from < to {
			spreadNEON(to-from, &t.Entries[from], &t.Data[from], &f[0], &sums[0])
		}
	},
}

func exchangeNEON(x *Exchange, from, to, spread int) { neonPasses.exchange(x, from, to, spread) }

//go:noescape
func sumsNEON(n int64, entries *uint32, data, v, u *float64)

//go:noescape
func spreadNEON(n int64, entries *uint32, data, f, t *float64)
