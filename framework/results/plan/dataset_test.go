package plan

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// Plans of earlier releases are read, and read by them: a dataset has a list of
// classes and one of labels, of which one is empty.
func TestDatasetInFiles(t *testing.T) {
	for text, d := range map[string]Dataset{
		`{"name":"d","rows":5,"left_out":1,"numeric":2,"categorical":3,"missing":4,` +
			`"classes":["a","b"],"class_counts":[3,1],"labels":[],"sha256":"s","single_rows":true,"content":"c"}`: {
			Name: "d", Rows: 5, LeftOut: 1, Numeric: 2, Categorical: 3, Missing: 4,
			Target: target.Target{Names: []string{"a", "b"}, Counts: []int{3, 1}},
			SHA256: "s", SingleRows: true, Content: "c",
		},
		`{"name":"m","rows":5,"left_out":0,"numeric":2,"categorical":0,"missing":0,` +
			`"classes":[],"class_counts":[],"labels":["x"],"label_counts":[2],"sha256":"s","content":"c",` +
			`"grouped":true,"weighted":true,"splitter":{"kind":"validation","type":"rolling","config":{}}}`: {
			Name: "m", Rows: 5, Numeric: 2, Target: target.Target{Names: []string{"x"}, Counts: []int{2}, MultiLabel: true,
				Grouped: true, Weighted: true},
			SHA256: "s", Content: "c",
			Splitter: &Part{Kind: contract.KindValidation, Type: "rolling", Config: contract.Config("{}")},
		},
	} {
		if b, err := json.Marshal(d); err != nil || string(b) != text {
			t.Errorf("wrote %s, %v, want %s", b, err, text)
		}
		var got Dataset
		if err := json.Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("read %+v, %v, want %+v", got, err, d)
		}
	}
}
