package data

// Misread reports whether a categorical column looks like numbers in a notation
// that the dataset block does not name, of which Load warns.
func Misread(c *Column) bool {
	counts := make([]int, len(c.Levels))
	for _, code := range c.Codes {
		if code >= 0 {
			counts[code]++
		}
	}
	_, advice := misread(c.Levels, counts)
	return advice != ""
}
