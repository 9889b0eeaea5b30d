// Package framework has the parts of bench in eleven districts. In the order in which the
// data pass, each may look at some of those before it and at none after:
//
//	base        lists, texts, files, memory: what every program needs
//	contract    what the author of a plugin sees, and how host and plugin speak
//	data        files → tables, folds, encoded columns
//	evaluation  metrics, statistics, code matrices
//	results     the plan of a run, its journals, and scores of them
//	language    the experiment file
//	host        plugins as processes
//	remote      what bench fetch downloads: the only one that uses the network
//	sdk         plugins as an author writes them
//	running     cells → results, on one machine or on many
//	showing     results → tables, tests, pictures, pages
//
// test/imports holds what each may look at, docs/architecture.md draws it.
package framework
