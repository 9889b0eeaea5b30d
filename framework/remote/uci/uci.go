// Package uci asks the UCI Machine Learning Repository what its datasets are.
package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// Production is the address of the repository.
const Production = "https://archive.ics.uci.edu"

// Server is the repository, or a mirror of it.
type Server struct{ Base string } // scheme, host and port

// Resolve resolves the attribute uci: the number of a dataset. The repository has neither versions nor checksums: the lock
// file alone pins the bytes.
func (s *Server) Resolve(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	id := strconv.Itoa(r.Source.UCI)
	b, err := client.Get(ctx, strings.TrimSuffix(s.Base, "/")+"/api/dataset?id="+id)
	var refused *download.Refused
	if errors.As(err, &refused) && refused.Status >= 400 && refused.Status < 500 {
		return fetch.Answer{}, fmt.Errorf("the repository has no dataset %s: %w", id, err)
	}
	if err != nil {
		return fetch.Answer{}, err
	}
	said, err := answer.Parse(b)
	if err != nil {
		return fetch.Answer{}, fmt.Errorf("the answer of the repository cannot be read: %w", err)
	}
	if status := said.String("status"); status != "" && status != "200" {
		return fetch.Answer{}, fmt.Errorf("the repository has no dataset %s: it says %s %s", id, status, said.String("message"))
	}
	data := said.Get("data")
	address := data.String("data_url")
	if address == "" {
		return fetch.Answer{}, fmt.Errorf("the repository does not offer dataset %s (%s) as one table; download it from its page "+
			"and name the file", id, data.String("name"))
	}
	e := named.Entry{Name: data.String("name"), Creators: data.Strings("creators"), Citation: citation(data),
		Page: data.String("repository_url"), Files: []named.File{{Role: named.Data, URL: address, Format: "csv"}}}
	for _, v := range data.List("variables") {
		name := v.Get("name").Text
		switch strings.ToLower(v.String("role")) {
		case "target":
			e.Target = append(e.Target, name)
		case "feature":
		default: // an identifier, or what is neither
			e.Drop = append(e.Drop, name)
		}
	}
	if len(e.Target) > 1 && r.Source.Target == "" && r.Source.Targets == nil {
		return fetch.Answer{}, fmt.Errorf("dataset %s has several targets, %s; name one, target = %q, or several as a list, for labels",
			id, wording.List(e.Target), e.Target[0])
	}
	if r.Source.Target != "" { // the other targets tell the class
		for _, target := range e.Target {
			if target != string(r.Source.Target) {
				e.Drop = append(e.Drop, target)
			}
		}
	}
	return fetch.Answer{Entry: e}, nil
}

// citation is the paper that introduces the data.
func citation(data *answer.Node) string {
	paper := data.Get("intro_paper")
	var parts []string
	for _, field := range []string{"authors", "title", "venue", "year", "DOI"} {
		if text := paper.String(field); text != "" && text != "<nil>" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ". ")
}
