package wire

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// What a plugin sends is bounded here and nowhere else: the size of messages, the
// length of texts, numbers and names. What depends on the call (shapes, numbers of
// classes) is checked by the caller, with contract.Stage.Check and by reading files
// with matrix.ReadAnswer.

// The largest answers in bytes. Stages hold codes and states, and may be as large as
// a message can be.
const (
	maxDescription = 16 << 20 // also diagnostics and capabilities
	maxEvent       = 1 << 20  // of one problem
	maxPlain       = 1 << 16  // what has a number or two
	perModel       = 16       // of the scores of a model
)

// atMost bounds an answer.
func atMost(bytes int) grpc.CallOption { return grpc.MaxCallRecvMsgSize(min(bytes, MaxMessage)) }

// The longest texts in characters, and lists.
const (
	maxName      = 100
	maxSentence  = 2000 // of a summary, or of the documentation of a parameter
	maxText      = 10_000
	maxReference = 1000
	maxList      = 1000
	maxSeconds   = 1e8     // three years
	maxBytes     = 1 << 50 // of a model
)

// name is what a plugin or a component may be called.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

func checkName(what, text string) error {
	if len(text) > maxName || !name.MatchString(text) {
		return fmt.Errorf("it calls %s %q; names are letters, digits, _, - and ., at most %d", what,
			wording.Harmless(text, maxName), maxName)
	}
	return nil
}

// reserved are the attributes of blocks that bench obeys itself.
var reserved = map[contract.Kind][]string{
	contract.KindMetric: contract.MetricOptions, contract.KindValidation: contract.SplitterOptions,
	contract.KindEncoder: contract.EncoderOptions,
	contract.KindLearner: {contract.LabelOption}, contract.KindReducer: {contract.LabelOption},
}

// checkDescription refuses what no experiment file can use.
func checkDescription(m *DescribeResponse) error {
	lists := map[string]int{"components": len(m.Components), "runtimes": len(m.Runtimes), "pieces of code": len(m.Code)}
	seen := map[string]bool{}
	for _, c := range m.GetComponents() {
		if !contract.Kind(c.Kind).InPlugins() {
			return fmt.Errorf("it offers %q of the kind %q; plugins offer learners, reductions, metrics, encoders and "+
				"validation methods, everything else is part of bench",
				wording.Harmless(c.Name, maxName), wording.Harmless(c.Kind, maxName))
		}
		if err := checkName("a "+c.Kind, c.Name); err != nil {
			return err
		}
		if seen[c.Kind+" "+c.Name] {
			return fmt.Errorf("it offers %s %q twice", c.Kind, c.Name)
		}
		seen[c.Kind+" "+c.Name] = true
		if err := checkCapabilities(c.Capabilities); err != nil {
			return fmt.Errorf("the capabilities of %s %s: %w", c.Kind, c.Name, err)
		}
		lists["parameters"] = max(lists["parameters"], len(c.Params))
		for _, p := range c.Params {
			if err := checkName("a parameter of "+c.Name, p.Name); err != nil {
				return err
			}
			if slices.Contains(reserved[contract.Kind(c.Kind)], p.Name) {
				return fmt.Errorf("%s %s has a parameter %q, which is an attribute of every %s block: "+
					"give it another name", c.Kind, c.Name, p.Name, c.Kind)
			}
			lists["values of a parameter"] = max(lists["values of a parameter"], len(p.OneOf))
		}
	}
	for what, n := range lists {
		if n > maxList {
			return fmt.Errorf("it has %d %s, and %d are the most there may be", n, what, maxList)
		}
	}
	return nil
}

// The words that capabilities and trainings are told in.
var (
	tasks = []contract.Task{contract.Binary, contract.Multiclass, contract.Regression}
	kinds = []contract.ScoreKind{contract.Margin, contract.LogOdds, contract.Probability}
	facts = []contract.RowFact{contract.RowGroups, contract.RowWeights, contract.RowFeatures}
	ends  = []contract.End{contract.Tolerance, contract.MaxIter, contract.Stalled, contract.NoMinimum}
)

// checkCapabilities refuses words that bench would not act on: the promise would be
// ignored, or another one be believed.
func checkCapabilities(m *Capabilities) error {
	var scores []string
	if m.GetScores() != "" {
		scores = []string{m.GetScores()}
	}
	return errors.Join(
		known("tasks", m.GetTasks(), tasks), known("scores", scores, kinds), known("needs", m.GetNeeds(), kinds),
		known("probabilities", m.GetProbabilities(), kinds), known("facts", m.GetFacts(), facts))
}

// known refuses the first of some words that is not in a list.
func known[T ~string](what string, words []string, list []T) error {
	for _, word := range words {
		if !slices.Contains(list, T(word)) {
			return fmt.Errorf("%s has the unknown word %q; write %s", what, wording.Harmless(word, maxName),
				strings.Join(texts[string](list), ", "))
		}
	}
	return nil
}

// sentence and its like are texts of a plugin as they can be shown.
func sentence(s string) string { return wording.Harmless(s, maxSentence) }

// sentences is sentence for a short list.
func sentences(list []string) []string {
	for i, s := range list {
		list[i] = sentence(s)
	}
	return list
}

// seconds is a time that can have passed, else 0.
func seconds(s float64) float64 {
	if s >= 0 && s < maxSeconds {
		return s
	}
	return 0
}

// toScored checks the widths of scores.
func toScored(m *ScoreResponse, models int) (service.Scored, error) {
	scored := service.Scored{Seconds: seconds(m.Seconds)}
	if len(m.Widths) != models {
		return scored, fmt.Errorf("the plugin sent %d widths of scores for %d models", len(m.Widths), models)
	}
	for _, w := range m.Widths {
		if w < 1 {
			return scored, fmt.Errorf("the plugin sent a width of %d scores", w)
		}
		scored.Widths = append(scored.Widths, int(w))
	}
	if len(m.Bytes) == 0 {
		return scored, nil
	}
	if len(m.Bytes) != models {
		return scored, fmt.Errorf("the plugin sent sizes of %d models where there are %d", len(m.Bytes), models)
	}
	for _, b := range m.Bytes {
		scored.Bytes = append(scored.Bytes, min(max(0, b), maxBytes))
	}
	return scored, nil
}

// checkStage refuses numbers that no stage can have, before anybody counts with
// them.
func checkStage(m *Stage) error {
	for what, n := range map[string]int64{
		"rows": int64(m.GetRows()), "columns": int64(m.GetColumns()), "inner folds": int64(m.GetFolds()),
		"later problems":  m.GetLater(),
		"rows of targets": m.GetTargetRows(), "columns of targets": m.GetTargetColumns(),
		"classes of targets": int64(m.GetGroups()),
	} {
		if n < 0 || n > maxCount {
			return fmt.Errorf("the plugin sent a stage with %d %s", n, what)
		}
	}
	if n := len(m.GetInputs()); n > maxList {
		return fmt.Errorf("the plugin sent a stage with %d inputs", n)
	}
	for _, text := range append(m.GetInputs(), m.GetTask(), m.GetOutputs(), m.GetLearner()) {
		if len(text) > maxName {
			return fmt.Errorf("the plugin sent a stage with the word %q", wording.Harmless(text, maxName))
		}
	}
	return nil
}

// maxCount keeps sums and products of counts within 64 bits.
const maxCount = 1 << 40

// MaxMessage is the largest message in bytes that either side takes. Messages
// are small by design; the largest are row sets with a shift and a scale for
// every column.
const MaxMessage = 256 << 20
