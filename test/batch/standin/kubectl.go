package standin

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// kubectl acts as kubectl does for jobs: apply, get and delete.
func kubectl(args []string) error {
	switch {
	case slices.Contains(args, "apply"):
		return apply(args[len(args)-1])
	case slices.Contains(args, "get"):
		return get()
	}
	return remove(args)
}

// field finds a field in a manifest.
func field(text, name string) string {
	m := regexp.MustCompile(`(?m)^ *` + name + `: (.*)$`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}

// apply takes a job from its manifest, unless there is one of its name.
func apply(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := string(b)
	j := &job{System: "kubernetes", Name: field(text, "name"), Array: true, Log: os.DevNull}
	completions, err := strconv.Atoi(field(text, "completions"))
	if err != nil || field(text, "completionMode") != "Indexed" || field(text, "kind") != "Job" {
		return failure{1, "error validating data: not an Indexed Job"}
	}
	if !regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`).MatchString(j.Name) {
		return failure{1, `metadata.name: Invalid value: "` + j.Name + `"`}
	}
	j.Last = completions - 1
	j.Throttle, _ = strconv.Atoi(field(text, "parallelism"))
	command := regexp.MustCompile(`command: \[/bin/bash, "(.*)"\]`).FindStringSubmatch(text)
	if command == nil {
		return failure{1, "error validating data: no command"}
	}
	j.Script = command[1]
	fmt.Println("job.batch/" + j.Name)
	all, err := jobs(os.Getenv(Folder))
	if err != nil || slices.ContainsFunc(all, func(o *job) bool { return o.Name == j.Name }) {
		return err
	}
	return j.take(text)
}

// get prints names and conditions of jobs, as the template asks.
func get() error {
	all, err := jobs(os.Getenv(Folder))
	for _, j := range all {
		condition := ""
		if j.done() {
			condition = "Complete"
		}
		fmt.Println(j.Name, condition)
	}
	return err
}

// remove ends jobs by their names, which are last.
func remove(args []string) error {
	all, err := jobs(os.Getenv(Folder))
	if err != nil {
		return err
	}
	for _, name := range args[slices.Index(args, "job")+1:] {
		if strings.HasPrefix(name, "-") {
			continue
		}
		i := slices.IndexFunc(all, func(j *job) bool { return j.Name == name })
		if i < 0 {
			return failure{1, fmt.Sprintf("Error from server (NotFound): jobs.batch %q not found", name)}
		}
		if err := all[i].kill(syscall.SIGTERM); err != nil {
			return err
		}
		fmt.Printf("job.batch %q deleted\n", name)
	}
	return nil
}
