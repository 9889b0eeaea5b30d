// Command release makes what users get: archives, wheels, packages of Debian, an image for containers, a bill of
// materials and checksums.
//
//	go run ./release [-out dist] [-systems linux/amd64,…]
//
// What it writes depends on the sources alone: two builds, in two folders and at two times, have the same bytes if Go
// has the same version. The time in all files is SOURCE_DATE_EPOCH, else that of the commit.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "dist", "folder that is made anew")
	wanted := flag.String("systems", strings.Join(systems, ","), "systems to build for")
	flag.Parse()
	if err := release(*out, strings.Split(*wanted, ",")); err != nil {
		log.Fatalf("release: %v", err)
	}
}

// release writes all artefacts into a folder, which appears when it is whole.
func release(out string, wanted []string) error {
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r, err := begin(work)
	if err != nil {
		return err
	}
	for _, system := range wanted {
		if err := r.build(system); err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
	}
	if err := r.finish(); err != nil {
		return err
	}
	return r.write(out)
}

// write puts the artefacts into a folder, in place of what it held.
func (r *run) write(out string) error {
	whole := out + ".part"
	if err := errors.Join(os.RemoveAll(whole), os.MkdirAll(whole, 0o755)); err != nil {
		return err
	}
	for _, a := range r.artefacts {
		if err := os.WriteFile(filepath.Join(whole, a.Name), a.Data, 0o644); err != nil {
			return err
		}
		fmt.Printf("%8.1f MB  %s\n", float64(len(a.Data))/megabyte, filepath.Join(out, a.Name))
	}
	return errors.Join(os.RemoveAll(out), os.Rename(whole, out))
}
