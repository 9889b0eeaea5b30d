package compare

// test is one of significance.Tests: whether it applies to a table, and how it is done.
type test struct {
	name  string
	check func(*comparison) error
	run   func(*comparison)
}

var tests = []test{
	{"friedman", (*comparison).needsThree, (*comparison).friedman},
	{"skillings_mack", (*comparison).needsLinked, (*comparison).skillingsMack},
	{"wilcoxon", (*comparison).needsDatasets, (*comparison).wilcoxon},
	{"sign", (*comparison).needsDatasets, (*comparison).sign},
	{"corrected_t", (*comparison).needsFolds, (*comparison).correctedT},
	{"bayes_correlated_t", (*comparison).needsFolds, (*comparison).bayesCorrelatedT},
	{"bayes_signed_rank", (*comparison).needsDatasets, (*comparison).bayesSignedRank},
	{"bayes_sign", (*comparison).needsDatasets, (*comparison).bayesSign},
	{"bayes_hierarchical", (*comparison).needsBoth, (*comparison).bayesHierarchical},
	{"bradley_terry", (*comparison).needsFew, (*comparison).bradleyTerry},
	{"mcnemar", (*comparison).needsHits, (*comparison).mcNemar},
	{"five_by_two", (*comparison).needsFiveByTwo, (*comparison).fiveByTwo},
}
