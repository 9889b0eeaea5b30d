package experiment

// Names lists the names of the blocks of a type, such as "reduction", in the
// order of the file. Variants of a block are not told apart: they are known only
// after Bind.
func (f *File) Names(blockType string) []string {
	var names []string
	for _, block := range f.of(blockType) {
		if n := len(block.Labels); n > 0 {
			names = append(names, block.Labels[n-1])
		}
	}
	return names
}
