package shipped

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// The list is that of the folders with a main.go, which make builds.
func TestPluginsAreTheFolders(t *testing.T) {
	found, err := filepath.Glob("../*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	var folders, listed []string
	for _, path := range found {
		folders = append(folders, filepath.Base(filepath.Dir(path)))
	}
	for _, p := range Plugins() {
		listed = append(listed, p.Name)
	}
	if slices.Sort(listed); len(folders) == 0 || !slices.Equal(folders, listed) {
		t.Errorf("folders with a plugin: %v; listed: %v", folders, listed)
	}
}

// What a component offers under its defaults is what it says without a configuration,
// and its defaults fit its parameters.
func TestComponents(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range []contract.Kind{contract.KindLearner, contract.KindReducer} {
		for _, c := range Components(kind) {
			if seen[c.Name] {
				t.Errorf("%s is offered twice", c.Name)
			}
			seen[c.Name] = true
			for _, p := range c.Params {
				if p.Default != nil && p.Check(p.Default) != nil {
					t.Errorf("%s: %v", c.Name, p.Check(p.Default))
				}
			}
			if len(c.Capabilities.Tasks) == 0 {
				t.Errorf("%s has no tasks", c.Name)
			}
		}
	}
}
