package slurm

import "strings"

// environment leaves out what would make the programs do or show something else: the
// filters that a user has set for squeue, scancel and sinfo, that sbatch waits, and, if bench
// runs within a job itself, what Slurm says of that job.
func environment(all []string) []string {
	var kept []string
	for _, entry := range all {
		name, _, _ := strings.Cut(entry, "=")
		prefix, _, _ := strings.Cut(name, "_")
		switch prefix {
		case "SQUEUE", "SINFO", "SCANCEL":
			continue
		case "SLURM":
			if name != "SLURM_CONF" && name != "SLURM_CLUSTERS" && name != "SLURM_CONF_SERVER" {
				continue
			}
		}
		if name != "SBATCH_WAIT" {
			kept = append(kept, entry)
		}
	}
	return kept
}
