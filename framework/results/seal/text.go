package seal

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// Text says in lines what is planned.
func (s Planned) Text() []string {
	lines := []string{}
	for _, c := range s.Comparisons {
		lines = append(lines, fmt.Sprintf("comparison %s: %s", c.Name, compared(c)))
	}
	for _, t := range s.Tables {
		lines = append(lines, fmt.Sprintf("table %s: %s", t.Name, tabled(t)))
	}
	for _, m := range s.Metrics {
		lines = append(lines, fmt.Sprintf("metric %s: %s%s", m.Name, m.Type, settings(m.Config)))
	}
	for _, d := range s.Datasets {
		lines = append(lines, fmt.Sprintf("dataset %s: %s, content %s", d.Name, wording.Count(d.Rows, "row"),
			plan.Short(d.Content)), s.divided(d.Name))
	}
	for _, kind := range []contract.Kind{contract.KindEncoder, contract.KindLearner, contract.KindReducer} {
		lines = append(lines, s.named(kind)...)
	}
	return append(lines, fmt.Sprintf("combinations: %d", len(s.Combinations)))
}

// compared says what a comparison is.
func compared(c plan.Comparison) string {
	tests := "the tests that suit"
	if len(c.Tests) > 0 {
		tests = wording.And(c.Tests)
	}
	parts := []string{"metric " + c.Metric, tests}
	if c.PostHoc != "" {
		parts = append(parts, "post-hoc "+c.PostHoc)
	}
	against := "all pairs"
	if c.Control != "" {
		against = "control " + c.Control
	}
	parts = append(parts, against, fmt.Sprintf("rope %v", c.Rope), fmt.Sprintf("level %v", c.Level))
	if len(c.Average) > 0 {
		parts = append(parts, "means over "+wording.And(c.Average))
	}
	return strings.Join(parts, ", ")
}

// tabled says what a table compares.
func tabled(t plan.Table) string {
	parts := []string{"metric " + t.Metric, wording.And(t.Rows) + " by " + wording.And(t.Columns)}
	if baselines := t.Against(); len(baselines) > 0 {
		parts = append(parts, "baseline "+wording.And(baselines))
	}
	if t.Correction != "" {
		parts = append(parts, "correction "+t.Correction)
	}
	if t.Missing != "" {
		parts = append(parts, "missing "+t.Missing)
	}
	if len(t.Average) > 0 {
		parts = append(parts, "means over "+wording.And(t.Average))
	}
	if t.Where != "" {
		parts = append(parts, "where "+t.Where)
	}
	return strings.Join(parts, ", ")
}

// divided says how a dataset is divided.
func (s Planned) divided(dataset string) string {
	i := slices.IndexFunc(s.Combinations, func(c Combination) bool { return c.Dataset == dataset })
	if i < 0 {
		return "validation of " + dataset + ": none"
	}
	c := s.Combinations[i]
	identity := s.Identities[c.Identity]
	validation := s.Parts[identity.Validation]
	return fmt.Sprintf("validation of %s: %s%s, %s, %s in all, seed %d", dataset, validation.Type,
		settings(validation.Config), wording.Count(c.Repeats, "repeat"), wording.Count(c.Folds, "fold"), identity.Seed)
}

// named lists the encoders, learners or reductions.
func (s Planned) named(kind contract.Kind) (lines []string) {
	seen := map[string]bool{}
	for _, c := range s.Combinations {
		identity := s.Identities[c.Identity]
		var name, part string
		switch kind {
		case contract.KindEncoder:
			name, part = c.Encoder, identity.Encoder
		case contract.KindLearner:
			name, part = c.Learner, identity.Learner
		default:
			name, part = c.Reduction, identity.Reduction
		}
		if !seen[name] {
			seen[name] = true
			p := s.Parts[part]
			lines = append(lines, fmt.Sprintf("%s %s: %s%s%s", kind, name, p.Type, settings(p.Config), settings(p.Host)))
		}
	}
	return lines
}

// longestValue is how many bytes of a value are shown.
const longestValue = 60

// settings lists the values of a configuration: ", C = 1, penalty = l2".
func settings(c contract.Config) string {
	var values map[string]any
	if json.Unmarshal(c, &values) != nil {
		return ""
	}
	return strings.Join(lists.Map(slices.Sorted(maps.Keys(values)), func(name string) string {
		if values[name] == nil {
			return ""
		}
		text := plan.FormatValue(values[name])
		if len(text) > longestValue {
			text = strings.ToValidUTF8(text[:longestValue], "") + "…"
		}
		return fmt.Sprintf(", %s = %s", name, text)
	}), "")
}
