package openml

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
	"github.com/manyclass/bench/test/server/fetched"
)

// at is OpenML as the server of tests plays it, with a fault or without.
func at(m *fetched.Machine, fault string) *Server {
	base := m.URL
	if fault != "" {
		base += "/with/" + fault
	}
	return &Server{Base: base, Tell: func(line string) { m.Said = append(m.Said, line) }}
}

// What several forms of one set have in common: the same table, whatever the form of the file and the server's troubles.
func TestOneSetInManyForms(t *testing.T) {
	digest := ""
	for name, of := range map[string]struct{ attributes, fault, format string }{
		"ARFF by number":                 {`{"openml": 101}`, "", "arff"},
		"ARFF by name and version":       {`{"openml": "blobs", "version": 1}`, "", "arff"},
		"Parquet that is asked for":      {`{"openml": 101, "format": "parquet"}`, "", "parquet"},
		"Parquet where ARFF is gone":     {`{"openml": 108}`, "", "parquet"},
		"ARFF where Parquet is short":    {`{"openml": 107, "format": "parquet"}`, "", "arff"},
		"bytes that are not UTF-8":       {`{"openml": "latin"}`, "", "arff"},
		"a deactivated version by name":  {`{"openml": "old", "version": 1}`, "", "arff"},
		"a description that is wrong":    {`{"openml": 112}`, "", "arff"},
		"the database is away at first":  {`{"openml": 101}`, "107", "arff"},
		"a server that is busy":          {`{"openml": 101}`, "503", "arff"},
		"a server that asks for a pause": {`{"openml": 101}`, "429", "arff"},
		"hosts that have moved":          {`{"openml": 101}`, "moved", "arff"},
		"all ARFF files are gone":        {`{"openml": 101}`, "noarff", "parquet"},
		"a server that has only XML":     {`{"openml": 101}`, "xml", "arff"},
		"a search in XML":                {`{"openml": "blobs", "version": 1, "format": "parquet"}`, "xml", "parquet"},
	} {
		t.Run(name, func(t *testing.T) {
			m := fetched.New(t)
			s := at(m, of.fault)
			m.Tries = 4
			e, attributes, err := m.Fetch(s.Dataset, of.attributes, nil)
			if err != nil {
				t.Fatal(err)
			}
			rows, _ := e.File(named.Data)
			if rows.Format != of.format {
				t.Errorf("the file is %s, want %s", rows.Format, of.format)
			}
			if !slices.Equal(e.Of().Target, []string{"class"}) || !slices.Equal(e.Of().Drop, []string{"id", "remark"}) {
				t.Errorf("target %q, without %q", e.Of().Target, e.Of().Drop)
			}
			table := m.Read(e, attributes)
			if digest == "" {
				digest = table.SHA256
			}
			if table.SHA256 != digest {
				t.Error("the table is another one than in other forms")
			}
			for _, line := range m.Server.Requests() {
				if strings.Contains(line, "/never/asked") {
					t.Error("minio_url was asked for")
				}
			}
		})
	}
}

// A set is the same table as ARFF and as Parquet, dense or sparse, with one target or several: so its cells are the same.
func TestBothFormsAreOneTable(t *testing.T) {
	m := fetched.New(t)
	ids := server.BothForms()
	if len(ids) < 5 {
		t.Errorf("only %d sets", len(ids))
	}
	for _, id := range ids {
		arff, e := m.Table(at(m, "").Dataset, fmt.Sprintf(`{"openml": %d, "format": "arff"}`, id))
		parquet, p := m.Table(at(m, "").Dataset, fmt.Sprintf(`{"openml": %d, "format": "parquet"}`, id))
		if arff.SHA256 != parquet.SHA256 {
			t.Errorf("set %d is another table as Parquet: %d rows and %d", id, arff.Rows, parquet.Rows)
		}
		if e.Files[0].Format != "arff" || p.Files[0].Format != "parquet" {
			t.Errorf("set %d: the forms are %s and %s", id, e.Files[0].Format, p.Files[0].Format)
		}
	}
}

// A second fetch on another machine gives the same table by the lock file.
func TestAnotherMachine(t *testing.T) {
	m := fetched.New(t)
	for _, attributes := range []string{`{"openml": 101}`, `{"openml": 101, "format": "parquet"}`, `{"openml": "words"}`} {
		m.Table(at(m, "").Dataset, attributes)
	}
}

// Sparse sets keep their last rows and columns, though these are empty.
func TestSparseSetsKeepTheirShape(t *testing.T) {
	m := fetched.New(t)
	table, _ := m.Table(at(m, "").Dataset, `{"openml": 105}`)
	if numeric, _ := table.Kinds(); table.Rows != 40 || numeric != 30 {
		t.Errorf("%d rows of %d columns, want 40 of 30", table.Rows, numeric)
	}
}

// Several targets make labels, whatever the description says of them.
func TestSeveralTargets(t *testing.T) {
	m := fetched.New(t)
	table, e := m.Table(at(m, "").Dataset, `{"openml": 106}`)
	if !table.Target.MultiLabel || !slices.Equal(e.Of().Target, []string{"remark", "class"}) {
		t.Errorf("%+v", e.Of())
	}
}

// Classes are the values that occur, in the order in which they are declared.
func TestClasses(t *testing.T) {
	m := fetched.New(t)
	for _, attributes := range []string{`{"openml": 101}`, `{"openml": 108}`} {
		table, _ := m.Table(at(m, "").Dataset, attributes)
		if !slices.Equal(table.Target.Names, []string{"red", "green wood", "blue"}) {
			t.Errorf("%s: classes %q", attributes, table.Target.Names)
		}
	}
	table, _ := m.Table(at(m, "").Dataset, `{"openml": "text"}`) // a target of texts
	if len(table.Target.Names) != 3 || !strings.Contains(strings.Join(m.Said, "\n"), "each text is taken as a class") {
		t.Errorf("classes %q, said %q", table.Target.Names, m.Said)
	}
}

// What the description and the features do not agree about is told.
func TestDisagreement(t *testing.T) {
	m := fetched.New(t)
	if _, _, err := m.Fetch(at(m, "").Dataset, `{"openml": 112}`, nil); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(m.Said, "\n")
	for _, want := range []string{"its description says target: x, and its features say class",
		"its description says ignored columns: remark, y, and its features say remark"} {
		if !strings.Contains(said, want) {
			t.Errorf("said %q, want %q", said, want)
		}
	}
}

// Refusals are sentences that say what to do, and what is plain is asked once.
func TestRefusals(t *testing.T) {
	for attributes, want := range map[string]string{
		`{"openml": 104}`:                  "it is private; set OPENML_API_KEY",
		`{"openml": 999}`:                  "OpenML has no dataset of this number",
		`{"openml": "nothing"}`:            `OpenML has no dataset "nothing"`,
		`{"openml": "blobs"}`:              `several active versions of "blobs", among them 1, 2, and bench does not choose; write version = 1`,
		`{"openml": "blobs", "version":7}`: `no dataset "blobs" of version 7`,
		`{"openml": "old"}`:                `all versions of "old" are deactivated on OpenML; if one is meant nevertheless, name it: version = 1`,
		`{"openml": 1.5}`:                  "1.5 is not the number of a dataset",
		`{"openml": true}`:                 "openml is the number of a dataset",
		`{"openml": 101, "version": 1}`:    "remove version",
		`{"openml_task": 12}`:              "task 12 draws learning curves",
		`{"openml_task": 13}`:              "task 13 is of the type",
		`{"openml_task": 14}`:              "task 14 tests on the rows that it trains on",
		`{"openml_task": 15}`:              "task 15 has no folds",
		`{"openml_task": 19}`:              "dataset 104 of task 19: it is private",
		`{"openml_task": 999}`:             "OpenML has no task of this number",
	} {
		m := fetched.New(t)
		s := at(m, "")
		resolve := s.Dataset
		if strings.Contains(attributes, "task") {
			resolve = s.Task
		}
		_, _, err := m.Fetch(resolve, attributes, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", attributes, err, want)
		}
		if asked := m.Server.Requests(); len(asked) > 4 {
			t.Errorf("%s: a plain refusal was asked for again: %q", attributes, asked)
		}
	}
}

// A task has the target and the folds of OpenML; rows that are trained on and tested are refused when they are read.
func TestTasks(t *testing.T) {
	m := fetched.New(t)
	table, e := m.Table(at(m, "").Task, `{"openml_task": 11}`)
	if _, has := e.File(named.Splits); !has || table.Splits == nil || !strings.HasSuffix(e.Said().Page, "/t/11") {
		t.Errorf("%+v", e)
	}
	e, attributes, err := m.Fetch(at(m, "").Task, `{"openml_task": 16}`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := m.Unreadable(e, attributes); !strings.Contains(wrong, "row 5") {
		t.Errorf("the folds of task 16 are read: %s", wrong)
	}
}

// The tasks of a suite are in the order of their numbers, one or many.
func TestSuites(t *testing.T) {
	m := fetched.New(t)
	client := download.New(download.Options{})
	for id, want := range map[string]string{"99": "11 blobs, 17 words", "small": "11 blobs, 17 words", "98": "11 blobs, 20 blobs"} {
		suite, err := at(m, "").Suite(t.Context(), client, id)
		var tasks []string
		for _, task := range suite.Tasks {
			tasks = append(tasks, task.ID+" "+task.Name)
		}
		if got := strings.Join(tasks, ", "); err != nil || got != want {
			t.Errorf("suite %s: %s, %v", id, got, err)
		}
	}
	for id, want := range map[string]string{"97": "has no tasks", "1234": "Unknown study (code 601)"} {
		for _, fault := range []string{"", "xml"} {
			if _, err := at(m, fault).Suite(t.Context(), client, id); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("suite %s: %v, want %q", id, err, want)
			}
		}
	}
}

// What the names of a suite's tasks were asked of is not asked for again when the tasks are fetched.
func TestSuitesAskOnce(t *testing.T) {
	m := fetched.New(t)
	s := at(m, "")
	if _, err := s.Suite(t.Context(), download.New(download.Options{}), "99"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Fetch(s.Task, `{"openml_task": 11}`, nil); err != nil {
		t.Fatal(err)
	}
	asked := m.Server.Requests()
	slices.Sort(asked)
	if len(slices.Compact(slices.Clone(asked))) != len(asked) {
		t.Errorf("asked twice: %q", asked)
	}
}

// OpenML has no checksum of a Parquet file: that of the first fetch is in the lock file, and other bytes are refused.
func TestParquetIsPinned(t *testing.T) {
	m := fetched.New(t)
	_, e := m.Table(at(m, "").Dataset, `{"openml": 101, "format": "parquet"}`)
	rows, _ := e.File(named.Data)
	if len(rows.SHA256) != 64 {
		t.Errorf("locked %+v", rows)
	}
	o := m.Other()
	for i := range e.Files {
		e.Files[i].URL = must.Replace(e.Files[i].URL, m.URL, m.URL+"/with/digest")
	}
	_, _, err := o.Fetch(at(m, "digest").Dataset, `{"openml": 101, "format": "parquet"}`, &e)
	if err == nil || !strings.Contains(err.Error(), "is another file: its SHA-256 is") {
		t.Error(err)
	}
}

// Bytes that are not those of the checksum are refused.
func TestDamagedBytes(t *testing.T) {
	m := fetched.New(t)
	_, _, err := m.Fetch(at(m, "digest").Dataset, `{"openml": 110}`, nil)
	if err == nil || !strings.Contains(err.Error(), "is another file: its MD5 is") {
		t.Error(err)
	}
}
