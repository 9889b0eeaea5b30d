// Package huggingface asks the Hub of Hugging Face for the Parquet files of its datasets.
package huggingface

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/parquetfile"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// The addresses of the Hub, and of the viewer, which knows whether a dataset is there as a whole.
const (
	Hub    = "https://huggingface.co"
	Viewer = "https://datasets-server.huggingface.co"
)

// Server is the Hub with its viewer, or a mirror of both.
type Server struct{ Hub, Viewer string } // scheme, host and port

// converted is the branch of Parquet files, as it stands in addresses. It moves.
const converted = "refs%2Fconvert%2Fparquet"

// shard is a Parquet file.
type shard struct{ config, split, url string }

// Resolve resolves the attribute huggingface.
func (s *Server) Resolve(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	name := r.Source.HuggingFace
	if owner, set, two := strings.Cut(name, "/"); owner == "" || two && set == "" || strings.Count(name, "/") > 1 {
		return fetch.Answer{}, fmt.Errorf("%q is not a dataset of the Hub: write \"organisation/name\"", name)
	}
	shards, err := s.shards(ctx, client, name)
	if err != nil {
		return fetch.Answer{}, err
	}
	if shards, err = choose(shards, "config", r.Source.Config, func(s shard) string { return s.config }); err != nil {
		return fetch.Answer{}, err
	}
	if shards, err = choose(shards, "split", r.Source.Split, func(s shard) string { return s.split }); err != nil {
		return fetch.Answer{}, err
	}
	revision := r.Source.Revision
	if revision == "" {
		revision = s.commit(ctx, client, name)
	}
	e := named.Entry{Name: name, Version: revision, About: s.card(ctx, client, name), Files: files(shards, revision)}
	return fetch.Answer{Entry: e, Complete: labels}, nil
}

// files are those of the rows at a commit: one, or the shards of one table in their order.
func files(shards []shard, revision string) []named.File {
	var files []named.File
	for _, one := range shards {
		if revision != "" {
			one.url = strings.Replace(one.url, "/resolve/"+converted+"/", "/resolve/"+url.PathEscape(revision)+"/", 1)
		}
		files = append(files, named.File{Role: named.Part, URL: one.url, Format: "parquet"})
	}
	if len(files) > 1 {
		return append(files, named.File{Role: named.Data, Format: "parquet"})
	}
	files[0].Role = named.Data
	return files
}

// shards lists the Parquet files of a dataset: by the viewer, or by the Hub where there is no viewer.
func (s *Server) shards(ctx context.Context, client *download.Client, name string) ([]shard, error) {
	b, err := client.Get(ctx, s.Viewer+"/parquet?dataset="+url.QueryEscape(name))
	var refused *download.Refused
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		b, err = client.Get(ctx, s.Hub+"/api/datasets/"+name+"/parquet")
	}
	if errors.As(err, &refused) {
		return nil, explain(name, refused)
	}
	if err != nil {
		return nil, err
	}
	said, err := answer.Parse(b)
	if err != nil {
		return nil, fmt.Errorf("the answer of the Hub cannot be read: %w", err)
	}
	all, err := listed(said)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0 && len(said.List("pending")) > 0:
		return nil, errors.New("the Hub has not converted the dataset to Parquet yet; try again later")
	case len(all) == 0:
		return nil, errors.New("the Hub has no Parquet files of the dataset")
	}
	return all, nil
}

// explain says why the Hub refuses a dataset.
func explain(name string, r *download.Refused) error {
	switch r.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("the dataset %s is private or does not exist; set HF_TOKEN to a token that may read it: %w", name,
			r)
	case http.StatusNotFound:
		return fmt.Errorf("the Hub has no dataset %s: %w", name, r)
	}
	return r
}

// listed reads both forms of answers: a list of files, and addresses by config and split.
func listed(said *answer.Node) ([]shard, error) {
	if said.String("partial") == "true" {
		return nil, errPartial
	}
	var all []shard
	for _, f := range said.List("parquet_files") {
		all = append(all, shard{f.String("config"), f.String("split"), f.String("url")})
	}
	if !said.Has("parquet_files") {
		for _, config := range said.Names() {
			for _, split := range said.Get(config).Names() {
				for _, address := range said.Get(config).Strings(split) {
					all = append(all, shard{config, split, address})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b shard) int {
		return cmp.Or(cmp.Compare(a.config, b.config), cmp.Compare(a.split, b.split), cmp.Compare(len(a.url), len(b.url)),
			cmp.Compare(a.url, b.url))
	})
	if slices.ContainsFunc(all, func(s shard) bool { return strings.HasPrefix(s.split, "partial-") }) {
		return nil, errPartial
	}
	return all, nil
}

// errPartial says that a part of a dataset is all there is.
var errPartial = errors.New("the Hub has converted only the first 5 GB of the dataset to Parquet, and a part is " +
	"another dataset")

// choose takes the files of a config or a split, which must be named if there are several.
func choose(all []shard, what, wanted string, of func(shard) string) ([]shard, error) {
	names := slices.Compact(lists.Map(all, of))
	switch {
	case wanted == "" && len(names) > 1:
		return nil, fmt.Errorf("the dataset has several %ss, %s; name one: %s = %q", what, wording.First(names, 20), what,
			names[0])
	case wanted != "" && !slices.Contains(names, wanted):
		return nil, fmt.Errorf("the dataset has no %s %q.%s It has %s", what, wanted, wording.Meant(wanted, names),
			wording.First(names, 20))
	case wanted == "":
		return all, nil
	}
	return lists.Filter(all, func(s shard) bool { return of(s) == wanted }), nil
}

// commit is the one to which the branch of Parquet files points now, "" if the Hub does not say.
func (s *Server) commit(ctx context.Context, client *download.Client, name string) string {
	b, err := client.Get(ctx, s.Hub+"/api/datasets/"+name+"/revision/"+converted)
	if err != nil {
		return ""
	}
	said, err := answer.Parse(b)
	if err != nil {
		return ""
	}
	return said.String("sha")
}

// card is what the page of a dataset says of its licence and how to cite it.
func (s *Server) card(ctx context.Context, client *download.Client, name string) *named.About {
	about := &named.About{Page: s.Hub + "/datasets/" + name}
	b, err := client.Get(ctx, s.Hub+"/api/datasets/"+name)
	if err != nil {
		return about
	}
	if said, err := answer.Parse(b); err == nil {
		about.Licence, about.Citation = strings.Join(said.Get("cardData").Strings("license"), ", "), said.String("citation")
		about.Creators = said.Strings("author")
	}
	return about
}

// labels takes the names of classes from the file itself.
func labels(e *named.Entry, path string, _ named.File) error {
	found, err := parquetfile.ClassLabels(path)
	if err != nil || len(found) == 0 {
		return err
	}
	e.Columns = &named.Columns{Codes: found}
	if len(found) == 1 {
		e.Columns.Target = slices.Collect(maps.Keys(found))
	}
	return nil
}
