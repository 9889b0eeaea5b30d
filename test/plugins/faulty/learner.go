package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

// settings are the parameters of every component.
type settings struct {
	Rows    int     `json:"rows"`
	Seconds float64 `json:"seconds"`
}

// trainFunc trains like nearest.Learner, but for its fault.
type trainFunc func(settings, context.Context, contract.Problem) (contract.Model, error)

// learner is a trainFunc with its settings.
type learner struct {
	settings
	train trainFunc
}

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return l.train(l.settings, ctx, p)
}

// components lists the learners by fault.
func components() []contract.Component {
	return []contract.Component{
		component("crashing", "Ends the process while it trains.", crash),
		component("fragile", "Ends the process on problems with fewer training rows than rows.", crashOnFew),
		component("panicking", "Panics while it trains.", panics),
		component("picky", "Refuses problems with fewer training rows than rows.", refuse),
		component("undecided", "Every score is NaN.", undecided),
		component("forgetful", "Leaves out the last row of the scores.", forgetful),
		component("slow", "Takes seconds for each problem.", slow),
		component("asymmetric", "Promises no symmetry.", sound),
	}
}

func component(name, doc string, train trainFunc) contract.Component {
	c := nearest.Component()
	c.Name, c.Doc = name, doc
	c.Capabilities.Symmetric = name != "asymmetric"
	c.Params = []contract.Param{
		{Name: "rows", Type: "number", Default: 0.0, Integer: true, Doc: "Fewest rows that picky and fragile take."},
		{Name: "seconds", Type: "number", Default: 0.0, Doc: "Time that slow takes for a problem."},
	}
	c.NewLearner = func(config contract.Config) (contract.Learner, error) {
		l := learner{train: train}
		return l, config.Decode(&l.settings)
	}
	return c
}

func sound(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	return nearest.Learner{}.Train(ctx, p)
}

func crash(settings, context.Context, contract.Problem) (contract.Model, error) {
	fmt.Fprintln(realStderr, "faulty: out of luck")
	os.Exit(3)
	return nil, nil
}

// realStderr is the pipe to the host, before the SDK puts its own in its place.
var realStderr = os.Stderr

func crashOnFew(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if p.X.Rows < s.Rows {
		return crash(s, ctx, p)
	}
	return nearest.Learner{}.Train(ctx, p)
}

func panics(settings, context.Context, contract.Problem) (contract.Model, error) {
	panic("faulty: all is lost")
}

func refuse(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if p.X.Rows < s.Rows {
		return nil, fmt.Errorf("faulty: %d rows are below my standards", p.X.Rows)
	}
	return nearest.Learner{}.Train(ctx, p)
}

func slow(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	time.Sleep(time.Duration(s.Seconds * float64(time.Second)))
	return nearest.Learner{}.Train(ctx, p)
}

func undecided(settings, context.Context, contract.Problem) (contract.Model, error) {
	return constant(math.NaN()), nil
}

// constant scores every row alike.
type constant float64

func (c constant) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		scores[i] = float64(c)
	}
}
