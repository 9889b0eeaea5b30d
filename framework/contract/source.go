package contract

import "slices"

// Source is a publication to cite, as an entry of BibTeX.
type Source struct {
	Key    string            `json:"key"`    // "platt2000"
	Type   string            `json:"type"`   // "article", "inproceedings", "book", "techreport", …
	Fields map[string]string `json:"fields"` // "author", "title", "year" and so on, in LaTeX
	// When are the values of parameters under which the source counts, nil for always; ""
	// is a parameter that is not written.
	When map[string]string `json:"when,omitempty"`
}

// Under returns the source for the case that a parameter has a value.
func (s Source) Under(parameter, value string) Source {
	when := map[string]string{parameter: value}
	for p, v := range s.When {
		when[p] = v
	}
	s.When = when
	return s
}

// SourcesOf returns the sources that count under a configuration, each once and without
// conditions.
func SourcesOf(sources []Source, given Config) []Source {
	var values map[string]any
	if given.Decode(&values) != nil {
		return nil
	}
	var list []Source
	for _, s := range sources {
		counts := true
		for parameter, want := range s.When {
			text, _ := values[parameter].(string)
			counts = counts && text == want
		}
		if counts && !slices.ContainsFunc(list, func(have Source) bool { return have.Key == s.Key }) {
			s.When = nil
			list = append(list, s)
		}
	}
	return list
}

// Article is a paper of a journal; volume may have a number, as in "12(3)", and it or pages
// may be "".
func Article(key, author, title, journal, volume, pages, year string) Source {
	return entry(key, "article", "author", author, "title", title, "journal", journal, "volume", volume, "pages", pages,
		"year", year)
}

// Paper is one of the proceedings of a conference.
func Paper(key, author, title, booktitle, year string) Source {
	return entry(key, "inproceedings", "author", author, "title", title, "booktitle", booktitle, "year", year)
}

// Book is a book.
func Book(key, author, title, publisher, year string) Source {
	return entry(key, "book", "author", author, "title", title, "publisher", publisher, "year", year)
}

// Report is a report of an institution.
func Report(key, author, title, institution, year string) Source {
	return entry(key, "techreport", "author", author, "title", title, "institution", institution, "year", year)
}

func entry(key, typ string, fields ...string) Source {
	s := Source{Key: key, Type: typ, Fields: map[string]string{}}
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			s.Fields[fields[i]] = fields[i+1]
		}
	}
	return s
}
