package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
)

// methodsView says how the results were measured.
type methodsView struct {
	Text  string // "" if the manifest does not say
	Names []meaning
}

// meaning is what a name of the experiment stands for.
type meaning struct{ Kind, Name, Words string }

// fewNames is how many names are explained without being asked.
const fewNames = 12

// Few reports whether the names are few enough to be shown at once.
func (v methodsView) Few() bool { return len(v.Names) <= fewNames }

// settings are values of a component by the names of its parameters, defaults
// included.
type settings map[string]any

// measured is what the methods need of an experiment with its defaults.
type measured struct {
	Validation struct {
		Type   string
		Config settings
	}
	Encoders, Learners, Reductions []struct {
		Name, Type string
		Config     settings
	}
}

func methods(m store.Manifest, p *plan.Plan) methodsView {
	var e measured
	if json.Unmarshal(m.Resolved, &e) != nil || e.Validation.Type == "" {
		return methodsView{}
	}
	v := methodsView{Text: fmt.Sprintf("%s, seed %d, on %s. All combinations have the same folds of a dataset, and nothing is learned from the rows that are tested. "+
		"Tables show mean and standard deviation over folds.", validationWords(e.Validation.Type, e.Validation.Config), m.Seed, quantity(len(p.Datasets), "dataset"))}
	for _, c := range e.Encoders {
		v.Names = append(v.Names, meaning{"encoder", c.Name, c.Type + c.Config.words()})
	}
	for _, c := range e.Learners {
		v.Names = append(v.Names, meaning{"learner", c.Name, c.Type + c.Config.words()})
	}
	for _, c := range e.Reductions {
		v.Names = append(v.Names, meaning{"reduction", c.Name, c.Type + c.Config.words()})
	}
	for _, metric := range p.Metrics {
		var config settings
		if json.Unmarshal(metric.Config, &config) == nil {
			v.Names = append(v.Names, meaning{"metric", metric.Name, metricWords(metric.Type, config)})
		}
	}
	return v
}

// validationWords begins a sentence.
func validationWords(method string, config settings) string {
	repeats, _ := config["repeats"].(float64)
	times := quantity(int(repeats), "repeat")
	switch method {
	case "stratified_kfold":
		return fmt.Sprintf("%v-fold stratified cross-validation, %s", config["folds"], times)
	case "kfold":
		return fmt.Sprintf("%v-fold cross-validation, not stratified, %s", config["folds"], times)
	case "holdout":
		share, _ := config["test"].(float64)
		return fmt.Sprintf("Holdout of %.4g %% of the rows%s, %s", 100*share, map[bool]string{true: ", stratified"}[config["stratify"] == true], times)
	case "leave_one_out":
		return "Leave-one-out cross-validation"
	case "iterative_stratification":
		return fmt.Sprintf("%v-fold cross-validation by iterative stratification (Sechidis et al. 2011), %s", config["folds"], times)
	case "group_kfold":
		return fmt.Sprintf("%v-fold cross-validation that keeps the rows of a group together, %s", config["folds"], times)
	case "stratified_group_kfold":
		return fmt.Sprintf("%v-fold cross-validation that keeps the rows of a group together, stratified as far as that allows, %s", config["folds"], times)
	case "bootstrap":
		return fmt.Sprintf("%s of the training rows, drawn with replacement, tested on the rows not drawn", quantity(int(repeats), "bootstrap sample"))
	case "predefined":
		return "The division into training and test rows that each dataset brings"
	}
	return method + config.words()
}

// averages are the words for the option average of metrics.
var averages = map[string]string{
	"macro":    "macro average over classes",
	"micro":    "micro average over classes",
	"weighted": "average over classes, weighted by their rows",
	"samples":  "average over rows",
	"none":     "one value for each class",
}

// metricWords leaves out what goes without saying: that test rows are scored.
func metricWords(kind string, config settings) string {
	rest := maps.Clone(config)
	delete(rest, "on")
	words := kind
	if name, ok := config["average"].(string); ok && averages[name] != "" {
		delete(rest, "average")
		words += ", " + averages[name]
	}
	words += rest.words()
	if config["on"] == "train" {
		words += ", on the training rows"
	}
	return words
}

// longestSetting is how many characters of a value are shown.
const longestSetting = 60

// words lists the settings by name, ", C = 1, penalty = l2", without those that
// have no value.
func (s settings) words() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if s[name] == nil {
			continue
		}
		text, isText := s[name].(string)
		if !isText {
			bytes, err := json.Marshal(s[name])
			if err != nil {
				panic(fmt.Sprintf("report: setting %s: %v", name, err)) // it was read from JSON
			}
			text = string(bytes)
		}
		if utf8.RuneCountInString(text) > longestSetting {
			text = string([]rune(text)[:longestSetting]) + "…"
		}
		fmt.Fprintf(&b, ", %s = %s", name, text)
	}
	return b.String()
}
