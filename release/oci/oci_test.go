package oci

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/manyclass/bench/release/tree"
)

// blobs reads an image and checks that each blob has the digest that it is called by.
func blobs(t *testing.T, image []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(image)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if name := h.Name; len(name) > 70 && digest(data) != "sha256:"+name[len("blobs/sha256/"):] {
			t.Errorf("%s has another digest", name)
		}
		files[h.Name] = data
	}
}

// follow reads what a descriptor names.
func follow(t *testing.T, files map[string][]byte, d descriptor, into any) []byte {
	t.Helper()
	data := files["blobs/sha256/"+d.Digest[len("sha256:"):]]
	if len(data) != d.Size || d.Size == 0 {
		t.Fatalf("%s has %d bytes, want %d", d.Digest, len(data), d.Size)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// From the index one gets to the layer of each architecture, whose digest the configuration names.
func TestWrite(t *testing.T) {
	image := Image{Reference: "localhost/try:1", Entrypoint: []string{"/try"}, WorkingDir: "/io", Layers: []Layer{
		{"amd64", tree.Of(map[string]string{"try": "one"})}, {"arm64", tree.Of(map[string]string{"try": "another"})}}}
	var out bytes.Buffer
	if err := image.Write(&out, time.Unix(1_000_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	files := blobs(t, out.Bytes())
	var top, all index
	if err := json.Unmarshal(files["index.json"], &top); err != nil {
		t.Fatal(err)
	}
	follow(t, files, top.Manifests[0], &all)
	var architectures []string
	for _, d := range all.Manifests {
		var m manifest
		var c config
		follow(t, files, d, &m)
		follow(t, files, m.Config, &c)
		architectures = append(architectures, c.Architecture)
		unpacked, err := gzip.NewReader(bytes.NewReader(follow(t, files, m.Layers[0], nil)))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(unpacked)
		if err != nil || digest(plain) != c.RootFS.DiffIDs[0] || d.Platform.Architecture != c.Architecture {
			t.Errorf("%v: %+v %+v", err, d, c)
		}
	}
	if !slices.Equal(architectures, []string{"amd64", "arm64"}) {
		t.Error(architectures)
	}
}
