// Package fetched fetches data from the server of tests and reads them, as bench fetch and bench run do.
package fetched

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
	"github.com/manyclass/bench/test/server"
)

// Machine has a cache and asks a server.
type Machine struct {
	URL    string // of the server
	Server *server.Server
	Dir    string // of the experiment file
	Said   []string
	Tries  int // of each download
	cache  cache.Cache
	t      *testing.T
}

// New starts a server for a machine with an empty cache.
func New(t *testing.T) *Machine {
	s := server.New("")
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return &Machine{URL: web.URL, Server: s, Dir: t.TempDir(), Tries: 2, cache: cache.At(t.TempDir()), t: t}
}

// Other is another machine with an empty cache, and the same experiment.
func (m *Machine) Other() *Machine {
	o := *m
	o.cache, o.Said = cache.At(m.t.TempDir()), nil
	return &o
}

// Fetch fetches what the attributes of a dataset block name; URL in them stands for the address of the server.
func (m *Machine) Fetch(resolve fetch.Resolver, attributes string, locked *named.Entry) (named.Entry, source.Source, error) {
	m.t.Helper()
	var s source.Source
	if err := json.Unmarshal([]byte(strings.ReplaceAll(attributes, "URL", m.URL)), &s); err != nil {
		m.t.Fatal(err)
	}
	name := s.Names()[0]
	tell := func(line string) { m.Said = append(m.Said, line) }
	f := &fetch.Fetcher{Cache: m.cache, Today: time.Unix(0, 0), Tell: tell, Resolvers: map[string]fetch.Resolver{name.Kind: resolve},
		Client: download.New(download.Options{Cache: m.cache, Tell: tell, Limits: download.Limits{First: time.Millisecond, Tries: m.Tries}})}
	e, err := f.Data(context.Background(), fetch.Request{Name: name, Source: s, Dir: m.Dir}, locked)
	return e, s, err
}

// Table fetches and reads a table, once without a lock file and once on another machine with one. Both must be the same.
func (m *Machine) Table(resolve fetch.Resolver, attributes string) (*data.Table, named.Entry) {
	m.t.Helper()
	e, s, err := m.Fetch(resolve, attributes, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	t := m.Read(e, s)
	o := m.Other()
	if _, _, err := o.Fetch(resolve, attributes, &e); err != nil {
		m.t.Fatalf("another machine: %v", err)
	}
	if again := o.Read(e, s); again.SHA256 != t.SHA256 {
		m.t.Error("the table is another one on another machine")
	}
	if len(o.Said) > 0 {
		m.t.Errorf("another machine: %q", o.Said)
	}
	return t, e
}

// Read reads the rows of an entry.
func (m *Machine) Read(e named.Entry, s source.Source) *data.Table {
	m.t.Helper()
	t, err := m.load(e, s)
	if err != nil {
		m.t.Fatal(err)
	}
	return t
}

// Unreadable is why the rows of an entry cannot be read.
func (m *Machine) Unreadable(e named.Entry, s source.Source) string {
	m.t.Helper()
	_, err := m.load(e, s)
	if err == nil {
		m.t.Fatal("they can be read")
	}
	return err.Error()
}

func (m *Machine) load(e named.Entry, s source.Source) (*data.Table, error) {
	m.t.Helper()
	found := &named.Found{Entry: &e}
	for role, path := range map[string]*string{named.Data: &found.Rows, named.Splits: &found.Folds} {
		file, has := e.File(role)
		if !has {
			continue
		}
		var there bool
		if *path, there = m.cache.Path(file.SHA256); !there {
			m.t.Fatalf("the file of the %s is not in the cache", role)
		}
	}
	t, _, err := loader.Table(found.Source(s))
	return t, err
}

// Refused fetches what must be refused with a sentence that has these words.
func (m *Machine) Refused(resolve fetch.Resolver, attributes string, words ...string) {
	m.t.Helper()
	_, _, err := m.Fetch(resolve, attributes, nil)
	for _, word := range words {
		if err == nil || !strings.Contains(err.Error(), word) {
			m.t.Errorf("%s: %v does not say %q", attributes, err, word)
		}
	}
}
