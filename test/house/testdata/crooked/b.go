package crooked

func under() int {
	var w Wide
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	w.a++
	return w.a
}
