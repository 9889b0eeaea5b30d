package experiment

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
)

// Metric is a metric of the experiment.
type Metric struct {
	metric.Spec
	// Runtimes are versions that matter under the configuration of a plugin's metric.
	Runtimes map[string]string
	source   expression.Source
}

// Diagnostic gives a remark on the metric's configuration its place in the
// experiment file; see Instance.Diagnostic.
func (m *Metric) Diagnostic(d contract.Diagnostic) diagnostic.Diagnostic {
	return m.source.Diagnostic(d)
}

// Errorf returns an error on the metric's configuration at a path.
func (m *Metric) Errorf(code mistake.Code, path []any, summary, format string, args ...any) diagnostic.Diagnostic {
	return m.Diagnostic(contract.As(code).Errorf(path, summary, format, args...))
}

// LacksClass returns an error on label i of the metric's option classes, which a
// dataset with these classes does not have.
func (m *Metric) LacksClass(i int, dataset string, classes []string) diagnostic.Diagnostic {
	label := m.Restriction()[i]
	return m.Errorf(mistake.UnknownClass, []any{"classes", i},
		fmt.Sprintf("Dataset %q has no class %q", dataset, label), "%s",
		wording.Instead(label, classes, "The classes that occur in it are"))
}
