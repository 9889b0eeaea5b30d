// Package oci writes images of containers as tar files, without a daemon:
// https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md. An image has one layer for each
// architecture, which stands on nothing.
package oci

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/manyclass/bench/release/tree"
)

// The media types of the parts.
const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// Image is an image for some architectures.
type Image struct {
	Reference  string // such as localhost/bench:0.1.0
	Entrypoint []string
	WorkingDir string
	Env        []string
	Labels     map[string]string
	Layers     []Layer
}

// Layer is what the image holds on an architecture of Linux, as Go calls it.
type Layer struct {
	Architecture string
	Files        tree.Tree
}

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type index struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Manifests     []descriptor `json:"manifests"`
}

type manifest struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Config        descriptor   `json:"config"`
	Layers        []descriptor `json:"layers"`
}

type config struct {
	platform
	Created time.Time `json:"created"`
	Config  struct {
		Entrypoint []string          `json:"Entrypoint"`
		WorkingDir string            `json:"WorkingDir"`
		Env        []string          `json:"Env,omitempty"`
		Labels     map[string]string `json:"Labels,omitempty"`
	} `json:"config"`
	RootFS struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
	History []history `json:"history"`
}

type history struct {
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"created_by"`
}

// layout collects the files of an image.
type layout struct {
	files tree.Tree
	when  time.Time
}

// Write writes the image.
func (i Image) Write(w io.Writer, when time.Time) error {
	l := &layout{when: when.UTC()}
	all := index{SchemaVersion: 2, MediaType: indexType}
	for _, layer := range i.Layers {
		d, err := l.image(i, layer)
		if err != nil {
			return err
		}
		all.Manifests = append(all.Manifests, d)
	}
	nested, err := l.json(indexType, all)
	if err != nil {
		return err
	}
	nested.Annotations = map[string]string{
		"org.opencontainers.image.ref.name": i.Reference, "io.containerd.image.name": i.Reference}
	top, err := json.Marshal(index{SchemaVersion: 2, MediaType: indexType, Manifests: []descriptor{nested}})
	if err != nil {
		return err
	}
	l.files = append(l.files, tree.Of(map[string]string{
		"oci-layout": `{"imageLayoutVersion":"1.0.0"}`, "index.json": string(top)})...)
	return l.files.Tar(w, "", when)
}

// image adds the image of one architecture.
func (l *layout) image(i Image, layer Layer) (descriptor, error) {
	var plain bytes.Buffer
	if err := layer.Files.Tar(&plain, "", l.when); err != nil {
		return descriptor{}, err
	}
	packed, err := tree.Gzip(plain.Bytes())
	if err != nil {
		return descriptor{}, err
	}
	c := config{platform: platform{layer.Architecture, "linux"}, Created: l.when,
		History: []history{{l.when, "make dist"}}}
	c.Config.Entrypoint, c.Config.WorkingDir, c.Config.Env, c.Config.Labels = i.Entrypoint, i.WorkingDir, i.Env, i.Labels
	c.RootFS.Type, c.RootFS.DiffIDs = "layers", []string{digest(plain.Bytes())}
	m := manifest{SchemaVersion: 2, MediaType: manifestType, Layers: []descriptor{l.blob(layerType, packed)}}
	if m.Config, err = l.json(configType, c); err != nil {
		return descriptor{}, err
	}
	d, err := l.json(manifestType, m)
	d.Platform = &c.platform
	return d, err
}

func (l *layout) json(mediaType string, value any) (descriptor, error) {
	data, err := json.Marshal(value)
	return l.blob(mediaType, data), err
}

func (l *layout) blob(mediaType string, data []byte) descriptor {
	sum := digest(data)
	l.files = append(l.files, tree.File{Path: "blobs/sha256/" + sum[len("sha256:"):], Mode: tree.Plain, Data: data})
	return descriptor{MediaType: mediaType, Digest: sum, Size: len(data)}
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }
