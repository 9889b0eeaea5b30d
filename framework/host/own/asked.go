package own

import (
	"path/filepath"
	"slices"
	"strings"
)

// Asked returns the plugin that a process shall be, with further words, given its command line and the names of the
// plugins that the program holds: the program is called by a plugin's name, as by a link, or with the words of the
// host. It is "" if the process is the program itself.
func Asked(args, names []string) (name string, more []string) {
	called := filepath.Base(args[0])
	after := args[min(len(args), len(ServeWords)+1):]
	words := args[1 : len(args)-len(after)]
	switch {
	case called == Adapter:
		return called, args[1:]
	case slices.Equal(words, AdapterWords):
		return Adapter, after
	case slices.Equal(words, ServeWords) && len(after) == 1:
		return after[0], nil
	}
	if slices.Contains(names, called) {
		return called, nil
	}
	return "", nil
}

// IdentityIn returns the identity of a plugin in a text NAME=DIGEST with commas between, "" if it has none.
func IdentityIn(text, name string) string {
	for pair := range strings.SplitSeq(text, ",") {
		if digest, ok := strings.CutPrefix(pair, name+"="); ok {
			return digest
		}
	}
	return ""
}
