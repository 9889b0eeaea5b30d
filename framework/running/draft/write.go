package draft

import "strings"

// write writes learners, reductions, validation, metrics and tables.
func (p plan) write(t *text) {
	for _, learner := range p.learners {
		t.line("%s", learner)
	}
	if !p.multiLabel {
		t.line("learner \"majority\" \"baseline\" {} # always the most frequent class; others must be better")
	}
	t.line("")
	for _, reduction := range p.reductions {
		t.line("%s", reduction)
	}
	p.grids(t)
	switch {
	case p.grouped:
		t.line("validation {\n  method = \"stratified_group_kfold\"\n  folds = %d\n}\n", p.folds)
	case p.holdout:
		t.line("validation {\n" +
			"  method = \"holdout\" # one division: the data are large; kfold takes longer and tells more\n}\n")
	default:
		t.line("validation {")
		if p.multiLabel {
			t.line("  method = \"kfold\"")
		}
		t.line("  folds = %d # repeats = 10 makes small differences visible\n}\n", p.folds)
	}
	p.metrics(t)
}

// metrics writes the metrics.
func (p plan) metrics(t *text) {
	switch {
	case p.metric != "":
		t.line("metric %q {}", p.metric)
	case p.multiLabel:
		t.line("metric \"hamming_loss\" {}\nmetric \"f1\" { average = \"micro\" }")
	case p.uneven:
		t.remark("The classes differ much in size: the mean of F1 over classes counts each of them as much.")
		t.line("metric \"f1\" { average = \"macro\" }\nmetric \"accuracy\" {}")
	default:
		t.line("metric \"accuracy\" {}")
	}
}

// grids says which learners go with which reductions: the baseline needs none.
func (p plan) grids(t *text) {
	t.line("")
	if p.multiLabel || p.binary {
		return
	}
	t.line("reduction \"direct\" \"direct\" {} # the learner's own way with many classes\n")
	t.line("grid \"reduced\" {\n  learners = [%s]\n  reductions = [%s]\n}", references("learner", p.names),
		references("reduction", p.reductionNames()))
	unreduced := []string{"baseline"}
	if p.whole {
		unreduced = append(unreduced, "logreg")
	}
	t.line("grid \"without\" {\n  learners = [%s]\n  reductions = [reduction.direct]\n}\n",
		references("learner", unreduced))
}

// reductionNames are the names in the blocks of reductions.
func (p plan) reductionNames() []string {
	list := make([]string, len(p.reductions))
	for i, block := range p.reductions {
		list[i] = strings.Split(block, "\"")[3]
	}
	return list
}

func references(kind string, names []string) string {
	return kind + "." + strings.Join(names, ", "+kind+".")
}
