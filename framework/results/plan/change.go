package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Changes says how the identity of a cell differs from that of its namesake in
// another plan: every difference in what determines its result, a line each.
func Changes(old, now *Plan, was, is Cell) []string {
	before, known := old.Identities[was.Identity]
	after := now.Identities[is.Identity]
	if !known {
		return []string{"results of an earlier release of bench, which did not record what they were made from"}
	}
	var c changes
	if before.Protocol != after.Protocol {
		c.say("protocol %d → %d", before.Protocol, after.Protocol)
	}
	if before.Seed != after.Seed {
		c.say("seed %d → %d", before.Seed, after.Seed)
	}
	c.components(old, now, before, after, is.Combination)
	if before.Costs != "" && after.Costs != "" && before.Costs != after.Costs {
		c.say("dataset %s: other costs", is.Dataset)
	}
	if before.Tree != "" && after.Tree != "" && before.Tree != after.Tree {
		c.say("dataset %s: another tree of classes", is.Dataset)
	}
	if before.Train != after.Train {
		c.say("%s", map[bool]string{true: "a metric on the training rows",
			false: "no metric on the training rows any more"}[after.Train])
	}
	if before.SetFolds != after.SetFolds {
		c.say("inner folds of prediction sets %d → %d", before.SetFolds, after.SetFolds)
	}
	if before.Isolated != after.Isolated {
		timing := map[bool]string{false: "shared", true: "isolated"}
		c.say("timing %s → %s", timing[before.Isolated], timing[after.Isolated])
	}
	if len(c.lines) == 0 {
		c.say("another release of bench, which identifies results in another way")
	}
	return c.lines
}

// components compares the components of two identities, by their names now.
func (c *changes) components(old, now *Plan, before, after Identity, is Combination) {
	compare := func(what, name, a, b string) { c.part(what+name, old.Parts[a], now.Parts[b]) }
	compare("dataset ", is.Dataset, before.Dataset, after.Dataset)
	compare("encoder ", is.Encoder, before.Encoder, after.Encoder)
	for _, name := range keys(before.Encoders, after.Encoders) {
		compare(name+" of encoder ", is.Encoder, before.Encoders[name], after.Encoders[name])
	}
	compare("learner ", is.Learner, before.Learner, after.Learner)
	compare("reduction ", is.Reduction, before.Reduction, after.Reduction)
	for _, name := range keys(before.Learners, after.Learners) {
		compare(name+" of reduction ", is.Reduction, before.Learners[name], after.Learners[name])
	}
	compare("validation", "", before.Validation, after.Validation)
}

// changes collects the differences between two identities.
type changes struct{ lines []string }

func (c *changes) say(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(c.lines, line) {
		c.lines = append(c.lines, line)
	}
}

// part compares two parts, one of which may be missing.
func (c *changes) part(what string, old, now Part) {
	if what != "" {
		what += ": "
	}
	switch {
	case old.Hash() == now.Hash():
		return
	case old.Type == "":
		c.say("%sit was not used before", what)
		return
	case now.Type == "":
		c.say("%sit is not used any more", what)
		return
	case old.Type != now.Type:
		c.say("%stype %s → %s", what, old.Type, now.Type)
		return
	}
	found := append(settings(old.Config, now.Config), settings(old.Host, now.Host)...)
	if old.Content != now.Content && (len(found) == 0 || !old.generated()) {
		found = append([]string{fmt.Sprintf("content %s → %s", Short(old.Content), Short(now.Content))}, found...)
	}
	if len(found) > 0 {
		c.say("%s%s", what, strings.Join(found, ", "))
	}
	c.plugin(old.Plugin, now.Plugin)
}

// generated reports whether the part is a dataset that the parameters of its
// generator determine.
func (p Part) generated() bool { return bytes.Contains(p.Config, []byte(`"generate"`)) }

// plugin compares what offers a component.
func (c *changes) plugin(old, now *service.Origin) {
	if old == nil || now == nil {
		return // another type, which is reported already
	}
	if found := OriginChanges(*old, *now); len(found) > 0 {
		c.say("plugin %s: %s", now.Name, strings.Join(found, ", "))
	}
}

// OriginChanges lists how the code of a plugin differs.
func OriginChanges(old, now service.Origin) []string {
	var found []string
	if old.SHA256 != now.SHA256 {
		found = append(found, fmt.Sprintf("SHA-256 %s → %s", Short(old.SHA256), Short(now.SHA256)))
	}
	for _, pair := range [][2]map[string]string{{old.Env, now.Env}, {old.Runtimes, now.Runtimes}} {
		for _, name := range keys(pair[0], pair[1]) {
			if a, b := pair[0][name], pair[1][name]; a != b {
				found = append(found, fmt.Sprintf("%s %s → %s", name, unset(a), unset(b)))
			}
		}
	}
	return found
}

func unset(version string) string {
	if version == "" {
		return "unset"
	}
	return version
}

// Differences lists what is different in the JSON of two structs, member by member.
func Differences(old, now any) []string {
	var configs [2]contract.Config
	for i, v := range []any{old, now} {
		b, err := json.Marshal(v)
		if err != nil {
			panic(fmt.Sprintf("plan: comparing %+v: %v", v, err))
		}
		configs[i] = b
	}
	return settings(configs[0], configs[1])
}

// settings lists what is different in two configurations.
func settings(old, now contract.Config) []string {
	var a, b map[string]any
	if old.Decode(&a) != nil || now.Decode(&b) != nil {
		return nil // no configuration of ours
	}
	return differences("", a, b)
}

// differences compares two objects member by member, in order of their names.
func differences(path string, old, now map[string]any) []string {
	var found []string
	for _, name := range keys(old, now) {
		a, b := old[name], now[name]
		x, isObject := a.(map[string]any)
		y, alsoObject := b.(map[string]any)
		switch {
		case reflect.DeepEqual(a, b):
		case isObject && alsoObject:
			found = append(found, differences(path+name+".", x, y)...)
		default:
			found = append(found, difference(path+name, a, b))
		}
	}
	return found
}

func difference(name string, old, now any) string {
	a, b := shown(old), shown(now)
	switch {
	case a != "" && b != "":
		return fmt.Sprintf("%s %s → %s", name, a, b)
	case old == nil:
		return name + " is new"
	case now == nil:
		return name + " is gone"
	}
	return name + " has other content"
}

// mostOfValue is how many bytes a value that is shown has at most.
const mostOfValue = 40

// shown renders a value of a configuration, "" if it is too long.
func shown(v any) string {
	if v == nil {
		return "unset"
	}
	if digest, is := v.(string); is && len(digest) == 2*sha256.Size && strings.Trim(digest, "0123456789abcdef") == "" {
		return Short(digest)
	}
	b, err := json.Marshal(v)
	if err != nil || len(b) > mostOfValue {
		return ""
	}
	return string(b)
}

// Short abbreviates a digest.
func Short(digest string) string {
	if len(digest) > 12 {
		return digest[:12] + "…"
	}
	return digest
}

// keys lists the keys of two maps, sorted, each once.
func keys[V any](a, b map[string]V) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}
