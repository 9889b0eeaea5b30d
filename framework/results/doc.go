// Package results has what a run leaves on disk, the plan of its cells, journals and
// predictions, and computes scores of these. It knows nothing of how cells come about.
package results
