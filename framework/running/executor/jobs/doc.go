// Package jobs holds what batch systems have in common: the jobs that a wave is submitted as,
// the script that a node runs, and the calls of the system's programs.
package jobs
