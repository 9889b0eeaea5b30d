package reducer

import "github.com/manyclass/bench/framework/contract"

// maxEntries bounds the size of a code: with its state it has to fit into one
// message to the host.
const maxEntries = 1 << 26

// checkSize refuses codes that are too large to handle.
func checkSize(classes, columns int) []contract.Diagnostic {
	if classes < 2 {
		return []contract.Diagnostic{contract.Errorf(nil, "too few classes",
			"A reduction needs data of at least two classes; these have %d.", classes)}
	}
	if columns > maxEntries/classes {
		return []contract.Diagnostic{contract.Errorf(nil, "too many binary problems",
			"For %d classes this reduction has %d binary problems, a code of more than %d entries. "+
				"Choose one with fewer columns.",
			classes, columns, maxEntries)}
	}
	return nil
}
