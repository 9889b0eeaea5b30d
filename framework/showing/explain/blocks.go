package explain

import "strings"

// The blocks that complete examples: data that bench makes itself, so that every example runs.
const (
	points     = "dataset \"points\" {\n  generate = \"blobs\"\n}\n"
	names      = "dataset \"names\" {\n  generate = \"categorical\"\n}\n"
	labels     = "dataset \"notes\" {\n  generate = \"multilabel\"\n}\n"
	hamming    = "metric \"hamming_loss\" {}\n"
	forLabels  = "validation {\n  method = \"iterative_stratification\"\n}\n"
	labelled   = hamming + forLabels
	model      = "learner \"logreg\" \"lr\" {}\n"
	varied     = "learner \"logreg\" \"lr\" {\n  C = grid(0.1, 1, 10)\n}\n"
	rest       = "reduction \"one_vs_rest\" \"ova\" {}\n"
	regression = "learner \"least_squares\" \"ls\" {}\n"
)

// Completed is a part of an experiment with a dataset and a learner, where it has none; "" of "".
func Completed(part string) string {
	if part == "" {
		return ""
	}
	before := ""
	if !strings.Contains(part, "dataset \"") {
		before += points
	}
	if !strings.Contains(part, "learner \"") {
		before += model
	}
	return before + part
}

// block is a block with lines in it; a line may be several.
func block(header string, lines ...string) string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if text == "" {
		return header + " {}\n"
	}
	return header + " {\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n}\n"
}
