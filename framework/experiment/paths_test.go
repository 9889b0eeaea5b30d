package experiment

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/loader"
)

// Every file that a dataset names is found from the experiment's folder.
func TestPathsOfDatasets(t *testing.T) {
	b := &binder{file: &File{dir: "/e", named: map[string]Named{}}}
	values := map[string]any{"file": "a.arff", "test_file": "../b.arff", "labels_xml": "x/a.xml", "target": "c"}
	b.resolvePaths(contract.Component{Params: loader.Params()}, values)
	if f := b.file.named; !f["/e/a.arff"].Data || !f["/b.arff"].Data || f["/e/x/a.xml"].Data {
		t.Errorf("data are %v", f)
	}
	if want := map[string]any{"file": "/e/a.arff", "test_file": "/b.arff", "labels_xml": "/e/x/a.xml", "target": "c"}; !reflect.DeepEqual(values, want) {
		t.Errorf("got %v, want %v", values, want)
	}
}
