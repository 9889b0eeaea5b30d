package batchsystem

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

// Presets are the names of the systems in the table, in the order of the documents.
func Presets() []string { return []string{"sge", "pbs", "torque", "lsf", "oar", "kubernetes"} }

// Preset is the row of a name; ok is false if the table has no such row.
func Preset(name string) (s System, ok bool) {
	s, ok = presets[name]
	s.Header, s.Busy = slices.Clone(s.Header), slices.Clone(s.Busy)
	return s, ok
}

// Titles are the names of the systems for people.
var Titles = map[string]string{"sge": "Grid Engine", "pbs": "PBS Pro or OpenPBS", "torque": "TORQUE", "lsf": "LSF",
	"oar": "OAR", "kubernetes": "Kubernetes"}

// Title is what people call the system of an executor type.
func Title(name string) string {
	if title := Titles[name]; title != "" {
		return title
	}
	return "the batch system"
}

// DefaultBusy is the exit status of a submission that means later, EX_TEMPFAIL of sysexits.h.
var DefaultBusy = []int{75}

// warned are the signals that Grid Engine sends with -notify; LSF and OAR send the second.
var warned = []string{"USR1", "USR2"}

//go:embed kubernetes.yaml
var kubernetes string

// presets is the table. The pages of the systems are named in docs/cluster.md.
var presets = map[string]System{
	"sge": {
		Header: lines(`
			#$ -S /bin/bash
			#$ -N {{name}}
			#$ -wd /tmp
			#$ -j y
			#$ -o {{log}}
			#$ -r y
			#$ -notify
			#$ -t 1-{{slots}}
			#$ -tc {{throttle}}
			#$ -pe smp {{smp}}
			#$ -l mem_free={{memory_per_cpu}}M
			#$ -l h_rt={{seconds}}`),
		Submit: []string{"qsub", "-terse", "{{options}}", "{{script}}"},
		ID:     `^(\d+)`,
		// A job whose state has an E, as Eqw, waits for somebody to clear it.
		Alive: []string{"qstat", "-u", "{{user}}"}, AliveID: `^ *(\d+) +\S+ +\S+ +\S+ +[^E\s]+ `,
		Cancel: []string{"qdel", "{{id}}"},
		After:  []string{"-hold_jid", "{{ids ,}}"},
		Busy:   []int{25, 75},
		Array:  "SGE_TASK_ID", First: 1, Warned: warned,
		BusyWords: `unable to (contact|send message to) qmaster|got no response from|commlib error`,
	},
	"pbs": {
		Header: lines(`
			#PBS -S /bin/bash
			#PBS -N {{name}}
			#PBS -j oe
			#PBS -o {{log}}
			#PBS -r y
			#PBS -J {{array}}
			#PBS -l ncpus={{smp}}
			#PBS -l mem={{memory}}mb
			#PBS -l walltime={{seconds}}`),
		Submit: []string{"qsub", "{{options}}", "{{script}}"},
		ID:     `^(\d+(?:\[\])?)`,
		Alive:  []string{"qselect", "-u", "{{user}}"}, AliveID: `^(\d+)`,
		Cancel: []string{"qdel", "{{id}}"},
		After:  []string{"-W", "depend=afterany:{{ids :}}"},
		Array:  "PBS_ARRAY_INDEX", First: 1, Warned: warned,
		BusyWords: `cannot connect to server|Connection refused|would exceed`,
	},
	"torque": {
		Header: lines(`
			#PBS -S /bin/bash
			#PBS -N {{name}}
			#PBS -j oe
			#PBS -o {{log}}
			#PBS -r y
			#PBS -t 1-{{slots}}%{{throttle}}
			#PBS -l nodes=1:ppn={{smp}}
			#PBS -l mem={{memory}}mb
			#PBS -l walltime={{seconds}}`),
		Submit: []string{"qsub", "{{options}}", "{{script}}"},
		ID:     `^(\d+(?:\[\])?)`,
		Alive:  []string{"qselect", "-u", "{{user}}", "-s", "EHQRTW"}, AliveID: `^(\d+)`,
		Cancel: []string{"qdel", "{{id}}"},
		After:  []string{"-W", "depend=afteranyarray:{{ids :}}"},
		Array:  "PBS_ARRAYID", First: 1, Warned: warned,
		BusyWords: `cannot connect to server|Connection refused|would exceed`,
	},
	"lsf": {
		Header: lines(`
			#BSUB -J "{{name}}[1-{{slots}}]%{{throttle}}"
			#BSUB -o {{log}}
			#BSUB -cwd /tmp
			#BSUB -r
			#BSUB -n {{smp}} -R "span[hosts=1]"
			#BSUB -R "rusage[mem={{memory}}MB]"
			#BSUB -W {{minutes}} -wt 2 -wa USR2`),
		Submit: []string{"bsub", "{{options}}"},
		ID:     `Job <(\d+)>`,
		Alive:  []string{"bjobs", "-noheader", "-o", "jobid", "-u", "{{user}}"}, AliveID: `^(\d+)`,
		None:   `No unfinished job found|No matching job found`,
		Cancel: []string{"bkill", "{{id}}"},
		After:  []string{"-w", "ended({{ids ) && ended(}})"},
		Array:  "LSB_JOBINDEX", First: 1, Warned: warned,
		BusyWords: `LSF is down|Please wait|limit has been reached|Connection refused`,
	},
	"oar": {
		Header: lines(`
			#OAR -n {{name}}
			#OAR -O {{log}}
			#OAR -E {{log}}
			#OAR -d /tmp
			#OAR --array {{slots}}
			#OAR --checkpoint 120
			#OAR -l /nodes=1/core={{cpus}},walltime=0:{{minutes}}:0`),
		Submit: []string{"oarsub", "{{options}}", "-S", "{{script}}"},
		ID:     `^OAR_JOB_ID=(\d+)`,
		Alive:  []string{"oarstat", "-u", "{{user}}"}, AliveID: `^ *(\d+) `,
		Cancel: []string{"oardel", "{{id}}"},
		After:  []string{"--anterior={{id}}"},
		Array:  "OAR_ARRAY_INDEX", First: 1, Warned: warned,
		BusyWords: `Cannot connect to executor`,
	},
	"kubernetes": {
		Description: kubernetes,
		Submit:      []string{"kubectl", "{{options}}", "apply", "-o", "name", "-f", "{{description}}"},
		ID:          `^job\.batch/(\S+)`,
		Alive: []string{"kubectl", "{{options}}", "get", "jobs", "-l", "app=bench", "-o", "jsonpath=" +
			`{range .items[*]}{.metadata.name} {.status.conditions[?(@.status=="True")].type}{"\n"}{end}`},
		AliveID: `^(\S+) *(?:Suspended)? *$`,
		Cancel:  []string{"kubectl", "{{options}}", "delete", "job", "--wait=false", "{{id}}"},
		Array:   "JOB_COMPLETION_INDEX", Warned: []string{"USR1", "USR2", "TERM"},
		BusyWords: `Unable to connect to the server|connection refused|TLS handshake timeout|timed out|exceeded quota`,
	},
}

// lines are those of a text, without the white space before them.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// Named are the words that only a preset has, and their values must be given.
var Named = map[string][]string{"kubernetes": {"image", "claim"}}

// AllNamed are these words of all presets.
func AllNamed() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(Named)) {
		all = append(all, Named[name]...)
	}
	return all
}
