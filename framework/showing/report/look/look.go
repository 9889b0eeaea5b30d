// Package look is how pages of results look and what they do: one style and one
// script, made of a file for each concern, for every page that bench writes.
package look

import (
	"embed"
	"html/template"
	"strings"
)

//go:embed *.css *.js
var files embed.FS

// Policy is the Content-Security-Policy of a page: it loads nothing.
const Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

// Style is the content of the <style> of a page: light, dark, on a phone and on paper.
func Style() string {
	return joined("base.css", "tables.css", "tools.css", "parts.css", "explore.css", "paper.css")
}

// Script is the content of a <script> at the end of a page. It does nothing for parts
// that the page has not. A <section class="table"> that holds a <table class="grid"> in
// a <div class="scroll"> gets the tools of tables, a <figure> with a picture those of
// pictures; what is folded in a <details> opens when it is jumped to, and on paper. With
// the data of framework/showing/report/explore in the page, methods can be compared and cells
// opened.
func Script() string {
	return "\"use strict\";\n\n" + joined("element.js", "headings.js", "data.js", "statistics.js", "download.js",
		"figures.js", "names.js", "scatter.js", "versus.js", "cell.js", "pick.js", "grid.js", "turn.js", "sort.js",
		"filter.js", "tables.js", "fold.js", "beyond.js", "paper.js")
}

// Page is what the head of each page has.
type Page struct {
	Policy string
	Style  template.CSS
	Script template.JS
}

// NewPage returns the head of a page with the style and the script of bench.
func NewPage() Page { return Page{Policy, template.CSS(Style()), template.JS(Script())} }

// joined are files one after the other, a blank line between them.
func joined(names ...string) string {
	var parts []string
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		parts = append(parts, string(b))
	}
	return strings.Join(parts, "\n")
}
