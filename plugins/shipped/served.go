package shipped

import "github.com/manyclass/bench/framework/contract"

// version is that of all shipped plugins.
const version = "0.1.0"

// Served returns the plugin of a name as its own program serves it.
func Served(name string) (contract.Plugin, bool) {
	for _, row := range table {
		if row.name == name {
			return contract.Plugin{Name: name, Version: version, Components: row.components()}, true
		}
	}
	return contract.Plugin{}, false
}
