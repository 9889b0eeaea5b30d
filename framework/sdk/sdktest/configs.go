package sdktest

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/contract"
)

// ReadConfigs reads attributes by the names of components; none without a file.
func ReadConfigs(path string) (map[string]map[string]any, error) {
	if path == "" {
		return nil, nil
	}
	text, err := inputfile.Read(path, contract.MostFileBytes)
	if err != nil {
		return nil, fmt.Errorf("-config: %w", err)
	}
	var configs map[string]map[string]any
	if err := json.Unmarshal(text, &configs); err != nil {
		what := "every component has an object of attributes"
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			what = fmt.Sprintf("it is not JSON: %v at byte %d", syntax, syntax.Offset)
		}
		return nil, fmt.Errorf(`-config %s: %s; write for example {"forest": {"trees": 10}}`, path, what)
	}
	return configs, nil
}
