package wording

import (
	"regexp"
	"strings"
)

// varying are the parts of a message in which messages of one cause differ: numbers,
// also within words, addresses and digests.
var varying = regexp.MustCompile(`0x[0-9a-fA-F]+|\b[0-9a-f]{12,}\b|[0-9]+([.,][0-9]+)*(e[-+]?[0-9]+)?`)

// Alike is the same text for messages that differ in numbers alone. It is for
// comparing, not for reading.
func Alike(message string) string {
	return strings.Join(strings.Fields(varying.ReplaceAllString(message, "#")), " ")
}
