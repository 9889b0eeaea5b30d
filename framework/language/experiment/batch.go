package experiment

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
)

// system decodes what an executor block says of a batch system.
type system struct {
	*binder
	e *Executor
}

// newSystem begins with what the preset says, if the type is one. Slurm is not a row of the table.
func (b *binder) newSystem(e *Executor) system {
	if e.Type == SlurmExecutor {
		return system{b, e}
	}
	preset, known := batchsystem.Preset(e.Type)
	if !known {
		preset = batchsystem.System{First: 1, Warned: []string{"USR1", "USR2"}}
	}
	if preset.Busy == nil {
		preset.Busy = batchsystem.DefaultBusy
	}
	e.Batch = batchsystem.Settings{System: preset}
	return system{b, e}
}

// variableName is what names of variables of the shell are like.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// attribute keeps the value of one attribute.
func (s system) attribute(attr blocks.Attribute) bool {
	t := &s.e.Batch
	switch value, at := attr.Values[0], attr.Exprs[0]; attr.Name {
	case "submit":
		return s.command(&t.Submit, attr)
	case "alive":
		t.AliveID, t.None = "", ""
		return s.command(&t.Alive, attr)
	case "cancel":
		return s.command(&t.Cancel, attr)
	case "after":
		return s.command(&t.After, attr)
	case "id":
		t.ID = value.(string)
		return s.pattern(t.ID, at)
	case "alive_id":
		t.AliveID = value.(string)
		return s.pattern(t.AliveID, at)
	case "array":
		if t.Array = value.(string); !variableName.MatchString(t.Array) {
			s.Errorf(mistake.BadName, at.Range(), fmt.Sprintf("%q is not the name of a variable", t.Array),
				`Write the variable that tells a task its index, as in array = "SGE_TASK_ID".`)
			return false
		}
	case "first_index":
		t.First = int(value.(float64))
	case "script":
		t.Header = append(t.Header, lineList(value.(string))...)
		return s.words("script", value.(string), at.Range())
	case "description":
		t.Description = value.(string)
		return s.words("description", t.Description, at.Range())
	default:
		return s.knob(attr)
	}
	return true
}

// busy keeps the statuses that mean later.
func (s system) busy(value []any, at hclsyntax.Expression) bool {
	s.e.Batch.Busy = nil
	for i, status := range value {
		number, _ := status.(float64)
		if number < 1 || number > 255 || number != float64(int(number)) {
			s.Errorf(mistake.OutOfRange, expression.Locate(at, []any{i}), "This is not an exit status",
				"Statuses that mean later are whole numbers from 1 to 255.")
			return false
		}
		s.e.Batch.Busy = append(s.e.Batch.Busy, int(number))
	}
	return true
}

// knob keeps the value of an attribute that is for the peculiarities of a site.
func (s system) knob(attr blocks.Attribute) bool {
	t := &s.e.Batch
	switch value := attr.Values[0]; attr.Name {
	case "busy":
		return s.busy(value.([]any), attr.Exprs[0])
	case "options":
		s.e.Options = texts(value)
		t.Options = s.e.Options
	case "leave_out":
		t.LeaveOut = texts(value)
	case "submit_rate":
		t.SubmitRate = value.(float64)
	case "latency":
		t.Latency = int(value.(float64))
	case "image", "claim":
		if t.Values == nil {
			t.Values = map[string]string{}
		}
		t.Values[attr.Name] = value.(string)
	default:
		return s.resource(&t.Resources, attr)
	}
	return true
}

// command keeps the words of a command.
func (s system) command(into *[]string, attr blocks.Attribute) bool {
	*into = texts(attr.Values[0])
	at := attr.Exprs[0]
	if len(*into) == 0 {
		s.Errorf(mistake.EmptyValue, at.Range(), fmt.Sprintf("The list %s is empty", attr.Name),
			`Write the words of the command, as in ["qsub", "{{script}}"], or remove the attribute.`)
		return false
	}
	good := true
	for i, text := range *into {
		good = s.words(attr.Name, text, expression.Locate(at, []any{i})) && good
	}
	return good
}

// words reports a word in braces that has no meaning there.
func (s system) words(part, text string, at hcl.Range) bool {
	err := batchsystem.CheckWords(part, text)
	if err != nil {
		s.Errorf(mistake.UnknownValue, at, fmt.Sprintf("A word of %s is not known", part), "%s", wording.Capital(err.Error()))
	}
	return err == nil
}

// pattern reports a pattern that finds no id.
func (s system) pattern(pattern string, at hclsyntax.Expression) bool {
	err := batchsystem.CheckPattern(pattern)
	if err != nil {
		s.Errorf(mistake.BadValue, at.Range(), "The pattern finds no id", "%s.", wording.Capital(err.Error()))
	}
	return err == nil
}

// check reports what the block says in vain, since nothing tells the batch system.
func (s system) check(block *hclsyntax.Block) bool {
	good := s.checkNamed(block) && s.checkArray(block)
	good = good && s.checkAsked(block, "the executor", s.e.Batch.Resources, s.e.Options)
	for _, class := range s.e.Classes {
		good = good && s.checkAsked(block, fmt.Sprintf("class %q", class.Name), class.Asks, class.Options)
	}
	return good
}

// checkNamed reports attributes of a preset that must be written.
func (s system) checkNamed(block *hclsyntax.Block) bool {
	t := s.e.Batch
	for _, name := range batchsystem.Named[s.e.Type] {
		if batchsystem.Uses(lineList(t.Description), name) && t.Values[name] == "" {
			s.Errorf(mistake.Missing, block.DefRange(), fmt.Sprintf("Attribute %q is missing", name), "%s: %s", name,
				namedParam(name).Doc)
			return false
		}
	}
	return true
}

// told are the texts that reach the batch system for a job.
func (s system) told(j batchsystem.Job) []string {
	t := s.e.Batch
	return append(lists.Filter(slices.Concat(t.Header, lineList(t.Description)), func(line string) bool {
		return len(t.Lines([]string{line}, j)) > 0
	}), t.Submit...)
}

// checkArray reports an array, or a limit of its tasks, of which nothing tells the system.
func (s system) checkArray(block *hclsyntax.Block) bool {
	t := s.e.Batch
	written := slices.Concat(t.Submit, t.Header, lineList(t.Description))
	job := batchsystem.Job{Resources: batchsystem.Resources{CPUs: 2, Memory: 2, Minutes: 5}, Slots: 2, Throttle: 1}
	told := s.told(job)
	switch {
	case t.Array == "" && (batchsystem.Uses(written, "array") || batchsystem.Uses(written, "slots")):
		s.Errorf(mistake.Missing, block.DefRange(), "Attribute \"array\" is missing",
			"{{array}} and {{slots}} are words for arrays. Name the variable that tells a task its index.")
	case t.Array != "" && !batchsystem.Uses(told, "array") && !batchsystem.Uses(told, "slots"):
		s.Errorf(mistake.Conflict, block.DefRange(), "Nothing says how many tasks an array has",
			"Write {{array}}, which is for example 1-8, or {{slots}} into submit, script or description, or remove array.")
	case s.e.Throttle > 0 && !batchsystem.Uses(told, "array") && !batchsystem.Uses(told, "throttle"):
		s.Errorf(mistake.Conflict, block.DefRange(), "Nothing tells the batch system of throttle",
			"Write {{throttle}} or {{array}} into submit, script or description, or fewer slots in place of throttle.")
	default:
		return true
	}
	return false
}

// checkAsked reports what jobs ask for, if nothing tells the system, and words of submit that
// have no value.
func (s system) checkAsked(block *hclsyntax.Block, place string, asks batchsystem.Resources, options []string) bool {
	job := batchsystem.Job{Resources: asks.Or(s.e.Batch.Resources), Slots: 2, Throttle: s.e.Throttle}
	told := s.told(job)
	for _, asked := range []struct {
		name  string
		yes   bool
		words []string
	}{
		{"cpus", asks.CPUs > 1, []string{"cpus", "smp"}},
		{"memory", asks.Memory > 0, []string{"memory", "memory_per_cpu"}},
		{"minutes", asks.Minutes > 0, []string{"minutes", "seconds"}},
		{"options", len(options) > 0, []string{"options"}},
	} {
		if asked.yes && !slices.ContainsFunc(asked.words, func(w string) bool { return batchsystem.Uses(told, w) }) {
			s.Errorf(mistake.Conflict, block.DefRange(),
				fmt.Sprintf("Nothing tells the batch system of %s of %s", asked.name, place),
				"Write {{%s}} into submit, script or description%s.", asked.words[0], s.hint())
			return false
		}
	}
	if _, err := s.e.Batch.SubmitCommand(job, nil); err != nil {
		s.Errorf(mistake.Missing, block.DefRange(), "A word of submit has no value",
			"%s: %s does not say cpus, memory or minutes. Say it, or write the word into script: lines without a value "+
				"are left out there.", wording.Capital(err.Error()), place)
		return false
	}
	return true
}

// hint says what else may be the matter.
func (s system) hint() string {
	if s.e.Type == "oar" {
		return "; the line of the preset has {{cpus}} and {{minutes}}, and needs minutes"
	}
	return ""
}

// lineList are the lines of a text, without the white space after them.
func lineList(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			all = append(all, line)
		}
	}
	return all
}
