package describe

import "path"

// known says what the files of a results folder are, apart from tables in CSV, by patterns of [path.Match]; the
// first that matches counts.
var known = []struct{ pattern, doc string }{
	{"report.html", "the report page: tables, pictures, methods and provenance; it needs no network"},
	{"methods.txt", "the paragraph on methods for a paper, as text, with its references"},
	{"methods.tex", "the paragraph on methods for a paper, in LaTeX; it cites methods.bib"},
	{"methods.bib", "what a paper cites for the results, as BibTeX"},
	{"data.bib", "the sources of the data that have names, as BibTeX"},
	{"tables/*.md", "a table as Markdown"},
	{"tables/*.tex", "a table in LaTeX"},
	{"tables/*.typ", "a table in Typst"},
	{"tables/*.html", "a table as HTML"},
	{"tables/*.csv", "a table as CSV"},
	{"plots/*.svg", "a picture of the report"},
	{"manifest.json", "versions, digests of data and plugins, the experiment with every default, kind of machine, " +
		"dates, and the digests of all files that the report wrote"},
	{PackageFile, "what the files are, as Data Package 2.0"},
	{CroissantFile, "what the files are, as Croissant 1.1"},
	{"CITATION.cff", "how to cite these results"},
	{"README.md", "this page"},
	{"SHA256SUMS", "SHA-256 digests of all other files"},
	{"experiment/*.lock.hcl", "the lock file: what was used of plugins and of data with names"},
	{"experiment/*", "the experiment file, as it was run"},
	{"code/*", "a file that the experiment file names"},
	{"journal/*.jsonl", "results as they were recorded during the run"},
	{"journal/*.predictions", "predictions as they were recorded during the run"},
	{"journal/plan-*.json", "the plan: all cells with everything that determines their results"},
	{"journal/*", "part of the record of the run"},
}

// Doc says what a file is; "" if its name is not known.
func Doc(name string) string {
	for _, k := range known {
		if matches, err := path.Match(k.pattern, name); err == nil && matches {
			return k.doc
		}
	}
	return ""
}
