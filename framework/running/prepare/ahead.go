package prepare

import (
	"sync"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Ahead reads datasets while plugins start. A nil Ahead has read nothing.
type Ahead struct {
	mu     sync.Mutex
	tables map[string]chan read // by configuration, each for the first who asks
}

// read is what reading a dataset gave.
type read struct {
	table    *data.Table
	warnings []string
	err      error
}

// readTable is how a dataset is read; a variable for the tests.
var readTable = loader.Table

// ReadAhead begins to read the datasets that an experiment needs, one after the other.
// The experiment may lack learners and reductions.
func ReadAhead(e *experiment.Experiment) *Ahead {
	a := &Ahead{tables: map[string]chan read{}}
	var work []func()
	for _, instance := range e.Datasets {
		var source source.Source
		key := string(instance.Config)
		unneeded := e.Needed != nil && !e.Needed[instance.Block]
		if unneeded || a.tables[key] != nil || instance.Config.Decode(&source) != nil {
			continue
		}
		if _, is := source.NameAlone(); is && instance.Fetched == nil {
			continue
		}
		source = instance.Fetched.Source(source)
		answer := make(chan read, 1)
		a.tables[key] = answer
		work = append(work, func() {
			table, warnings, err := readTable(source)
			answer <- read{table, warnings, err}
		})
	}
	go func() {
		for _, read := range work {
			read()
		}
	}()
	return a
}

// read returns what was read of a dataset, or reads it.
func (a *Ahead) read(instance *experiment.Instance, source source.Source) read {
	if answer := a.take(string(instance.Config)); answer != nil {
		return <-answer
	}
	table, warnings, err := readTable(source)
	return read{table, warnings, err}
}

// take hands out a table once: datasets do not share what a run changes.
func (a *Ahead) take(key string) chan read {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	answer := a.tables[key]
	delete(a.tables, key)
	return answer
}
