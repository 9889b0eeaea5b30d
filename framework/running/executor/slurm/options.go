package slurm

import (
	"fmt"
	"strings"
)

// ours are the options of sbatch that bench sets or that would break what it does,
// each with the reason.
var ours = []struct{ long, short, why string }{
	{"array", "a", "slots and throttle say how many there are"},
	{"job-name", "J", "bench finds its jobs again by their names"},
	{"output", "o", "the logs of slots are in log, in the job's folder"},
	{"error", "e", "the logs of slots are in log, in the job's folder"},
	{"open-mode", "", "the logs of slots are in log, in the job's folder"},
	{"input", "i", "a slot reads nothing"},
	{"dependency", "d", "slots wait for the probe job"},
	{"kill-on-invalid-dep", "", "slots wait for the probe job"},
	{"signal", "", "slots are told two minutes before their time limit"},
	{"chdir", "D", "slots start where every node has a folder"},
	{"parsable", "", "bench reads the number of the job"},
	{"test-only", "", "bench asks for that by itself"},
	{"wait", "W", "bench watches the jobs"},
	{"wrap", "", "bench writes the script"},
	{"clusters", "M", "set SLURM_CLUSTERS in the environment, which all programs of Slurm read"},
	{"help", "h", "nothing would be submitted"},
	{"usage", "", "nothing would be submitted"},
	{"version", "V", "nothing would be submitted"},
}

// flags are the short options of sbatch without a value, which may stand together.
const flags = "bhHIkOPQRsuvVW"

// CheckOptions says which of the options that a file hands to sbatch would break what
// bench does. Whether Slurm takes the others is for Slurm to say.
func CheckOptions(options []string) error {
	value := false // the word before may want this one
	for _, o := range options {
		name, long := strings.CutPrefix(o, "--")
		switch {
		case o == "" || o == "-" || o == "--" || o == ":":
			return fmt.Errorf("%q is not an option of sbatch", o)
		case long:
			name, _, attached := strings.Cut(name, "=")
			if err := checkLong(o, name); err != nil {
				return err
			}
			value = !attached
		case o[0] == '-':
			var err error
			if value, err = checkShort(o); err != nil {
				return err
			}
		case value:
			value = false
		default:
			return fmt.Errorf("%q is not an option of sbatch: options begin with -, as in \"--partition=cpu\"", o)
		}
	}
	return nil
}

// checkLong checks the name of a long option, which may be cut off.
func checkLong(option, name string) error {
	for _, x := range ours {
		if strings.HasPrefix(x.long, name) {
			return theirs(option, x.why)
		}
	}
	return nil
}

// checkShort checks a word of short options and reports whether the last one wants the
// next word as its value.
func checkShort(option string) (value bool, err error) {
	for i, letter := range option[1:] {
		for _, x := range ours {
			if x.short == string(letter) {
				return false, theirs(option, x.why)
			}
		}
		if !strings.ContainsRune(flags, letter) {
			return i+1 == len(option)-1, nil
		}
	}
	return false, nil
}

func theirs(option, why string) error {
	return fmt.Errorf("the option %q of sbatch is set by bench itself: %s", option, why)
}
