package huggingface

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/fetch"
	"github.com/manyclass/bench/test/server"
	"github.com/manyclass/bench/test/server/fetched"
)

// Classes have their names, and the lock file has the commit in place of the branch that moves.
func TestDataset(t *testing.T) {
	m := fetched.New(t)
	s := &Server{m.URL, m.URL}
	table, e := m.Table(s.Resolve, `{"huggingface": "org/blobs"}`)
	if table.Rows != 60 || len(table.Columns) != 2 || !slices.Equal(table.Target.Names, []string{"red", "green wood", "blue"}) {
		t.Errorf("%d rows, %d columns, classes %q", table.Rows, len(table.Columns), table.Target.Names)
	}
	if rows := e.Files[0]; e.Version != server.Commit || !strings.Contains(rows.URL, "/resolve/"+server.Commit+"/") {
		t.Errorf("%s of %s", rows.URL, e.Version)
	}
	if a := e.Said(); a.Licence != "cc-by-4.0" || a.Citation != "@misc{blobs}" {
		t.Errorf("%+v", a)
	}
	if only, _ := m.Table(s.Resolve, `{"huggingface": "org/only"}`); only.SHA256 != table.SHA256 {
		t.Error("without a viewer the table is another one")
	}
}

// A part of a dataset is never taken for the whole, and nothing is chosen that was not named.
func TestRefusals(t *testing.T) {
	m := fetched.New(t)
	s := &Server{m.URL, m.URL}
	m.Refused(s.Resolve, `{"huggingface": "org/large"}`, "first 5 GB")
	m.Refused(s.Resolve, `{"huggingface": "org/cut"}`, "first 5 GB")
	m.Refused(s.Resolve, `{"huggingface": "org/several"}`, "several configs", `config = "a"`)
	m.Refused(s.Resolve, `{"huggingface": "org/several", "config": "a"}`, "several splits", `split = "test"`)
	m.Refused(s.Resolve, `{"huggingface": "org/several", "config": "c"}`, `no config "c"`)
	m.Refused(s.Resolve, `{"huggingface": "org/mixed"}`, "its classes have other names")
	m.Refused(s.Resolve, `{"huggingface": "org/shards", "sha256": "`+strings.Repeat("a", 64)+`"}`, "remove sha256")
	m.Refused(s.Resolve, `{"huggingface": "org/secret"}`, "HF_TOKEN")
	m.Refused(s.Resolve, `{"huggingface": "org/none"}`, "no dataset org/none")
	m.Refused(s.Resolve, `{"huggingface": "a/b/c"}`, "organisation/name")
}

// What is named is taken: the split of the block is the name of Parquet files, not a column.
func TestSplit(t *testing.T) {
	m := fetched.New(t)
	table, _ := m.Table((&Server{m.URL, m.URL}).Resolve, `{"huggingface": "org/several", "config": "a", "split": "test"}`)
	if table.Rows != 60 {
		t.Errorf("%d rows", table.Rows)
	}
}

// Shards are one table, in the order of their numbers; another machine makes the same file of them.
func TestShards(t *testing.T) {
	m := fetched.New(t)
	s := &Server{m.URL, m.URL}
	whole, _ := m.Table(s.Resolve, `{"huggingface": "org/blobs"}`)
	table, e := m.Table(s.Resolve, `{"huggingface": "org/shards"}`)
	if table.SHA256 != whole.SHA256 {
		t.Errorf("%d rows, classes %q: it is not the table of one file", table.Rows, table.Target.Names)
	}
	var parts []string
	for _, f := range e.Files {
		if f.Role == named.Part {
			parts = append(parts, f.URL[strings.LastIndexByte(f.URL, '/')+1:])
		}
	}
	if !slices.Equal(parts, []string{"8.parquet", "9.parquet", "10.parquet"}) {
		t.Errorf("parts %q", parts)
	}
	again, _, err := m.Fetch(s.Resolve, `{"huggingface": "org/shards"}`, nil)
	if err != nil || len(fetch.Changes(e, again)) > 0 {
		t.Errorf("%v: %q", err, fetch.Changes(e, again))
	}
}

// When the branch moves, what is locked stays, and the change is told.
func TestMoved(t *testing.T) {
	m := fetched.New(t)
	_, e := m.Table((&Server{m.URL, m.URL}).Resolve, `{"huggingface": "org/blobs"}`)
	later := &Server{m.URL + "/with/later", m.URL + "/with/later"}
	if _, _, err := m.Fetch(later.Resolve, `{"huggingface": "org/blobs"}`, &e); err != nil {
		t.Fatal(err)
	}
	if len(m.Said) != 1 || !strings.Contains(m.Said[0], server.Moved) || !strings.Contains(m.Said[0], "-upgrade") {
		t.Errorf("%q", m.Said)
	}
}

// A part is never listed as a whole, whatever the answer is.
func FuzzListed(f *testing.F) {
	f.Add(`{"parquet_files": [{"config": "a", "split": "train", "url": "u"}], "partial": false}`)
	f.Add(`{"default": {"partial-train": ["u"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		said, err := answer.Parse([]byte(text))
		if err != nil {
			return
		}
		all, err := listed(said)
		for _, s := range all {
			if err == nil && strings.HasPrefix(s.split, "partial-") {
				t.Error(s)
			}
		}
	})
}
