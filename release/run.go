package main

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/manyclass/bench/release/modules"
	"github.com/manyclass/bench/release/oci"
	"github.com/manyclass/bench/release/tree"
)

// systems are those that a release is for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64"}

const (
	program  = "bench"
	module   = "github.com/manyclass/bench"
	homepage = "https://github.com/manyclass/bench"
	licence  = "MPL-2.0"

	licenceFile = "LICENSE"
	noticesFile = "NOTICES"
)

// The most bytes that an artefact may have, so that it is there soon on a slow network.
const (
	megabyte    = 1_000_000
	mostArchive = 25 * megabyte
	mostWheel   = 30 * megabyte
)

// run is a release that is being made.
type run struct {
	facts
	work      string // a folder for what is built
	modules   []modules.Module
	texts     tree.Tree // LICENSE and NOTICES
	shared    tree.Tree // manual pages and completions, below a prefix
	layers    []oci.Layer
	artefacts []modules.Artefact
}

// add keeps an artefact, of at most so many bytes; 0 for any.
func (r *run) add(name string, most int, write func(io.Writer, time.Time) error) error {
	var out bytes.Buffer
	if err := write(&out, r.when); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if most > 0 && out.Len() > most {
		return fmt.Errorf("%s has %.1f MB, and may have %.1f", name, float64(out.Len())/megabyte, float64(most)/megabyte)
	}
	r.artefacts = append(r.artefacts, modules.Artefact{Name: name, Data: out.Bytes()})
	return nil
}
