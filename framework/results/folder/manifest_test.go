package folder

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// A manifest names the classes of single-label datasets and the labels of others.
func TestManifestNamesTargets(t *testing.T) {
	var m store.Manifest
	p := &plan.Plan{Experiment: "mixed", Datasets: []plan.Dataset{
		{Name: "iris", Target: target.Target{Names: []string{"a", "b"}}, SHA256: "1"}, {Name: "scenes", Target: target.Target{Names: []string{"beach", "urban"}, MultiLabel: true}, SHA256: "2"}}}
	if err := Write(t.TempDir(), &m, Experiment{}, p); err != nil {
		t.Fatal(err)
	}
	if want := map[string][]string{"iris": {"a", "b"}}; !reflect.DeepEqual(m.Classes, want) {
		t.Errorf("classes %v", m.Classes)
	}
	if want := map[string][]string{"scenes": {"beach", "urban"}}; !reflect.DeepEqual(m.Labels, want) {
		t.Errorf("labels %v", m.Labels)
	}
	p.Datasets = p.Datasets[:1]
	if err := Write(t.TempDir(), &m, Experiment{}, p); err != nil || m.Labels != nil {
		t.Errorf("without multi-label datasets %v, %v", m.Labels, err)
	}
}
