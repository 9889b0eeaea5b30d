package methods

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
)

// computed says by what software results were computed, on which machines, when, and what it took.
func (w *writer) computed() {
	m := w.Manifest
	if m.Bench.Version != "" {
		text := "Results were computed with bench " + clean(m.Bench.Version) + w.cite("bench")
		if facts := build(m); facts != "" {
			text += " (" + facts + ")"
		}
		for _, other := range w.others() {
			text += " and " + other
		}
		if plugins := lists.Map(w.ran.Plugins(), pluginWords); len(plugins) > 0 {
			text += fmt.Sprintf(", with the %s %s", pluralIf("plugin", len(plugins)), listed(plugins))
		}
		w.say("%s.", text)
	}
	w.machines()
	w.sentences = append(w.sentences, Reused(w.Reused, len(w.Cells))...)
	w.times()
	w.energy()
}

// others are builds with which an earlier part of the results was computed.
func (w *writer) others() (all []string) {
	for _, run := range w.Manifest.Runs() {
		m := store.Manifest{Bench: run.Bench, Kernels: run.Kernels}
		text := fmt.Sprintf("bench %s (%s)", clean(run.Bench.Version), build(m))
		if (run.Bench != w.Manifest.Bench || run.Kernels != w.Manifest.Kernels) && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

func pluralIf(noun string, n int) string {
	if n == 1 {
		return noun
	}
	return wording.Plural(noun)
}

// build is what is known of the program.
func build(m store.Manifest) string {
	var facts []string
	for _, of := range [][2]string{{"git revision ", m.Bench.Revision}, {"Go ", m.Bench.Go},
		{"numerical kernels ", m.Kernels}} {
		if of[1] != "" {
			facts = append(facts, of[0]+clean(of[1]))
		}
	}
	return strings.Join(facts, ", ")
}

// pluginWords is a plugin with the versions of what it ran on.
func pluginWords(p service.Origin) string {
	var on []string
	for _, name := range slices.Sorted(maps.Keys(p.Runtimes)) {
		if name != "go" && !strings.HasPrefix(name, contract.CodePrefix) {
			on = append(on, clean(name+" "+p.Runtimes[name]))
		}
	}
	text := clean(p.Name + " " + p.Version)
	if len(on) > 0 {
		text += " (" + strings.Join(on, ", ") + ")"
	}
	return text
}

// machines says where and when the results were computed, by the journals, or the manifest where they do not say.
func (w *writer) machines() {
	var hosts []store.Host
	for _, b := range w.Begun {
		hosts = append(hosts, b.Hosts...)
	}
	if len(hosts) == 0 && len(w.Reused) == 0 {
		hosts = lists.Map(w.Manifest.Runs(), func(run store.Part) store.Host { return run.Host })
	}
	var kinds []string
	for _, h := range hosts {
		if text := machine(h); text != "" && !slices.Contains(kinds, text) {
			kinds = append(kinds, text)
		}
	}
	text := "They"
	if len(kinds) > 0 {
		text += " come from " + wording.And(kinds) + " and"
	}
	switch first, last := w.span(); {
	case first == "" && len(kinds) > 0:
		w.say("%s.", strings.TrimSuffix(text, " and"))
	case first == "":
	case first == last:
		w.say("%s were computed on %s.", text, first)
	default:
		w.say("%s were computed between %s and %s.", text, first, last)
	}
}

// Reused says of the results that other people computed where they come from, a sentence for each source.
func Reused(list []store.Reused, cells int) []string {
	return lists.Map(list, func(r store.Reused) string {
		return fmt.Sprintf("Of %s, %d %s taken from other results (%s); before that, %d of these %s run again "+
			"and gave equal results.", wording.Count(cells, "cell"), r.Cells, wasOrWere(r.Cells), clean(r.From), r.Checked,
			wasOrWere(r.Checked))
	})
}

// machine is a machine without its name.
func machine(h store.Host) string {
	system := strings.Trim(h.OS+"/"+h.Arch, "/")
	if system == "" {
		return ""
	}
	text := wording.A(clean(system)) + " machine"
	if h.CPUs > 0 {
		text += fmt.Sprintf(" with %s", wording.Count(h.CPUs, "logical processor"))
	}
	return text
}

// times says for how long cells were trained.
func (w *writer) times() {
	var train, predict float64
	for _, c := range w.ok {
		train, predict = train+c.Result.TrainSeconds, predict+c.Result.PredictSeconds
	}
	text := fmt.Sprintf("Training took %s s and prediction %s s, summed over cells", digits(train), digits(predict))
	if !Isolated(w.ran) {
		text += ", where what several cells share is counted in each of them"
	}
	w.say("%s.", text)
}

// span are the days of the first cell and of the end, "" if they are not known.
func (w *writer) span() (first, last string) {
	var all []time.Time
	for _, b := range w.Begun {
		all = append(all, b.First)
	}
	for _, run := range w.Manifest.Runs() {
		all = append(all, run.Started)
		if run.Finished != nil {
			all = append(all, *run.Finished)
		}
	}
	all = slices.DeleteFunc(all, time.Time.IsZero)
	if len(all) == 0 {
		return "", ""
	}
	slices.SortFunc(all, time.Time.Compare)
	return all[0].UTC().Format(time.DateOnly), all[len(all)-1].UTC().Format(time.DateOnly)
}

// energy says what the processors used, where it was measured.
func (w *writer) energy() {
	sum, cells := 0.0, 0
	for _, c := range w.ok {
		if c.Result.EnergyJoules != nil {
			sum, cells = sum+*c.Result.EnergyJoules, cells+1
		}
	}
	if cells == 0 {
		return
	}
	of := "the cells"
	if cells < len(w.ok) {
		of = fmt.Sprintf("%d of %d cells", cells, len(w.ok))
	}
	w.say("While %s were trained, the processors used %s J, other programs included.", of, digits(sum))
}

// digits writes a sum with three digits.
func digits(x float64) string {
	if x <= 0 {
		return "0"
	}
	if x >= 100 {
		return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(x)))), 64)
}
