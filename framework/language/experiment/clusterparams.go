package experiment

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/batchsystem"
)

// ExecutorParams are the attributes of an executor block of a type; those of "local" are none.
func ExecutorParams(kind string) []contract.Param {
	switch {
	case kind == SlurmExecutor:
		return slices.Concat(ClusterParams(), []contract.Param{
			sbatchParam("Options of sbatch for all cells, each as on a command line: `[\"--partition=cpu\"]`.")})
	case !slices.Contains(ClusterTypes(), kind):
		return nil
	}
	params := slices.Concat(ClusterParams(), ResourceParams(), SystemParams())
	for i, p := range params {
		params[i].Required = p.Required || kind == BatchExecutor && (p.Name == "submit" || p.Name == "id")
	}
	for _, name := range batchsystem.Named[kind] {
		params = append(params, namedParam(name))
	}
	return params
}

// ClusterParams are the attributes that blocks of all batch systems have.
func ClusterParams() []contract.Param {
	return []contract.Param{
		{Name: "shared_dir", Type: "string", Required: true,
			Doc: "Folder that this machine and all nodes see, relative to the experiment file. bench exchanges jobs and " +
				"results with the nodes there."},
		{Name: "local_dir", Type: "string",
			Doc: "Folder on a disk of each node, an absolute path: data and plugins are copied there once. By default a node " +
				"chooses it."},
		{Name: "slots", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(1e6), Default: 8.0,
			Doc: "How many tasks run cells side by side, at most."},
		{Name: "throttle", Type: "number", Integer: true, Min: contract.Bound(0), Max: contract.Bound(1e6), Default: 0.0,
			Doc: "How many tasks of an array may run at the same time; 0 for all."},
		{Name: "detach", Type: "bool", Default: false, Doc: "bench run hands the cells over and does not wait for them."},
		{Name: "poll", Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(3600),
			Doc: "Seconds between two questions about the jobs, or more. By default 2 at first, later up to 30."},
		{Name: "setup", Type: "list(string)",
			Doc: "Lines of the shell that a node runs before bench: `[\"module load python\"]`."},
	}
}

// ResourceParams are what jobs ask of a batch system other than Slurm, in a block or a class.
func ResourceParams() []contract.Param {
	return []contract.Param{
		{Name: "options", Type: "list(string)",
			Doc: "Options for the batch system, such as queue and account: `[\"-q\", \"long\"]`. They stand in place of " +
				"`{{options}}`. In a class they come after those of the executor."},
		{Name: "cpus", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(4096),
			Doc: "Processors of a slot, which uses as many workers and threads; `{{cpus}}`. One unless written."},
		{Name: "memory", Type: "any",
			Doc: "Memory of a slot: bytes, or text such as \"4GiB\"; `{{memory}}`, in MiB. What the site gives unless written."},
		{Name: "minutes", Type: "number", Integer: true, Min: contract.Bound(5), Max: contract.Bound(1e6),
			Doc: "Time limit of a slot; `{{minutes}}`. What the site gives unless written."},
	}
}

// SystemParams say how one speaks with a batch system. The presets have values for them.
func SystemParams() []contract.Param {
	commands := func(name, doc string) contract.Param {
		return contract.Param{Name: name, Type: "list(string)", Doc: doc}
	}
	return []contract.Param{
		commands("submit", "Words of the command that submits a job: `[\"qsub\", \"{{script}}\"]`. Without `{{script}}` and "+
			"`{{description}}` the command reads the script."),
		{Name: "id", Type: "string",
			Doc: "Pattern of what `submit` prints; its group is the id of a job: `\"Job <(\\\\d+)>\"`."},
		commands("alive", "Command that prints the ids of jobs that wait or run. Without it a job is alive until all its "+
			"slots have ended, so that one which is lost is waited for until `bench cancel`."),
		{Name: "alive_id", Type: "string",
			Doc: "Pattern of what `alive` prints; its group is an id. Without it an id may stand anywhere."},
		commands("cancel", "Command that ends jobs; a word with `{{id}}` is repeated for each."),
		commands("after", "Words of `submit` that let a job wait for the ends of others: `[\"-hold_jid\", \"{{ids ,}}\"]`. "+
			"Without them `bench submit` is called again for each wave."),
		{Name: "busy", Type: "list(number)",
			Doc: "Exit statuses of `submit` that mean later: bench tries again, less and less often. `[75]` unless written."},
		{Name: "array", Type: "string",
			Doc: "Variable that tells a task of an array its index. Without it each slot is a job of its own."},
		{Name: "first_index", Type: "number", Integer: true, Min: contract.Bound(0), Max: contract.Bound(1),
			Doc: "Index of the first task of an array. 1 unless written."},
		{Name: "script", Type: contract.FileType,
			Doc: "File with lines for the head of the job's script, such as `#$ -N {{name}}`. Those of a preset come before " +
				"them."},
		{Name: "description", Type: contract.FileType,
			Doc: "File that describes a job, where the batch system takes that in place of a script; `{{script}}` in it."},
		{Name: "leave_out", Type: "list(string)",
			Doc: "Lines at the head of the script that contain one of these texts are left out: `[\"mem_free\"]`."},
		{Name: "submit_rate", Type: "number", Min: contract.Bound(0.1), Max: contract.Bound(1e4),
			Doc: "Jobs that are submitted in a minute, at most."},
		{Name: "latency", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(3600),
			Doc: "Seconds for which the queue may not list a job yet, or the shared folder not show a file. 20 unless written."},
	}
}

// namedParam is an attribute that only one preset has.
func namedParam(name string) contract.Param {
	return contract.Param{Name: name, Type: "string", Doc: map[string]string{
		"image": "Image of the containers; it needs bash, coreutils and what the plugins need. Required unless " +
			"`description` is written.",
		"claim": "PersistentVolumeClaim whose volume all pods can write (ReadWriteMany); `shared_dir` is its top folder, " +
			"on this machine and in the pods. Required unless `description` is written.",
	}[name]}
}

// NamedParams are the attributes that only some presets have.
func NamedParams() []contract.Param {
	var all []contract.Param
	for _, name := range batchsystem.AllNamed() {
		all = append(all, namedParam(name))
	}
	return all
}

// sbatchParam are options of sbatch, of an executor or a class.
func sbatchParam(doc string) contract.Param {
	return contract.Param{Name: "sbatch", Type: "list(string)", Doc: doc}
}

// ClassParams are the attributes of a class block within an executor block of a type.
func ClassParams(kind string) []contract.Param {
	match := contract.Param{Name: "match", Type: "map(list(string))", Required: true,
		Doc: "The cells it is for: lists of names by kind (dataset, encoder, learner, reduction). A block's name means " +
			"all its variants."}
	if kind != SlurmExecutor {
		return append([]contract.Param{match}, ResourceParams()...)
	}
	return []contract.Param{match, sbatchParam("Options of sbatch for these cells, after those of the executor.")}
}
