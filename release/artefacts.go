package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/manyclass/bench/release/deb"
	"github.com/manyclass/bench/release/oci"
	"github.com/manyclass/bench/release/tree"
)

const summary = "experiments on multiclass classification by reduction to binary problems"

var description = []string{
	"One file lists datasets, learners and reductions such as one-vs-rest,",
	"one-vs-one and output codes. bench cross-validates every combination and",
	"writes tables, significance tests and an HTML report.",
}

// archive is a folder with the program, to be unpacked anywhere.
func (r *run) archive(staged tree.Tree, goos, goarch string) error {
	sdk, err := sdk()
	if err != nil {
		return err
	}
	packs, err := packs("python3", "", sdk)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s_%s_%s_%s", program, r.version, goos, goarch)
	files := tree.Join(staged, r.texts, r.shared, packs).Under(name)
	return r.add(name+".tar.gz", mostArchive, func(w io.Writer, when time.Time) error {
		packed, err := files.Archive("", when)
		if err == nil {
			_, err = w.Write(packed)
		}
		return err
	})
}

// debian is a package that has everything below /usr.
func (r *run) debian(staged tree.Tree, goarch string) error {
	shared, err := r.documents("share/zsh/vendor-completions")
	if err != nil {
		return err
	}
	sdk, err := sdk()
	if err != nil {
		return err
	}
	packs, err := packs("python3", "apt-get install python3-sklearn python3-grpcio", sdk)
	if err != nil {
		return err
	}
	about, err := r.debianDocuments()
	if err != nil {
		return err
	}
	for i, f := range shared {
		if strings.HasPrefix(f.Path, "share/man/") {
			if shared[i], err = f.Packed(); err != nil {
				return err
			}
		}
	}
	return r.add(fmt.Sprintf("%s_%s_%s.deb", program, r.version, goarch), 0, deb.Package{
		Name: program, Version: r.version, Architecture: goarch, Maintainer: "The bench authors <authors@bench.invalid>",
		Homepage: homepage, Section: "science", Summary: summary, Description: description,
		Files: tree.Join(staged, shared, packs, about).Under("usr"),
	}.Write)
}

// debianDocuments are the licences and the changes of a package.
func (r *run) debianDocuments() (tree.Tree, error) {
	const folder = "share/doc/" + program
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return nil, err
	}
	packed, err := tree.File{Path: folder + "/CHANGELOG.md", Mode: tree.Plain, Data: changes}.Packed()
	if err != nil {
		return nil, err
	}
	copyright := ""
	for _, text := range r.texts {
		copyright += string(text.Data) + "\n"
	}
	return append(tree.Of(map[string]string{folder + "/copyright": copyright}), packed), nil
}

// workingDir is the folder of a container in which bench reads and writes.
const workingDir = "/io"

// root is all that a container holds: the program, a folder for temporary files, and one to work in.
func (r *run) root(staged tree.Tree) tree.Tree {
	return append(tree.Join(staged, r.texts.Under("share/doc/"+program)),
		tree.File{Path: "tmp/", Mode: 0o1777}, tree.File{Path: workingDir[1:] + "/", Mode: tree.Program})
}

// image is one for all architectures of Linux, if the release has any.
func (r *run) image() error {
	if len(r.layers) == 0 {
		return nil
	}
	return r.add(fmt.Sprintf("%s_%s_oci.tar", program, r.version), 0, oci.Image{
		Reference:  "localhost/" + program + ":" + r.version,
		Entrypoint: []string{"/bin/" + program}, WorkingDir: workingDir, Env: []string{"PATH=/bin", "HOME=/tmp"},
		Labels: map[string]string{
			"org.opencontainers.image.title": program, "org.opencontainers.image.version": r.version,
			"org.opencontainers.image.revision": r.revision, "org.opencontainers.image.licenses": licence,
			"org.opencontainers.image.source": homepage, "org.opencontainers.image.description": summary,
		},
		Layers: r.layers,
	}.Write)
}
