package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/release/modules"
	"github.com/manyclass/bench/release/oci"
	"github.com/manyclass/bench/release/tree"
)

// begin collects what is the same for all systems.
func begin(work string) (*run, error) {
	f, err := findFacts()
	if err != nil {
		return nil, err
	}
	r := &run{facts: f, work: work}
	if r.modules, err = modules.Of(".", systems, "./cmd/bench"); err != nil {
		return nil, err
	}
	if r.texts, err = texts(r.modules); err != nil {
		return nil, err
	}
	if _, err := r.stage(here); err != nil {
		return nil, err
	}
	if r.version, err = versionOf(filepath.Join(r.folder(here), "bin", program)); err != nil {
		return nil, err
	}
	r.shared, err = r.documents("share/zsh/site-functions")
	return r, err
}

// texts are the licence of bench, and the notices of what others contributed: modules and data.
func texts(list []modules.Module) (tree.Tree, error) {
	own, err := os.ReadFile(licenceFile)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile("experiments/data/README.md")
	if err != nil {
		return nil, err
	}
	notices := modules.Notices(list) + "\n" + strings.Repeat("=", 78) + "\n" +
		"Data, some of which are inside the program\n\n" + string(data)
	return tree.Of(map[string]string{licenceFile: string(own), noticesFile: notices}), nil
}

// build makes the artefacts for a system.
func (r *run) build(system string) error {
	staged, err := r.stage(system)
	if err != nil {
		return err
	}
	goos, goarch, _ := strings.Cut(system, "/")
	if err := r.archive(staged, goos, goarch); err != nil {
		return err
	}
	if err := r.wheel(staged, system); err != nil {
		return err
	}
	if goos != "linux" {
		return nil
	}
	r.layers = append(r.layers, oci.Layer{Architecture: goarch, Files: r.root(staged)})
	return r.debian(staged, goarch)
}

// finish makes what is of all systems together.
func (r *run) finish() error {
	if err := r.image(); err != nil {
		return err
	}
	bill, err := modules.BillOfMaterials(modules.Product{Name: program, Version: r.version, Revision: r.revision,
		Path: module, Licence: licence, Homepage: homepage, Created: r.when}, r.modules, r.artefacts)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s_%s.spdx.json", program, r.version)
	r.artefacts = append(r.artefacts, modules.Artefact{Name: name, Data: bill})
	var sums strings.Builder
	for _, a := range r.artefacts {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(a.Data), a.Name)
	}
	r.artefacts = append(r.artefacts, modules.Artefact{Name: "SHA256SUMS", Data: []byte(sums.String())})
	return nil
}
