// Package standin plays the commands of batch systems for tests: the program acts by the name by
// which it is called, and prints what the real one prints. Serve runs the jobs on
// this machine.
//
// What is printed, and which variables tasks see, is from the manuals of the systems: qsub, qstat
// and qdel as Debian's Grid Engine 8.1.9 prints it, which the tests run too; PBS and TORQUE from
// the User's Guide of OpenPBS and docs.adaptivecomputing.com; LSF from the Command Reference of
// IBM Spectrum LSF 10.1; OAR from the sources of oar-user 2.5.9 and OAR::IO; Kubernetes from the
// reference of its API, batch/v1.
package standin

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Variables of the environment that tell the program which system it is, and where it keeps jobs.
const (
	System = "BENCH_STANDIN"
	Folder = "BENCH_STANDIN_DIR"
)

// Commands are the programs of each system.
var Commands = map[string][]string{
	"sge": {"qsub", "qstat", "qdel"}, "pbs": {"qsub", "qselect", "qdel"}, "torque": {"qsub", "qselect", "qdel"},
	"lsf": {"bsub", "bjobs", "bkill"}, "oar": {"oarsub", "oarstat", "oardel"}, "kubernetes": {"kubectl"},
}

// failure is how a command ends if it does not succeed.
type failure struct {
	status int
	words  string
}

func (f failure) Error() string { return f.words }

// Main acts as the program of a name and returns its exit status. Mine is false if no command has
// the name.
func Main(name string, args []string) (status int, mine bool) {
	if !slices.Contains(Commands[os.Getenv(System)], name) {
		return 0, false
	}
	err := told(name)
	if err == nil {
		err = act(name, args)
	}
	var f failure
	switch {
	case errors.As(err, &f):
		fmt.Fprintln(os.Stderr, f.words)
		return f.status, true
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1, true
	}
	return 0, true
}

// told is what the test wants a command to do in place of its work: the file NAME.fails in the
// folder holds a status and words. Each call is noted in the file calls.
func told(name string) error {
	dir := os.Getenv(Folder)
	f, err := os.OpenFile(filepath.Join(dir, "calls"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	fmt.Fprintln(f, name)
	if err := f.Close(); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, name+".fails"))
	if err != nil {
		return nil
	}
	number, words, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	status, err := strconv.Atoi(number)
	if status == 0 { // it says something, and does nothing
		fmt.Println(words)
	}
	return errors.Join(err, failure{status, words})
}

// act does what a command is called for.
func act(name string, args []string) error {
	switch system := os.Getenv(System); {
	case name == "kubectl":
		return kubectl(args)
	case slices.Contains([]string{"qsub", "bsub", "oarsub"}, name):
		return submit(system, args)
	case slices.Contains([]string{"qdel", "bkill", "oardel"}, name):
		return end(system, args)
	default:
		return list(system, args)
	}
}

// submit takes a job.
func submit(system string, args []string) error {
	text, options, err := script(system, args)
	if err != nil {
		return err
	}
	j, err := read(system, options)
	if err != nil {
		return err
	}
	if err := j.take(text); err != nil {
		return err
	}
	printed(system, j)
	return nil
}

// script is the text of a job's script, and the options on the command line and in it.
func script(system string, args []string) (text string, options []string, err error) {
	var b []byte
	if system == "lsf" {
		b, err = io.ReadAll(os.Stdin)
	} else {
		path := args[len(args)-1]
		if info, missing := os.Stat(path); missing != nil || system == "oar" && info.Mode()&0o100 == 0 {
			return "", nil, failure{1, path + " is not a script that can be executed"}
		}
		b, err = os.ReadFile(path)
		args = args[:len(args)-1]
	}
	prefix := map[string]string{"sge": "#$ ", "pbs": "#PBS ", "torque": "#PBS ", "lsf": "#BSUB ", "oar": "#OAR "}[system]
	for line := range strings.Lines(string(b)) {
		if directive, is := strings.CutPrefix(line, prefix); is {
			options = append(options, split(directive)...)
		}
	}
	return string(b), append(options, args...), err
}

// split divides a line into words, of which parts may be in double quotes.
func split(line string) []string {
	var words []string
	quoted := false
	for _, field := range strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ' ' || r == '\n')
	}) {
		words = append(words, strings.ReplaceAll(field, `"`, ""))
	}
	return words
}

// printed prints what a command says of a job that was taken.
func printed(system string, j *job) {
	switch system {
	case "sge":
		if j.Array {
			fmt.Printf("%d.%d-%d:1\n", j.Number, j.First, j.Last)
		} else {
			fmt.Println(j.Number)
		}
	case "pbs", "torque":
		fmt.Println(j.name())
	case "lsf":
		fmt.Printf("Job <%d> is submitted to default queue <normal>.\n", j.Number)
	case "oar":
		fmt.Println("[ADMISSION RULE] Modify resource description with type constraints")
		for i := j.First; i <= j.Last; i++ {
			fmt.Printf("OAR_JOB_ID=%d\n", j.Number+i-j.First)
		}
		if j.Array {
			fmt.Printf("OAR_ARRAY_ID=%d\n", j.Number)
		}
	}
}

// list prints the jobs that wait or run.
func list(system string, _ []string) error {
	all, err := jobs(os.Getenv(Folder))
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(j *job) bool { return j.done() })
	switch {
	case system == "lsf" && len(all) == 0:
		return failure{255, "No unfinished job found"}
	case system == "sge" && len(all) > 0:
		fmt.Println("job-ID  prior   name       user         state submit/start at     queue                          slots " +
			"ja-task-ID \n" + strings.Repeat("-", 117))
	case system == "oar":
		fmt.Println("Job id    S User     Duration   System message\n--------- - -------- ---------- " + strings.Repeat("-", 48))
	}
	for _, j := range all {
		switch system {
		case "sge":
			fmt.Printf("%7d 0.55500 %-10.10s root         r     01/02/2026 03:04:05 all.q@n1                           1 %d\n",
				j.Number, j.Name, j.Last)
		case "pbs", "torque":
			fmt.Println(j.name())
		case "lsf":
			fmt.Println(j.Number)
		case "oar":
			for i := j.First; i <= j.Last; i++ {
				fmt.Printf("%-9d R root       0:00:01 R=1,W=2:0:0,J=B (Karma=0.000)\n", j.Number+i-j.First)
			}
		}
	}
	return nil
}

// end ends jobs.
func end(system string, args []string) error {
	all, err := jobs(os.Getenv(Folder))
	if err != nil {
		return err
	}
	var unknown error
	for _, id := range args {
		plain, _, _ := strings.Cut(id, "[")
		number, _ := strconv.Atoi(plain)
		i := slices.IndexFunc(all, func(j *job) bool {
			return !j.done() && (j.Number == number || system == "oar" && number > j.Number && number <= j.Number+j.Last-j.First)
		})
		if i < 0 {
			unknown = failure{1, "denied: job \"" + id + "\" does not exist"}
			continue
		}
		if err := all[i].kill(syscall.SIGTERM); err != nil {
			return err
		}
		fmt.Printf("job %s is being deleted\n", id)
	}
	return unknown
}
