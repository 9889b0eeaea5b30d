package openml

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/realdata"
	"github.com/manyclass/bench/test/server/fetched"
)

// The real answers of OpenML for fifteen sets, where they are there: dense and sparse, with several targets, ignored
// columns, row identifiers, texts, and inactive versions; by number, and by name where the search was kept. The numbers
// were counted in the files by another program. Some files are cut to a few rows, anneal and MiceProtein to rows of one class.
func TestRealAnswers(t *testing.T) {
	folder := realdata.Path(t, "../openml")
	const emotions = "amazed.suprised,happy.pleased,relaxing.calm,quiet.still,sad.lonely,angry.aggresive"
	const wine = "country,description,designation,province,region_1,region_2,variety,winery"
	const titanic = "name,ticket,cabin,boat,home.dest"
	for attributes, want := range map[string]struct {
		target, drop           string
		rows, columns, missing int
	}{
		`{"openml": 1}`:   {"class", "", 0, 0, 0},
		`{"openml": 2}`:   {"class", "", 0, 0, 0},
		`{"openml": 3}`:   {"class", "", 3196, 36, 0},
		`{"openml": 61}`:  {"class", "", 150, 4, 0},
		`{"openml": 62}`:  {"type", "animal", 101, 16, 0},
		`{"openml": 292}`: {"Y", "", 85, 14, 0},
		`{"openml": 561, "discretize": {"quantiles": 3}}`: {"class", "", 209, 7, 0},
		`{"openml": 1119}`:                        {"class", "ID", 10, 14, 0},
		`{"openml": 1590}`:                        {"class", "", 10, 14, 4},
		`{"openml": 40589}`:                       {emotions, "", 13, 72, 0},
		`{"openml": 40675}`:                       {"class", "", 163, 9, 0},
		`{"openml": 40945}`:                       {"survived", titanic, 1309, 8, 263 + 1 + 2 + 1188},
		`{"openml": 40966}`:                       {"class", "MouseID,Genotype,Treatment,Behavior", 0, 0, 0},
		`{"openml": 42074, "target": "country"}`:  {"", wine, 10, 2, 0},
		`{"openml": 42585}`:                       {"species", "", 344, 6, 18},
		`{"openml": "anneal", "version": 1}`:      {"class", "", 0, 0, 0},
		`{"openml": "iris", "version": 1}`:        {"class", "", 150, 4, 0},
		`{"openml": "adult-census"}`:              {"class", "ID", 10, 14, 0},
		`{"openml": "emotions", "version": 3}`:    {emotions, "", 13, 72, 0},
		`{"openml": "Australian", "version": 1}`:  {"Y", "", 85, 14, 0},
		`{"openml": "glass2", "version": 1}`:      {"class", "", 163, 9, 0},
		`{"openml": "MiceProtein", "version": 4}`: {"class", "MouseID,Genotype,Treatment,Behavior", 0, 0, 0},
	} {
		m := fetched.New(t)
		m.Server.Real = folder
		e, s, err := m.Fetch(at(m, "").Dataset, attributes, nil)
		if err != nil {
			t.Errorf("%s: %v", attributes, err)
			continue
		}
		if got := strings.Join(e.Of().Target, ","); got != want.target {
			t.Errorf("%s: target %s, want %s", attributes, got, want.target)
		}
		if got := strings.Join(e.Of().Drop, ","); got != want.drop {
			t.Errorf("%s: without %s, want %s", attributes, got, want.drop)
		}
		if want.rows == 0 { // what is left of the file cannot be learned
			if wrong := m.Unreadable(e, s); !strings.Contains(wrong, "fewer than two classes") {
				t.Errorf("%s: %s", attributes, wrong)
			}
			continue
		}
		table := m.Read(e, s)
		if table.Rows != want.rows || len(table.Columns) != want.columns || table.Missing != want.missing {
			t.Errorf("%s: %d rows of %d features, %d missing; want %d, %d and %d", attributes, table.Rows, len(table.Columns),
				table.Missing, want.rows, want.columns, want.missing)
		}
	}
}
