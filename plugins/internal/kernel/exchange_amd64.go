package kernel

func exchangeOfAVX512(x *Exchange, from, to, spread int) {
	exchangeAVX512(&x.columns, &x.partners[0], &x.u[0], &x.T[0], from, to, spread)
}

func exchangeOfAVX2(x *Exchange, from, to, spread int) {
	exchangeAVX2(&x.columns, &x.partners[0], &x.u[0], &x.T[0], from, to, spread)
}

//go:noescape
func exchangeAVX512(tiles *[2]exchanged, partners *int64, u, t *float64, from, to, spread int)

//go:noescape
func exchangeAVX2(tiles *[2]exchanged, partners *int64, u, t *float64, from, to, spread int)
