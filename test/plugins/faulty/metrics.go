package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/manyclass/bench/framework/contract"
)

// metrics are metrics of which each does one thing wrong, and a sound one.
func metrics() []contract.Component {
	return []contract.Component{
		metric("m_sound", "Share of rows of the first class.", firsts),
		metric("m_crashing", "Ends the process.", func(contract.Outcome) (float64, error) {
			fmt.Fprintln(os.Stderr, "faulty: no number for you")
			os.Exit(3)
			return 0, nil
		}),
		metric("m_frail", "Ends the process where the first row is of class 0.", func(o contract.Outcome) (float64, error) {
			if o.Truth[0] == 0 {
				os.Exit(3)
			}
			return 1, nil
		}),
		metric("m_panicking", "Panics.", func(o contract.Outcome) (float64, error) { return float64(o.Truth[o.Rows()]), nil }),
		metric("m_picky", "Refuses.", func(contract.Outcome) (float64, error) { return 0, errors.New("faulty: not with me") }),
		metric("m_extreme", "Is infinite.", func(contract.Outcome) (float64, error) { return math.Inf(1), nil }),
		metric("m_undecided", "Is NaN.", func(contract.Outcome) (float64, error) { return math.NaN(), nil }),
		metric("m_fickle", "Is another number each time.", func(contract.Outcome) (float64, error) { return rand.Float64(), nil }),
		metric("m_hanging", "Never returns.", func(contract.Outcome) (float64, error) {
			forever()
			return 0, nil
		}),
	}
}

func metric(name, doc string, value func(contract.Outcome) (float64, error)) contract.Component {
	return contract.Component{
		Kind: contract.KindMetric, Name: name, Doc: doc, Capabilities: contract.Capabilities{
			Properties: contract.Deterministic},
		NewMetric: func(contract.Config) (contract.Metric, error) { return computed(value), nil },
	}
}

// computed is a function as a metric.
type computed func(contract.Outcome) (float64, error)

func (c computed) Compute(o contract.Outcome) (float64, error) { return c(o) }

func firsts(o contract.Outcome) (float64, error) {
	n := 0
	for _, k := range o.Truth {
		if k == 0 {
			n++
		}
	}
	return float64(n) / float64(o.Rows()), nil
}
