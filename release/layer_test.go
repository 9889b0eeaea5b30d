package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reference is a part of an image that another names.
type reference struct{ Digest string }

// layerOf finds the layer for linux/amd64 in an image that was unpacked, and the folder in which its program starts.
func layerOf(t *testing.T, layout string) (layer, workingDir string) {
	t.Helper()
	var index, images struct {
		Manifests []struct {
			reference
			Platform struct{ Architecture string }
		}
	}
	var image struct {
		Config reference
		Layers []reference
	}
	var configuration struct {
		Config struct{ WorkingDir string }
	}
	read := func(name string, into any) {
		data, err := os.ReadFile(filepath.Join(layout, name))
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	blob := func(r reference) string { return filepath.Join(strings.Split("blobs:"+r.Digest, ":")...) }
	read("index.json", &index)
	read(blob(index.Manifests[0].reference), &images)
	for _, m := range images.Manifests {
		if m.Platform.Architecture == "amd64" {
			read(blob(m.reference), &image)
			read(blob(image.Config), &configuration)
		}
	}
	return filepath.Join(layout, blob(image.Layers[0])), configuration.Config.WorkingDir
}
