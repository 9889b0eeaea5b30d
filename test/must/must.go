// Package must changes texts in tests. A change that finds nothing to change
// panics: the test would otherwise try the original and never fail again.
package must

import (
	"fmt"
	"strings"
)

// Replace returns text with the first old replaced.
func Replace(text, old, now string) string {
	contain(text, old)
	return strings.Replace(text, old, now, 1)
}

// ReplaceAll returns text with each old replaced by what follows it in pairs,
// all in one pass as by strings.NewReplacer.
func ReplaceAll(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		contain(text, pairs[i])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func contain(text, old string) {
	if !strings.Contains(text, old) {
		panic(fmt.Sprintf("nothing to replace: %q is not in\n%s", old, text))
	}
}
