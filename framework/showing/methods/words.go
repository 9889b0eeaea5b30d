package methods

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// Meaning is what a name of the experiment means.
type Meaning struct{ Kind, Name, Words string }

// settings are values of a component by the names of its parameters, defaults
// included.
type settings map[string]any

func settingsOf(c contract.Config) settings {
	var s settings
	if len(c) > 0 && json.Unmarshal(c, &s) != nil {
		panic("methods: a configuration that is not a JSON object: " + string(c)) // it was read from JSON
	}
	return s
}

// Names says what the names of the parts of a plan mean, and those of its metrics; nil of a plan that does not say, as
// of earlier releases.
func Names(p *plan.Plan) []Meaning {
	if len(p.Named(contract.KindValidation)) == 0 {
		return nil
	}
	var names []Meaning
	for _, d := range p.Datasets {
		if name := p.NameOf(contract.KindDataset, d.Name); name != d.Name {
			names = append(names, Meaning{string(contract.KindDataset), d.Name, name + " in files"})
		}
	}
	for _, kind := range []contract.Kind{contract.KindEncoder, contract.KindLearner, contract.KindReducer} {
		for _, n := range p.Named(kind) {
			words := namedWords(n)
			if name := p.NameOf(kind, n.Name); name != n.Name {
				words = name + " in files: " + words
			}
			names = append(names, Meaning{string(kind), n.Name, words})
		}
	}
	for _, metric := range p.Metrics {
		names = append(names, Meaning{"metric", metric.Name, metricWords(metric.Type, settingsOf(metric.Config))})
	}
	return names
}

// averaged says what the means of the tables are over.
func averaged(p *plan.Plan) string {
	folds, pooled := false, false
	for _, d := range p.Datasets {
		for _, m := range p.Metrics {
			number := !m.IsTable() && m.Suits(d.Target.MultiLabel)
			pools := m.Pools(d.SingleRows)
			folds, pooled = folds || number && !pools, pooled || number && pools
		}
	}
	switch {
	case !pooled:
		return "folds"
	case !folds:
		return "repeats of values that are pooled over folds"
	}
	return "folds, or over repeats of values that are pooled over folds"
}

// Isolated reports whether cells of a plan are trained alone.
func Isolated(p *plan.Plan) bool {
	of := slices.Collect(maps.Values(p.Identities))
	return slices.ContainsFunc(of, func(i plan.Identity) bool { return i.Isolated })
}

// Divisions says in a line how datasets are divided, which of them how if in several ways.
func Divisions(p *plan.Plan) string { return strings.Join(ways(p), "; ") }

// ways are the different ways in which datasets are divided, with their datasets if there are several.
func ways(p *plan.Plan) []string {
	by := map[string]*plan.Part{} // splitters of datasets
	for _, d := range p.Datasets {
		by[d.Name] = d.Splitter
	}
	repeats, splitters := map[string]int{}, map[string]*plan.Part{}
	for _, c := range p.Cells {
		repeats[c.Division()] = max(repeats[c.Division()], c.Repeat+1)
		splitters[c.Division()] = by[c.Dataset]
	}
	var ways grouped.By[string, []string] // datasets
	for _, n := range p.Named(contract.KindValidation) {
		way := validationWords(n.Type, settingsOf(n.Config), repeats[n.Name])
		if splitter := splitters[n.Name]; splitter != nil {
			way = splitterWords(*splitter, repeats[n.Name])
		}
		datasets := ways.At(way)
		*datasets = append(*datasets, n.Name)
	}
	var list []string
	for way, datasets := range ways.All() {
		if ways.Len() > 1 {
			way += " (" + strings.Join(*datasets, ", ") + ")"
		}
		list = append(list, way)
	}
	return list
}

// namedWords describes a component, with what bench does with a learner and what the
// learners are that a reduction refers to, or that it is tuned among.
func namedWords(n plan.Named) string {
	words := partWords(n.Part)
	for _, name := range slices.Sorted(maps.Keys(n.Learners)) {
		_, value, tuned := strings.Cut(name, "=") // of a parameter that names learners to choose among
		if !tuned {
			value = name
		}
		words += fmt.Sprintf(", %s = (%s)", value, partWords(n.Learners[name]))
	}
	return words
}

func partWords(part plan.Part) string {
	config := settingsOf(part.Config)
	var host struct {
		Calibrate string
		Abstain   float64
		Tune      *tuning

		Predict     string
		Priors      any
		ClassWeight string `json:"class_weight"`
		after
	}
	if len(part.Host) > 0 && json.Unmarshal(part.Host, &host) != nil {
		panic("methods: what bench does with a learner: " + string(part.Host)) // it was read from JSON
	}
	words := part.Type
	if host.Tune != nil {
		for _, name := range host.Tune.Parameters {
			delete(config, name)
		}
		words += ", " + host.Tune.words()
	}
	switch {
	case host.Calibrate != "" && part.Kind == contract.KindReducer:
		words += ", " + host.after.words(host.Calibrate)
	case host.Calibrate != "":
		words += ", scores calibrated (" + host.Calibrate + ")"
	}
	if host.Abstain > 0 {
		words += fmt.Sprintf(", abstains from scores below %v", host.Abstain)
	}
	if host.ClassWeight != "" {
		words += ", rows weighted by cost"
	}
	words += priorWords(host.Priors) + predictWords(host.Predict)
	return words + config.words()
}

// priorWords say for which prior probabilities class probabilities are corrected.
func priorWords(priors any) string {
	switch v := priors.(type) {
	case nil:
		return ""
	case map[string]any:
		return ", probabilities corrected for prior probabilities that are given"
	default:
		return map[any]string{
			"uniform": ", probabilities corrected for equal prior probabilities of the classes",
			"estimated": ", probabilities corrected for the prior probabilities of the test rows, estimated by EM " +
				"(Saerens et al. 2002)",
		}[v]
	}
}

// predictWords say what is predicted in place of the decoder's choice.
func predictWords(predict string) string {
	switch predict {
	case "":
		return ""
	case "cost":
		return ", predicts the class of least expected cost"
	}
	return fmt.Sprintf(", predicts all test rows together for the largest expected %s (block coordinate ascent, "+
		"Schultheis et al. 2023)", strings.ReplaceAll(strings.Replace(predict, "macro_f1", "macro F1", 1), "_", " "))
}

// after is what the calibration of class probabilities after decoding is told.
type after struct {
	Lambda  float64 `json:"calibrate_lambda"`
	Mu      float64 `json:"calibrate_mu"`
	BinRows int     `json:"calibrate_bin_rows"`
}

// words say how class probabilities are calibrated, by a method of package multiclass.
func (a after) words(method string) string {
	how := map[string]string{
		multiclass.Temperature: "temperature scaling", multiclass.Vector: "vector scaling",
		multiclass.Dirichlet: fmt.Sprintf("Dirichlet calibration with off-diagonal and intercept regularisation, "+
			"λ = %v, μ = %v", a.Lambda, a.Mu),
		multiclass.TopLabel:  fmt.Sprintf("histograms of the predicted class with bins of %d rows", a.BinRows),
		multiclass.ClassWise: fmt.Sprintf("histograms of each class with bins of %d rows", a.BinRows),
	}[method]
	return fmt.Sprintf("class probabilities calibrated by %s, fitted to training rows out of %d inner folds", how,
		experiment.CalibrationFolds)
}

// tuning is how the parameters of a learner are chosen.
type tuning struct {
	Folds   int
	Holdout float64
	Metric  struct {
		Type   string
		Config contract.Config
	}
	Parameters []string
	Values     map[string][]any // nil unless the candidates are all combinations of them
	Candidates []map[string]any // else
	Halving    *struct {
		Factor   int
		Resource string // a parameter, or empty for the training rows
		Max      int    `json:"max_resources"`
	}
}

func (t tuning) words() string {
	var list []string
	for _, name := range t.Parameters {
		switch {
		case t.Halving != nil && name == t.Halving.Resource:
		case t.Candidates != nil:
			list = append(list, name)
		default:
			list = append(list, name+" from "+strings.Join(lists.Map(t.Values[name], settingText), ", "))
		}
	}
	tried := strings.Join(list, " and ")
	if t.Candidates != nil {
		tried += " from " + wording.Count(len(t.Candidates), "combination")
	}
	on := fmt.Sprintf("%d inner folds", t.Folds)
	if t.Holdout > 0 {
		on = fmt.Sprintf("%.4g %% of the training rows", 100*t.Holdout)
	}
	if h := t.Halving; h != nil && h.Resource != "" {
		on += fmt.Sprintf(", in rounds that keep one in %d candidates with %d times the %s, %d at most", h.Factor,
			h.Factor, h.Resource, h.Max)
	} else if h != nil {
		on += fmt.Sprintf(", in rounds that keep one in %d candidates on %d times the rows", h.Factor, h.Factor)
	}
	return fmt.Sprintf("tuned: %s, by %s on %s", tried, metricWords(t.Metric.Type, settingsOf(t.Metric.Config)), on)
}

// splitterWords begins a sentence.
func splitterWords(by plan.Part, repeats int) string {
	return fmt.Sprintf("The folds of %s of plugin %s%s%s", by.Type, by.Plugin.Name, settingsOf(by.Config).words(),
		times(repeats))
}

// times says how often rows are divided, if more than once.
func times(repeats int) string {
	if repeats == 1 {
		return ""
	}
	return fmt.Sprintf(", repeated %d times", repeats)
}

// validationWords begins a sentence.
func validationWords(method string, config settings, repeats int) string {
	times := times(repeats)
	switch method {
	case "stratified_kfold":
		return fmt.Sprintf("%v-fold stratified cross-validation%s", config["folds"], times)
	case "kfold":
		return fmt.Sprintf("%v-fold cross-validation, not stratified%s", config["folds"], times)
	case "holdout":
		share, _ := config["test"].(float64)
		return fmt.Sprintf("Holdout of %.4g %% of the rows%s%s", 100*share,
			map[bool]string{true: ", stratified"}[config["stratify"] == true], times)
	case "leave_one_out":
		return "Leave-one-out cross-validation"
	case "iterative_stratification":
		by := "iterative stratification (Sechidis et al. 2011)"
		if config["order"] == 2.0 {
			by = "iterative stratification of labels and their pairs (Szymański & Kajdanowicz 2017)"
		}
		return fmt.Sprintf("%v-fold cross-validation by %s%s", config["folds"], by, times)
	case "group_kfold":
		return fmt.Sprintf("%v-fold cross-validation that keeps the rows of a group together%s", config["folds"], times)
	case "stratified_group_kfold":
		return fmt.Sprintf("%v-fold cross-validation that keeps the rows of a group together, stratified as far as that "+
			"allows%s", config["folds"], times)
	case "bootstrap":
		return fmt.Sprintf("%s of the training rows, drawn with replacement, tested on the rows not drawn",
			wording.Count(repeats, "bootstrap sample"))
	case "predefined":
		if config["splits"] != nil {
			return "The folds of a split file" + times
		}
		return "The division into training and test rows that comes with each dataset"
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
		fmt.Fprintf(&b, ", %s = %s", name, settingText(s[name]))
	}
	return b.String()
}

// settingText is a value for reading: text without quotes, and short.
func settingText(value any) string {
	text, isText := value.(string)
	if !isText {
		bytes, err := json.Marshal(value)
		if err != nil {
			panic(fmt.Sprintf("methods: setting %v: %v", value, err)) // it was read from JSON
		}
		text = string(bytes)
	}
	if utf8.RuneCountInString(text) > longestSetting {
		text = string([]rune(text)[:longestSetting]) + "…"
	}
	return text
}
