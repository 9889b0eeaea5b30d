package table

import "slices"

// apart puts a name in parentheses if a label is called the same.
func apart(name string, labels []string) string {
	for slices.Contains(labels, name) {
		name = "(" + name + ")"
	}
	return name
}

// letter counts a to z, aa, ab and so on, from 0.
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}
