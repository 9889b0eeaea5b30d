package loader

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

const contentARFF = "@relation r\n@attribute x real\n@attribute c {u,v}\n@attribute y " +
	"{a,b}\n@data\n1,u,a\n2.5,?,b\n-3,v,a\n"

// TestContent stores the same table in other ways: the digest stays.
func TestContent(t *testing.T) {
	base, _ := load(t, source.Source{File: file(t, "x.arff", contentARFF)})
	for name, s := range map[string]source.Source{
		"comment": {File: file(t, "x.arff", "% a remark\n"+contentARFF)},
		"line ends": {File: file(t, "x.arff", "@relation r\r\n@attribute x real\r\n@attribute c {u,v}\r\n@attribute y "+
			"{a,b}\r\n@data\r\n1.0, 'u', a\r\n25e-1,?,b\r\n-3,v,a")},
		"compressed": {File: file(t, "x.arff.gz", zip(contentARFF))},
		"csv":        {File: file(t, "x.csv", "x,c,y\n1,u,a\n2.5,,b\n-3,v,a\n"), Roles: source.Roles{Target: "y"}},
		"tsv, dropped": {File: file(t, "x.tsv", "id\tx\tc\ty\n7\t1\tu\ta\n8\t2.5\t?\tb\n9\t-3\tv\ta\n"),
			Roles: source.Roles{Target: "y", Drop: []string{"id"}}},
	} {
		if table, _ := load(t, s); table.SHA256 != base.SHA256 {
			t.Errorf("%s: digest %s, want %s", name, table.SHA256, base.SHA256)
		}
	}
	// By the definition, of another program.
	if want := "e85564089e5923aef2fee765439fde2126fede6685685678a0dabc3fab322196"; base.SHA256 != want {
		t.Errorf("digest %s, want %s", base.SHA256, want)
	}
}

// TestContentChanges makes one difference at a time: each is another digest.
func TestContentChanges(t *testing.T) {
	table := func() *data.Table {
		return &data.Table{Rows: 2, Columns: []data.Column{{Name: "x", Values: []float64{1, 2}},
			{Name: "c", Kind: data.Categorical, Codes: []int32{0, -1}, Levels: []string{"ab", "c"}}},
			Design: data.Design{Truth: target.Rows{Class: []int{0, 1}}, Target: target.Target{Names: []string{"a", "b"}}}}
	}
	label := func(t *data.Table, y ...int8) {
		t.Target, t.Truth.Y = target.Target{Names: []string{"a"}, MultiLabel: true}, target.Listed(y, 1)
	}
	sparse := func(t *data.Table) {
		t.Columns = nil
		t.Sparse = &data.Sparse{Cols: 3, First: 1, CSR: contract.CSR{Indptr: []int64{0, 1, 2}, Indices: []int32{0, 2},
			Data: []float64{5, 6}}}
	}
	seen := map[string]string{}
	for name, change := range map[string]func(*data.Table){
		"nothing":         func(*data.Table) {},
		"name":            func(t *data.Table) { t.Columns[0].Name = "z" },
		"kind":            func(t *data.Table) { t.Columns[1] = data.Column{Name: "c", Values: []float64{0, 1}} },
		"value":           func(t *data.Table) { t.Columns[0].Values[1] = math.Nextafter(2, 3) },
		"missing":         func(t *data.Table) { t.Columns[0].Values[1] = math.NaN() },
		"code":            func(t *data.Table) { t.Columns[1].Codes[1] = 1 },
		"level":           func(t *data.Table) { t.Columns[1].Levels[0] = "aa" },
		"levels":          func(t *data.Table) { t.Columns[1].Levels = []string{"a", "bc"} },
		"order":           func(t *data.Table) { t.Columns[0], t.Columns[1] = t.Columns[1], t.Columns[0] },
		"class":           func(t *data.Table) { t.Target.Names[0] = "aa" },
		"row's class":     func(t *data.Table) { t.Truth.Class[0] = -1 },
		"part":            func(t *data.Table) { t.Part = []int8{0, 1} },
		"other part":      func(t *data.Table) { t.Part = []int8{1, 0} },
		"fold":            func(t *data.Table) { t.FoldOf, t.FoldNames = []int{0, 1}, []string{"0", "1"} },
		"group":           func(t *data.Table) { t.GroupOf, t.GroupNames = []int{0, 1}, []string{"0", "1"} },
		"weights":         func(t *data.Table) { t.Weights = []float64{1, 2} },
		"labels":          func(t *data.Table) { label(t, 0, 1) },
		"row's label":     func(t *data.Table) { label(t, 1, 1) },
		"sparse":          sparse,
		"sparse value":    func(t *data.Table) { sparse(t); t.Sparse.Data[0] = 7 },
		"sparse index":    func(t *data.Table) { sparse(t); t.Sparse.Indices[0] = 1 },
		"sparse row":      func(t *data.Table) { sparse(t); t.Sparse.Indptr[1] = 0 },
		"sparse width":    func(t *data.Table) { sparse(t); t.Sparse.Cols = 4 },
		"sparse from 0":   func(t *data.Table) { sparse(t); t.Sparse.First = 0 },
		"one row, no two": func(t *data.Table) { t.Rows, t.Truth.Class, t.Columns = 1, t.Truth.Class[:1], nil },
	} {
		changed := table()
		change(changed)
		digest := changed.ContentDigest()
		if other, again := seen[digest]; again {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		seen[digest] = name
	}
	nan := table()
	nan.Columns[0].Values[1] = math.Float64frombits(math.Float64bits(math.NaN()) ^ 2)
	if name := seen[nan.ContentDigest()]; name != "missing" {
		t.Errorf("another bit pattern of what is missing has the digest of %q", name)
	}
}
