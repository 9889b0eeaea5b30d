package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/framework/sdk/sdktest"
)

// The plugin keeps the promises of every plugin: by itself, and with an order.
func TestPromises(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ordinal")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("building the plugin: %v\n%s", err, out)
	}
	sdktest.Test(t, path, sdktest.Options{})
	sdktest.Test(t, path, sdktest.Options{Configs: map[string]map[string]any{
		"ordinal": {"order": []any{"class 2", "class 0", "class 3", "class 1"}},
	}})
}
