package prepare

import (
	"errors"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Datasets are read before anybody asks for them, each once for each block.
func TestReadAhead(t *testing.T) {
	asked := make(chan string, 10)
	end := make(chan struct{})
	before := readTable
	t.Cleanup(func() { readTable = before })
	readTable = func(s source.Source) (*data.Table, []string, error) {
		asked <- s.File
		<-end
		return nil, []string{s.File}, errors.New("unreadable")
	}
	of := func(file string) experiment.Instance {
		return experiment.Instance{Config: contract.NewConfig(map[string]any{"file": file})}
	}
	e := &experiment.Experiment{}
	e.Datasets = []experiment.Instance{of("a"), of("b"), of("a"), of("c")}
	e.Datasets[3].Block, e.Needed = "spare", map[string]bool{"": true}
	ahead := ReadAhead(e)
	if first := <-asked; first != "a" { // nobody has asked
		t.Errorf("%s is read first", first)
	}
	close(end)
	for i, want := range []string{"a", "b", "a"} {
		if got := ahead.read(&e.Datasets[i], source.Source{File: want}); got.err == nil || got.warnings[0] != want {
			t.Errorf("%d: %+v", i, got)
		}
	}
	if more := []string{<-asked, <-asked}; more[0] != "b" || more[1] != "a" || len(asked) > 0 {
		t.Errorf("then read: %v and %d more", more, len(asked))
	}
	var none *Ahead
	if got := none.read(&e.Datasets[1], source.Source{File: "b"}); got.warnings[0] != "b" {
		t.Errorf("without reading ahead: %+v", got)
	}
}
