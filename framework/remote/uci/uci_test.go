package uci

import (
	"testing"

	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/test/server/fetched"
)

// Roles of the variables say which column is the target and which are left out.
func TestDataset(t *testing.T) {
	m := fetched.New(t)
	s := &Server{m.URL}
	table, e := m.Table(s.Resolve, `{"uci": 1}`)
	if table.Rows != 60 || len(table.Columns) != 2 || table.Target.K() != 3 {
		t.Errorf("%d rows, %d columns, %d classes", table.Rows, len(table.Columns), table.Target.K())
	}
	if a := e.Said(); a.Creators[0] != "A. Author" || a.Citation != "A. Author. Blobs. 1999" || a.Page == "" {
		t.Errorf("%+v", a)
	}
	two, _ := m.Table(s.Resolve, `{"uci": 3, "target": "class"}`) // the other target is left out
	if len(two.Columns) != 2 {
		t.Errorf("%d columns", len(two.Columns))
	}
}

func TestRefusals(t *testing.T) {
	m := fetched.New(t)
	s := &Server{m.URL}
	m.Refused(s.Resolve, `{"uci": 2}`, "one table")
	m.Refused(s.Resolve, `{"uci": 3}`, "several targets", `target = "remark"`)
	m.Refused(s.Resolve, `{"uci": 9}`, "no dataset 9")
	m.Refused((&Server{m.URL + "/with/html"}).Resolve, `{"uci": 1}`, "web page")
	m.Refused((&Server{m.URL + "/with/down"}).Resolve, `{"uci": 1}`, "503", "try again later")
}

func FuzzColumns(f *testing.F) {
	f.Add(`{"data": {"variables": [{"name": "a", "role": "Target"}, {"name": "b", "role": 7}], "intro_paper": {"year": null}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		said, err := answer.Parse([]byte(text))
		if err != nil {
			return
		}
		_ = citation(said.Get("data"))
		if c, err := columns(said.Get("data"), source.Source{}); err == nil && len(c.Target) > 1 {
			t.Error(c.Target)
		}
	})
}
