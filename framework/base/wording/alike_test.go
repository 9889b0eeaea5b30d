package wording

import "testing"

func TestAlike(t *testing.T) {
	base := "plugin svm (pid 123) ended: class 3 against rest, at 0xc000123, after 1.5e-07 s"
	for other, want := range map[string]bool{
		"plugin svm (pid 9) ended: class 12 against rest, at 0xdeadbe,\n after 2 s":          true,
		"plugin svm (pid 123) ended: class 3 against class 4, at 0xc000123, after 1.5e-07 s": false,
		"plugin lda (pid 123) ended: class 3 against rest, at 0xc000123, after 1.5e-07 s":    false,
	} {
		if got := Alike(other) == Alike(base); got != want {
			t.Errorf("%q is alike: %v\n%s\n%s", other, got, Alike(base), Alike(other))
		}
	}
}
