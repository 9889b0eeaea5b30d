package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data"
)

func TestMurmur3(t *testing.T) {
	var v struct {
		Tokens map[string]struct {
			Unsigned uint32
			N8       int `json:"index_n8"`
			N16      int `json:"index_n16"`
			N1024    int `json:"index_n1024"`
			Sign     float64
		}
	}
	readJSON(t, "testdata/hashing.json", &v)
	if len(v.Tokens) < 10 {
		t.Fatal("no vectors")
	}
	for token, want := range v.Tokens {
		h := murmur3([]byte(token))
		if h != want.Unsigned {
			t.Errorf("%q: %d, want %d", token, h, want.Unsigned)
		}
		for n, index := range map[int]int{8: want.N8, 16: want.N16, 1024: want.N1024} {
			if got, sign := bucket(h, n); got != index || sign != want.Sign {
				t.Errorf("%q in %d: %d, %v", token, n, got, sign)
			}
		}
	}
	// The most negative hash has no positive counterpart of 32 bits.
	if index, sign := bucket(1<<31, 1000); index != (1<<31)%1000 || sign != -1 {
		t.Errorf("%d, %v", index, sign)
	}
}

// TestFeatureHasherRows adds up tokens with values as FeatureHasher does.
func TestFeatureHasherRows(t *testing.T) {
	var v struct {
		Rows   []map[string]float64   `json:"feature_hasher_rows"`
		Hashed map[string][][]float64 `json:"feature_hasher"`
	}
	readJSON(t, "testdata/hashing.json", &v)
	for _, n := range []int{4, 8, 16} {
		for name, signed := range map[string]bool{"True": true, "False": false} {
			want := v.Hashed[fmt.Sprintf("n%d_alternate_sign_%s", n, name)]
			for i, row := range v.Rows {
				var places []int32
				h := &hashed{buckets: n, signed: signed}
				got := make([]float64, n)
				for _, token := range slices.Sorted(maps.Keys(row)) {
					place := h.place(murmur3([]byte(token)))
					if row[token] == 1 {
						places = append(places, place)
					} else { // a number, of which bench's encoder makes a feature of its own
						got[place/2] += row[token] * float64(1-place%2*2)
					}
				}
				slices.Sort(places)
				h.join(places, func(feature int, x float64) { got[feature] += x })
				if !slices.Equal(got, want[i]) {
					t.Errorf("%d buckets, signed %v, row %d: %v, want %v", n, signed, i, got, want[i])
				}
			}
		}
	}
}

// scikitLearn is testdata/scikit_learn.json: two categorical columns, of which
// the first Train rows are fitted to, and what scikit-learn makes of them.
type scikitLearn struct {
	Colour, Size, Class []string
	Train               int
	Hashing             []struct {
		Buckets       int
		Signed, Pairs bool
		Entries       [][3]float64
	}
	Target []struct {
		Smooth    float64
		Test      [][]float64
		OutOfFold [][]float64 `json:"out_of_fold"`
	}
	Fold    []int32
	Ordinal [][]float64
}

func readScikitLearn(t *testing.T) (v scikitLearn, all *data.Table) {
	t.Helper()
	readJSON(t, "testdata/scikit_learn.json", &v)
	return v, labelled(v.Class, categorical("colour", v.Colour...), categorical("size", v.Size...))
}

// labelled makes a table with classes in byte order.
func labelled(classes []string, columns ...data.Column) *data.Table {
	all, class := table(columns...), categorical("class", classes...)
	all.Target.Names = class.Levels
	for _, code := range class.Codes {
		all.Truth.Class = append(all.Truth.Class, int(code))
	}
	return all
}

func TestHashingLikeScikitLearn(t *testing.T) {
	v, all := readScikitLearn(t)
	for _, c := range v.Hashing {
		config := map[string]any{"buckets": c.Buckets, "signed": c.Signed, "pairs": c.Pairs}
		f := fit(t, newEncoder(t, "hashing", config), all, upTo(v.Train))
		want := make([]float64, all.Rows*c.Buckets)
		for _, e := range c.Entries {
			want[int(e[0])*c.Buckets+int(e[1])] = e[2]
		}
		if got := fill(t, f, all, upTo(all.Rows)); !slices.Equal(got, want) {
			t.Errorf("%v: other values", config)
		}
		if got := dense(t, fillCSR(t, f, all, upTo(all.Rows)), all.Rows, c.Buckets); !slices.Equal(got, want) {
			t.Errorf("%v: other compressed values", config)
		}
		if len(f.Columns) != c.Buckets || f.Columns[7].Name != "hash=7" {
			t.Errorf("%v: %d features, %+v", config, len(f.Columns), f.Columns[7])
		}
	}
}

func TestHashingBesideNumbers(t *testing.T) {
	all := table(categorical("c", "red", "", "blue"), numeric("n", 1, 3, 5), categorical("d", "x", "x", "y"))
	f := fit(t, newEncoder(t, "hashing", map[string]any{"buckets": 8, "pairs": true}), all, []int{0, 1})
	got := fill(t, f, all, upTo(3))
	if len(f.Columns) != 9 || f.Columns[0].Name != "n" || f.Shift[0] != 2 || f.Scale[0] != 1 || got[0] != 1 {
		t.Errorf("%+v, %v, %v", f.Columns, f.Shift, got)
	}
	// A missing value adds nothing, nor do pairs with it: "d=x" is alone.
	index, sign := bucket(murmur3([]byte("d=x")), 8)
	want := make([]float64, 9)
	want[0], want[1+index] = 3, sign
	if !slices.Equal(got[9:18], want) {
		t.Errorf("%v, want %v", got[9:18], want)
	}
	strict := fit(t, newEncoder(t, "hashing", map[string]any{"buckets": 8, "unseen": "error"}), all, []int{0, 1})
	if err := strict.Fill(all, []int{2}, make([]float64, 9)); err == nil ||
		!strings.Contains(err.Error(), `row 2 has "blue" in column "c"`) {
		t.Error(err)
	}
	if strict.Layout == f.Layout {
		t.Error("unseen values are an error in one only, equal layouts")
	}
	if err := strict.Fill(all, []int{0, 1}, make([]float64, 18)); err != nil {
		t.Error(err)
	}
}

// wide has numbers and columns of many values.
func wide(rows int) *data.Table {
	n, m := numeric("n"), numeric("constant")
	c, d := data.Column{Name: "c", Kind: data.Categorical}, data.Column{Name: "d", Kind: data.Categorical}
	for l := range 50 {
		c.Levels, d.Levels = append(c.Levels, fmt.Sprintf("c%03d", l)), append(d.Levels, strconv.Itoa(l))
	}
	all := &data.Table{Rows: rows, Design: data.Design{Target: target.Target{Names: []string{"a", "b"}}}}
	for i := range rows {
		n.Values, m.Values = append(n.Values, float64(i%17)), append(m.Values, 4)
		c.Codes, d.Codes = append(c.Codes, int32(i*7%50)), append(d.Codes, int32(i/50%50))
		all.Truth.Class = append(all.Truth.Class, i%2)
	}
	all.Columns = []data.Column{n, m, c, d}
	return all
}

// TestWideStaysSparse has features that only a compressed matrix can hold, with
// numbers that are shifted beside them.
func TestWideStaysSparse(t *testing.T) {
	all := wide(1000)
	e := newEncoder(t, "hashing", map[string]any{"buckets": 1 << 18, "pairs": true})
	f := fit(t, e, all, upTo(800))
	if !f.Sparse || f.Shift != nil || f.Scale != nil {
		t.Fatalf("sparse %v, shift %v", f.Sparse, len(f.Shift))
	}
	x := fillCSR(t, f, all, upTo(all.Rows))
	if n := len(x.Data); n > 4*all.Rows || n < 3*all.Rows {
		t.Errorf("%d values in %d rows", n, all.Rows)
	}
	// The numbers are standardised by the training rows; a constant is 0.
	scaler := fit(t, newEncoder(t, "one_hot", map[string]any{"columns": []any{"n", "constant"}}), all, upTo(800))
	scaled := fill(t, scaler, all, upTo(all.Rows))
	scaler.Apply(scaled)
	for row := range all.Rows {
		for at := x.Indptr[row]; at < x.Indptr[row+1] && x.Indices[at] < 2; at++ {
			if x.Indices[at] != 0 || x.Data[at] != scaled[2*row] {
				t.Fatalf("row %d has %v in feature %d, want %v", row, x.Data[at], x.Indices[at], scaled[2*row])
			}
		}
	}
	again := fit(t, e, all, upTo(800))
	other := fit(t, e, all, upTo(700))
	if again.Layout != f.Layout || other.Layout == f.Layout {
		t.Error("layouts ignore baked scales")
	}
	if &other.Columns[0] != &f.Columns[0] {
		t.Error("folds do not share the names of features")
	}
}
