package methods

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// compared says what was compared: encoders, learners and reductions.
func (w *writer) compared() {
	encoders := w.described(contract.KindEncoder, w.ran.Named(contract.KindEncoder))
	w.say("Features were encoded by %s.", wording.And(encoders))
	learners := w.described(contract.KindLearner, w.ran.Named(contract.KindLearner))
	if len(learners) == 1 {
		w.say("The learner was %s.", learners[0])
	} else {
		w.say("The %d learners were %s.", len(learners), listed(learners))
	}
	named := w.ran.Named(contract.KindReducer)
	reductions := w.described(contract.KindReducer, lists.Filter(named, func(n plan.Named) bool { return !isDirect(n) }))
	if len(reductions) > 0 {
		w.say("Problems of several %s were reduced to problems of the learners by %s.", w.targets(), listed(reductions))
	}
	if direct := lists.Filter(named, isDirect); len(direct) > 0 {
		form := ""
		if host := hostWordsOfAll(direct); len(host) > 0 {
			form = " (" + strings.Join(host, "; ") + ")"
		}
		w.say("%s learned without a reduction, in their own form for several %s%s.",
			map[bool]string{true: "Learners also", false: "Learners"}[len(reductions) > 0], w.targets(), form)
	}
	combinations := map[plan.Combination]bool{}
	for _, c := range w.ran.Main().Cells {
		combinations[c.Combination] = true
	}
	w.say("In all, %s of dataset, encoder, learner and reduction %s evaluated.",
		wording.Count(len(combinations), "combination"), wasOrWere(len(combinations)))
	if Isolated(w.ran) {
		w.say("Every reduction was trained separately, so that times are comparable.")
	}
}

// targets are what datasets have several of.
func (w *writer) targets() string {
	labels := lists.Count(w.ran.Datasets, func(d plan.Dataset) bool { return d.Target.MultiLabel })
	switch labels {
	case 0:
		return "classes"
	case len(w.ran.Datasets):
		return "labels"
	}
	return "classes or labels"
}

func isDirect(n plan.Named) bool { return n.Type == "direct" }

func wasOrWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// listed joins descriptions that may hold commas.
func listed(all []string) string {
	if len(all) < 3 || !strings.ContainsAny(strings.Join(all, ""), ",;(") {
		return wording.And(all)
	}
	last := len(all) - 1
	return strings.Join(all[:last], "; ") + "; and " + all[last]
}

// described are descriptions of parts. Variants of one block are described together.
func (w *writer) described(kind contract.Kind, named []plan.Named) []string {
	var blocks [][]plan.Named
	for _, n := range named {
		i := slices.IndexFunc(blocks, func(b []plan.Named) bool {
			return blockOf(b[0].Name) == blockOf(n.Name) && blockOf(n.Name) != n.Name && b[0].Type == n.Type
		})
		if i < 0 {
			blocks = append(blocks, []plan.Named{n})
		} else {
			blocks[i] = append(blocks[i], n)
		}
	}
	return lists.Map(blocks, func(b []plan.Named) string { return w.describe(kind, b) })
}

// blockOf is the name of a variant without its settings.
func blockOf(name string) string {
	block, _, _ := strings.Cut(name, "[")
	return block
}

// describe is what parts of one block are: what they are called in papers, their sources, the name in tables, what a
// learner minimises and how, and the settings.
func (w *writer) describe(kind contract.Kind, variants []plan.Named) string {
	n := variants[0]
	text := titleOf(kind, n.Part)
	if n.Plugin != nil && !isShipped(n.Part) {
		text += fmt.Sprintf(" of the plugin %s %s", n.Plugin.Name, n.Plugin.Version)
	}
	var keys []string
	for _, v := range variants {
		for _, s := range v.Sources {
			if !slices.Contains(keys, s.Key) {
				keys = append(keys, s.Key)
			}
		}
	}
	text += citation(keys)
	name := n.Name
	if len(variants) > 1 {
		name = blockOf(name)
	}
	parts := []string{"“" + clean(name) + "”"}
	if kind == contract.KindLearner {
		parts = append(parts, w.trained(n)...)
	}
	if kind == contract.KindEncoder {
		parts = append(parts, scaled(n)...)
	}
	parts = append(parts, hostWordsOfAll(variants)...)
	if settings := settingsOfAll(variants); settings != "" {
		parts = append(parts, settings)
	}
	return text + " (" + strings.Join(parts, "; ") + ")"
}

// scaled says how an encoder of bench scales numbers, where the experiment leaves it to bench.
func scaled(n plan.Named) []string {
	s := settingsOf(n.Config)
	if n.Plugin != nil || n.Type == "none" || n.Type == "compose" || s["numeric"] != nil {
		return nil
	}
	return []string{"numeric = standard, or maxabs for sparse data"}
}

// hostWordsOfAll are what bench does with variants of a block, and whether with all of them.
func hostWordsOfAll(variants []plan.Named) (parts []string) {
	var all []string // of variants
	for _, n := range variants {
		all = append(all, hostWords(n))
	}
	for i, words := range all {
		if words == "" || slices.Contains(all[:i], words) {
			continue
		}
		if slices.ContainsFunc(all, func(other string) bool { return other != words }) {
			words += " in some variants"
		}
		parts = append(parts, words)
	}
	return parts
}

// hostWords are what bench does with a learner or a reduction, and the learners that a reduction refers to.
func hostWords(n plan.Named) string {
	alone := n
	alone.Config = contract.Config("{}")
	words := strings.TrimPrefix(namedWords(alone), n.Type)
	return clean(strings.TrimPrefix(words, ", "))
}
