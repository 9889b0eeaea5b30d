// Package croissant reads Croissant descriptions of datasets (JSON-LD of MLCommons, versions 1.0 and 1.1). It takes a
// record set whose fields are columns of one file, or of files that make one table.
package croissant

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// Resolve resolves the attribute croissant.
func Resolve(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	d, err := fetch.Describe(ctx, client, r, r.Source.Croissant)
	if err != nil {
		return fetch.Answer{}, err
	}
	return resolve(d.Bytes, r.Source, d.Locate)
}

// resolve says what a description stands for; locate finds a file that it names.
func resolve(b []byte, written source.Source, locate func(string) (string, error)) (fetch.Answer, error) {
	said, t, err := read(b)
	if err != nil {
		return fetch.Answer{}, err
	}
	d := &description{said, t}
	if err := d.conforms(); err != nil {
		return fetch.Answer{}, err
	}
	set, err := d.choose(written.RecordSet)
	if err != nil {
		return fetch.Answer{}, err
	}
	table, err := d.table(set, written)
	if err != nil {
		return fetch.Answer{}, fmt.Errorf("record set %q: %w", name(set), err)
	}
	files, members, err := d.files(table.from, locate)
	if err != nil {
		return fetch.Answer{}, err
	}
	e := named.Entry{Name: said.String("name"), Version: said.String("version"), Columns: &table.columns, About: d.about(),
		Files: files}
	return fetch.Answer{Entry: e, Members: members, Complete: table.complete}, nil
}
