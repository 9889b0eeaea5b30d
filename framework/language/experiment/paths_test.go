package experiment

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/language/blocks"
)

// Every file that a dataset names is found from the experiment's folder.
func TestPathsOfDatasets(t *testing.T) {
	files := &blocks.Files{Dir: "/e", Named: map[string]blocks.Named{}}
	b := &binder{Reader: &blocks.Reader{Files: files}}
	values := map[string]any{"file": "a.arff", "test_file": "../b.arff", "labels_xml": "x/a.xml", "target": "c"}
	b.resolvePaths(contract.Component{Params: loader.Params()}, values)
	if f := files.Named; !f["/e/a.arff"].Data || !f["/b.arff"].Data || f["/e/x/a.xml"].Data {
		t.Errorf("data are %v", f)
	}
	if want := map[string]any{"file": "/e/a.arff", "test_file": "/b.arff", "labels_xml": "/e/x/a.xml", "target": "c"}; !reflect.DeepEqual(values, want) {
		t.Errorf("got %v, want %v", values, want)
	}
}
