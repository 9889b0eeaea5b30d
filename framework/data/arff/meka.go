package arff

import (
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/textfile"
)

// mekaLabels returns the labels that Meka reads from what follows @relation: after
// its first colon stand options, and -C n says that the first n attributes are
// labels, or with −n the last n. They are nil if there is no such option.
func mekaLabels(in *reader.Input, relation string) ([]string, error) {
	_, options, _ := strings.Cut(relation, ":")
	words := strings.FieldsFunc(options, func(r rune) bool { return strings.ContainsRune(" \t'\"", r) })
	for i, word := range words {
		if word != "-C" || i+1 == len(words) {
			continue
		}
		// WEKA's filters write themselves behind the name.
		text, _, _ := strings.Cut(words[i+1], "-weka.filters.")
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n == 0 || max(n, -n) >= len(in.Attrs):
			return nil, in.LabelsAt.Errorf("the relation's option -C %s is no number of label columns: expected one from 1 "+
				"to %d, or from -1 to -%[2]d for the last attributes. Or name the class or the labels in target",
				textfile.Shortened(text), len(in.Attrs)-1)
		case moved(options):
			return nil, in.LabelsAt.Errorf("the relation's option -C %d says which attributes are labels, but WEKA's filters "+
				"have been at the attributes since and may have moved them: name the labels with labels_xml or target = [\"…\"]", n)
		case n < 0:
			return in.Names()[len(in.Attrs)+n:], nil
		}
		return in.Names()[:n], nil
	}
	return nil, nil
}

// moved reports whether filters that may move attributes are listed.
func moved(options string) bool {
	return strings.Contains(options, "weka.filters.supervised.attribute.") ||
		strings.Contains(options, "weka.filters.unsupervised.attribute.")
}
