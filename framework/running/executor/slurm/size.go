package slurm

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Size is how large a partition is.
type Size struct {
	Nodes, CPUs int // of the nodes that are up
}

// Size asks how large the partitions are that some options of sbatch name, or the default one.
func (e *Executor) Size(ctx context.Context, options []string) (Size, error) {
	out, err := e.ask(ctx, "sinfo", "-h", "-N", "-o", "%N|%c|%P|%T")
	if err != nil {
		return Size{}, err
	}
	return parseSize(out, partitions(options, os.Getenv("SBATCH_PARTITION"))), nil
}

// partitions are those that options of sbatch name, else those of the environment.
func partitions(options []string, named string) []string {
	for i, o := range options {
		switch {
		case strings.HasPrefix(o, "--partition="):
			named = o[len("--partition="):]
		case (o == "--partition" || o == "-p") && i+1 < len(options):
			named = options[i+1]
		case strings.HasPrefix(o, "-p"):
			named = o[len("-p"):]
		}
	}
	if named == "" {
		return nil
	}
	return strings.Split(named, ",")
}

// parseSize adds the nodes of partitions, of the default one if none is named. A node is
// listed once for each partition that it is in.
func parseSize(text string, partitions []string) Size {
	var size Size
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) < 4 || seen[f[0]] {
			continue
		}
		name, isDefault := strings.CutSuffix(f[2], "*")
		if partitions == nil && !isDefault || partitions != nil && !slices.Contains(partitions, name) {
			continue
		}
		cpus, err := strconv.Atoi(f[1])
		state := strings.TrimRight(f[3], "*~#!%$@^-+")
		if err != nil || !slices.Contains([]string{"idle", "mixed", "allocated", "completing", "reserved"}, state) ||
			strings.HasSuffix(f[3], "*") { // it does not answer
			continue
		}
		seen[f[0]] = true
		size.Nodes, size.CPUs = size.Nodes+1, size.CPUs+cpus
	}
	return size
}
