package batchsystem

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// word is a word in double braces. That of ids has what stands between them after its name.
var word = regexp.MustCompile(`\{\{ *([A-Za-z_]*)( [^{}]*?)?\}\}`)

// The words that may stand in each part of a system.
var (
	ofJob = []string{"name", "label", "log", "user", "cpus", "smp", "memory", "memory_per_cpu", "minutes", "seconds",
		"slots", "throttle", "array", "shared_dir"}
	ofSubmit      = append([]string{"script", "description", "options"}, ofJob...)
	ofDescription = append([]string{"script", "image", "claim"}, ofJob...)
	ofAlive       = []string{"user", "options"}
	ofCancel      = []string{"id", "user", "options"}
	ofAfter       = []string{"id", "ids"}
)

// Words are those that may stand in a part of a system, an attribute of its block.
func Words(part string) []string {
	return map[string][]string{"submit": ofSubmit, "script": ofJob, "description": ofDescription, "alive": ofAlive,
		"cancel": ofCancel, "after": ofAfter}[part]
}

// CheckWords says which word in a text of a part is not known.
func CheckWords(part, text string) error {
	known := Words(part)
	for _, m := range word.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(known, m[1]) {
			braced := make([]string, len(known))
			for i, name := range known {
				braced[i] = "{{" + name + "}}"
			}
			return fmt.Errorf("%s is not known here. %s", m[0],
				wording.Instead("{{"+m[1]+"}}", braced, "The words of "+part+" are"))
		}
	}
	if rest := word.ReplaceAllString(text, ""); strings.Contains(rest, "{{") {
		return fmt.Errorf("{{ begins a word, which must be a name and end with }}, as in {{name}}")
	}
	return nil
}

// Uses reports whether one of some texts has a word.
func Uses(texts []string, name string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return slices.ContainsFunc(word.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[1] == name })
	})
}

// Job is a job that is submitted.
type Job struct {
	Resources
	Name, Log, User string
	Script          string // path
	Description     string // path
	SharedDir       string
	Slots           int // 0 of a job that is not for slots
	Throttle        int // 0 for all
	Options         []string
}

// values are the words of a job that have a value.
func (s Settings) values(j Job) map[string]string {
	v := map[string]string{"name": j.Name, "label": Label(j.Name), "log": j.Log, "user": j.User, "script": j.Script,
		"description": j.Description, "cpus": fmt.Sprint(max(1, j.CPUs)), "shared_dir": j.SharedDir}
	set := func(name string, number int) {
		if number > 0 {
			v[name] = fmt.Sprint(number)
		}
	}
	if j.CPUs > 1 {
		set("smp", j.CPUs)
	}
	set("memory", j.Memory)
	set("memory_per_cpu", (j.Memory+max(1, j.CPUs)-1)/max(1, j.CPUs))
	set("minutes", j.Minutes)
	set("seconds", 60*j.Minutes)
	if s.Array != "" {
		set("slots", j.Slots)
		set("throttle", cmp.Or(j.Throttle, j.Slots))
	}
	if s.Array != "" && j.Slots > 1 {
		v["array"] = fmt.Sprintf("%d-%d", s.First, s.First+j.Slots-1)
		if j.Throttle > 0 {
			v["array"] += fmt.Sprintf("%%%d", j.Throttle)
		}
	}
	maps.Copy(v, s.Values)
	return v
}

// Lines are those of a text for a job: words are replaced, and lines with a word that has no
// value, or with a text that the settings leave out, are not there.
func (s Settings) Lines(text []string, j Job) []string {
	var kept []string
	v := s.values(j)
	for _, line := range text {
		filled, ok := fill(line, v)
		if ok && !slices.ContainsFunc(s.LeaveOut, func(out string) bool { return strings.Contains(line, out) }) {
			kept = append(kept, filled)
		}
	}
	return kept
}

// SubmitCommand is the command that submits a job, after others if there are any. A word that
// has no value is the error.
func (s Settings) SubmitCommand(j Job, after []string) ([]string, error) {
	var command []string
	v := s.values(j)
	for i, text := range s.Submit {
		if text == "{{options}}" {
			command = append(command, j.Options...)
			continue
		}
		filled, ok := fill(text, v)
		if !ok {
			return nil, fmt.Errorf("%q in submit has a word without a value", text)
		}
		command = append(command, filled)
		if i == 0 && len(after) > 0 {
			command = append(command, Expand(s.After, after)...)
		}
	}
	return command, nil
}

// Command is a command that concerns jobs with some ids.
func (s Settings) Command(words, ids []string, user string) []string {
	var command []string
	for _, text := range words {
		if text == "{{options}}" {
			command = append(command, s.Options...)
			continue
		}
		filled := word.ReplaceAllStringFunc(text, func(m string) string {
			if strings.Contains(m, "user") {
				return user
			}
			return m
		})
		command = append(command, filled)
	}
	return Expand(command, ids)
}

// Expand repeats words with {{id}} for each id, and joins the ids in {{ids SEPARATOR}}.
func Expand(words, ids []string) []string {
	var all []string
	for _, text := range words {
		if Uses([]string{text}, "id") {
			for _, id := range ids {
				all = append(all, word.ReplaceAllLiteralString(text, id))
			}
			continue
		}
		all = append(all, word.ReplaceAllStringFunc(text, func(m string) string {
			separator := word.FindStringSubmatch(m)[2]
			return strings.Join(ids, strings.TrimPrefix(separator, " "))
		}))
	}
	return all
}

// fill replaces the words of a text; ok is false if one has no value.
func fill(text string, values map[string]string) (filled string, ok bool) {
	ok = true
	filled = word.ReplaceAllStringFunc(text, func(m string) string {
		value, there := values[word.FindStringSubmatch(m)[1]]
		ok = ok && there
		return value
	})
	return filled, ok
}

// mostLabel is how long a label may be: names of pods have some more letters.
const mostLabel = 52

// Label is a name for systems that take letters from a to z, digits and - only. A long one
// loses its middle, since jobs differ in the end.
func Label(name string) string {
	label := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
	if len(label) > mostLabel {
		label = label[:5] + "-" + label[len(label)-mostLabel+6:]
	}
	return strings.Trim(label, "-")
}
