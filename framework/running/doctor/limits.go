package doctor

import (
	"context"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/own"
)

// limits are those on plugins, which are tried.
func limits(try func(context.Context) host.Tried) check {
	return func(ctx context.Context) []Finding {
		t := try(ctx)
		return []Finding{
			holds("time limits", "a plugin that does not answer is ended", t.Time),
			holds("memory limits", "a plugin that holds more than its memory is ended", t.Memory),
			holds("orphans", "what a plugin has started ends with it", t.Orphans),
		}
	}
}

// holds is a limit that holds unless there is an error.
func holds(name, says string, err error) Finding {
	if err == nil {
		return Finding{Check: name, Status: OK, Says: says}
	}
	return Finding{name, Note, "not held here: " + wording.Reason(err), "use plugins that you trust"}
}

// seals are what keeps plugins from changing what others read.
func seals(hold func() bool) func(context.Context) Finding {
	return func(context.Context) Finding {
		if hold() {
			return Finding{Status: OK, Says: "the kernel keeps plugins from changing what they read (memfd)"}
		}
		return Finding{Status: Note, Says: "this system has no sealed memory files: inputs are files that may not be " +
			"written, and their checksums are compared",
			Mend: "Linux 3.17 and newer have them, unless a sandbox forbids memfd_create"}
	}
}

// mostProcesses is about how many plugins run together.
func mostProcesses(workers int) int { return max(len(own.Plugins()), 2*workers) }

// processes are the addresses, files and threads that bench and so many plugins need.
func processes(plugins int, room func(plugins int) error) func(context.Context) Finding {
	return func(context.Context) Finding {
		if err := room(plugins); err != nil {
			return Finding{Status: Fails, Says: wording.Reason(err)}
		}
		return Finding{Status: OK, Says: "open files, threads and addresses are enough for " +
			wording.Count(plugins, "plugin process")}
	}
}
