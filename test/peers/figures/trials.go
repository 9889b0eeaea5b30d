package figures

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
)

// Trial is a program with its settings that did a piece of work once, with one thread.
type Trial struct {
	Work, Program, Settings string
	Train, Test             float64    // seconds on the clock, NaN where it did not end in time
	Processor               float64    // seconds of the processor: of a peer in both, of bench from the command to the end
	MiB                     float64    // of all its processes together, at most
	Precision               [3]float64 // at 1, 3 and 5; of classes the accuracy and NaN
	Cost                    float64    // NaN without costs
	Load                    float64    // of the machine before it
	Version, CPU, Date      string
}

var trialNames = []string{"work", "program", "settings", "train_seconds", "test_seconds", "cpu_seconds", "mib",
	"p_at_1", "p_at_3", "p_at_5", "cost", "load", "version", "cpu", "date"}

// numbers are the numbers of a trial in the order of their columns.
func (t *Trial) numbers() []*float64 {
	return []*float64{&t.Train, &t.Test, &t.Processor, &t.MiB, &t.Precision[0], &t.Precision[1], &t.Precision[2],
		&t.Cost, &t.Load}
}

// texts are its texts: the first three columns and the last three.
func (t *Trial) texts() []*string {
	return []*string{&t.Work, &t.Program, &t.Settings, &t.Version, &t.CPU, &t.Date}
}

// Seconds are those of training and of testing.
func (t Trial) Seconds() float64 { return t.Train + t.Test }

// ReadTrials reads a file of trials; one that is not there has none.
func ReadTrials(path string) ([]Trial, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(lines) == 0 || !slices.Equal(lines[0], trialNames) {
		return nil, fmt.Errorf("%s does not begin with the names %s", path, strings.Join(trialNames, ","))
	}
	list := make([]Trial, len(lines)-1)
	for i, l := range lines[1:] {
		t := &list[i]
		for j, text := range t.texts() {
			*text = slices.Concat(l[:3], l[len(l)-3:])[j]
		}
		for j, number := range t.numbers() {
			if *number, err = strconv.ParseFloat(l[3+j], 64); err != nil {
				return nil, fmt.Errorf("%s, line %d: %s is %q, not a number", path, i+2, trialNames[3+j], l[3+j])
			}
		}
	}
	return list, nil
}

// WriteTrials writes a file of trials.
func WriteTrials(path string, list []Trial) error {
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	if err := w.Write(trialNames); err != nil {
		return err
	}
	for _, t := range list {
		texts := lists.Map(t.texts(), func(s *string) string { return *s })
		numbers := lists.Map(t.numbers(), func(x *float64) string { return strconv.FormatFloat(*x, 'g', 6, 64) })
		if err := w.Write(slices.Concat(texts[:3], numbers, texts[3:])); err != nil {
			return err
		}
	}
	if w.Flush(); w.Error() != nil {
		return w.Error()
	}
	return os.Rename(f.Name(), path)
}

// MergeTrials puts fresh trials of a piece of work in the place of all that the list has of it.
func MergeTrials(list, fresh []Trial, work string) []Trial {
	return append(slices.DeleteFunc(slices.Clone(list), func(t Trial) bool { return t.Work == work }), fresh...)
}

// TrialTable is the table of trials in Markdown, in their order.
func TrialTable(list []Trial) string {
	if len(list) == 0 {
		return "None are measured yet.\n"
	}
	var b strings.Builder
	b.WriteString("| work | program | settings | training, s | testing, s | CPU, s | MiB | P@1 | P@3 | P@5 | cost | load |\n" +
		"|:--|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, t := range list {
		fmt.Fprintf(&b, "| %s | %s | %s |", t.Work, t.Program, t.Settings)
		for i, x := range t.numbers() {
			fmt.Fprintf(&b, " %s |", number(*x, []int{3, 3, 3, 3, 4, 4, 4, 4, 2}[i]))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nMeasured on %s: %s.\n", spans(list, func(t Trial) string { return t.Date }),
		spans(list, func(t Trial) string { return t.CPU }))
	fmt.Fprintf(&b, "Programs: %s.\n", spans(list, func(t Trial) string { return t.Version }))
	return b.String()
}

// spans are the texts of trials, each once, in the order of the list.
func spans(list []Trial, of func(Trial) string) string {
	var seen []string
	for _, t := range list {
		if text := of(t); text != "" && !slices.Contains(seen, text) {
			seen = append(seen, text)
		}
	}
	return strings.Join(seen, ", ")
}

// NotEnded is a trial that was not waited for.
func NotEnded(t Trial) Trial {
	for _, x := range t.numbers() {
		*x = math.NaN()
	}
	return t
}
