package source

import (
	"fmt"
	"strconv"
	"strings"
)

// Named says by what name rows are found that are not in a file of the user: bench fetch downloads
// them. One of the first seven is set, or none.
type Named struct {
	URL         string `json:"url,omitempty"`
	OpenML      any    `json:"openml,omitempty"`      // number of the dataset, or its name
	OpenMLTask  int    `json:"openml_task,omitempty"` // number
	HuggingFace string `json:"huggingface,omitempty"` // "organisation/name"
	Croissant   string `json:"croissant,omitempty"`   // path or URL of the description
	DataPackage string `json:"datapackage,omitempty"` // path or URL of the description
	UCI         int    `json:"uci,omitempty"`         // number
	Which
}

// Which says which of several a name means.
type Which struct {
	Member    string `json:"member,omitempty"`  // of the archive at the URL
	Version   int    `json:"version,omitempty"` // of what OpenML names
	Config    string `json:"config,omitempty"`  // of Hugging Face
	Revision  string `json:"revision,omitempty"`
	RecordSet string `json:"record_set,omitempty"`
	Resource  string `json:"resource,omitempty"`
}

// Name is what stands for rows in an experiment file and in the lock file.
type Name struct{ Kind, ID string }

func (n Name) String() string { return n.Kind + " " + n.ID }

// names lists the names that a block gives its rows. The split is that of Hugging Face, the form that of OpenML, which
// has two of many sets.
func (n Named) names(split, form string) []Name {
	number := func(i int) string {
		if i == 0 {
			return ""
		}
		return strconv.Itoa(i)
	}
	with := func(id string, more ...string) string {
		if id == "" {
			return ""
		}
		for i := 0; i < len(more); i += 2 {
			if more[i+1] != "" {
				id += " " + more[i] + "=" + more[i+1]
			}
		}
		return id
	}
	var names []Name
	for _, name := range []Name{
		{"url", with(n.URL, "member", n.Member)},
		{"openml", with(n.openML(), "version", number(n.Version), "format", form)},
		{"openml_task", with(number(n.OpenMLTask), "format", form)},
		{"huggingface", with(n.HuggingFace, "config", n.Config, "split", split, "revision", n.Revision)},
		{"croissant", with(n.Croissant, "record_set", n.RecordSet)},
		{"datapackage", with(n.DataPackage, "resource", n.Resource)},
		{"uci", number(n.UCI)},
	} {
		if name.ID != "" {
			names = append(names, name)
		}
	}
	return names
}

// openML is the number or the name of a dataset, "" for what is neither.
func (n Named) openML() string {
	switch id := n.OpenML.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(id, 'f', -1, 64)
	default:
		return strings.TrimSpace(fmt.Sprint(id))
	}
}
