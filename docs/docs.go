// Package docs holds the documents from which bench explain takes sentences: they are written
// once, and read inside the program.
package docs

import "embed"

// Pages are the glossary, the tables of tests and the pages of the experiment file, by their
// paths in this folder.
//
//go:embed glossary.md significance.md experiment-file/*.md
var Pages embed.FS
