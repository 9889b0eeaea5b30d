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
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// Production is the address of the repository.
const Production = "https://archive.ics.uci.edu"

// Server is the repository, or a mirror of it.
type Server struct{ Base string } // scheme, host and port

// Resolve resolves the attribute uci: the number of a dataset. The repository has neither versions nor checksums: the
// lock file alone pins the bytes.
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
		return fetch.Answer{}, fmt.Errorf("the repository has no dataset %s: it says %s %s", id, status,
			said.String("message"))
	}
	data := said.Get("data")
	address := data.String("data_url")
	if address == "" {
		return fetch.Answer{}, fmt.Errorf("the repository does not offer dataset %s (%s) as one table; download it from its "+
			"page and name the file", id, data.String("name"))
	}
	e := named.Entry{Name: data.String("name"), Files: []named.File{{Role: named.Data, URL: address, Format: "csv"}},
		About: &named.About{Creators: data.Strings("creators"), Citation: citation(data),
			Page: data.String("repository_url")}}
	e.Columns, err = columns(data, r.Source)
	return fetch.Answer{Entry: e}, err
}

// columns are what the variables of a dataset are used for.
func columns(data *answer.Node, s source.Source) (*named.Columns, error) {
	c := &named.Columns{}
	for _, v := range data.List("variables") {
		name := v.Get("name").Text
		switch strings.ToLower(v.String("role")) {
		case "target":
			c.Target = append(c.Target, name)
		case "feature":
		default: // an identifier, or what is neither
			c.Drop = append(c.Drop, name)
		}
	}
	if len(c.Target) > 1 && s.Target == "" && s.Targets == nil {
		return nil, fmt.Errorf("it has several targets, %s; name one, target = %q, or several as a list, for labels",
			wording.List(c.Target), c.Target[0])
	}
	if s.Target != "" { // the other targets tell the class
		for _, target := range c.Target {
			if target != string(s.Target) {
				c.Drop = append(c.Drop, target)
			}
		}
	}
	return c, nil
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
