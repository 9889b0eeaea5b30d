package describe

import (
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/manyclass/bench/framework/showing/columns"
)

// node is an object of JSON-LD. Its keys are written in the order of their bytes.
type node map[string]any

// context says what the words of Croissant 1.1 mean; it is the same in all such files.
var context = node{
	"@language": "en", "@vocab": "https://schema.org/",
	"arrayShape": "cr:arrayShape", "citeAs": "cr:citeAs", "column": "cr:column", "conformsTo": "dct:conformsTo",
	"containedIn": "cr:containedIn", "cr": "http://mlcommons.org/croissant/",
	"rai": "http://mlcommons.org/croissant/RAI/", "data": node{"@id": "cr:data", "@type": "@json"},
	"dataType": node{"@id": "cr:dataType", "@type": "@vocab"}, "dct": "http://purl.org/dc/terms/",
	"description": node{"@container": "@language"}, "equivalentProperty": "cr:equivalentProperty",
	"examples": node{"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract", "field": "cr:field",
	"fileProperty": "cr:fileProperty", "fileObject": "cr:fileObject", "fileSet": "cr:fileSet", "format": "cr:format",
	"includes": "cr:includes", "isArray": "cr:isArray", "isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath",
	"key": "cr:key", "md5": "cr:md5", "name": node{"@container": "@language"}, "parentField": "cr:parentField",
	"path": "cr:path", "recordSet": "cr:recordSet", "references": "cr:references", "regex": "cr:regex",
	"repeated": "cr:repeated", "replace": "cr:replace", "samplingRate": "cr:samplingRate", "sc": "https://schema.org/",
	"separator": "cr:separator", "source": "cr:source", "subField": "cr:subField", "transform": "cr:transform",
}

// Croissant writes the set as JSON-LD of Croissant 1.1.
func (s Set) Croissant(w io.Writer) error {
	top := node{
		"@context": context, "@type": "sc:Dataset", "conformsTo": "http://mlcommons.org/croissant/1.1", "name": s.Title,
	}
	top.set("alternateName", s.Name)
	top.set("description", s.Doc)
	top.set("dateCreated", s.Made)
	top.set("datePublished", s.Date)
	top.set("citeAs", s.CiteAs)
	if len(s.Keywords) > 0 {
		top["keywords"] = s.Keywords
	}
	if s.Licence != "" {
		top["license"] = licencePage(s.Licence)
	}
	if len(s.Citations) > 0 {
		top["citation"] = s.Citations
	}
	var creators, based []node
	for _, p := range s.Authors {
		creators = append(creators, p.node())
	}
	for _, from := range s.Sources {
		based = append(based, from.node())
	}
	top.list("creator", creators)
	top.list("isBasedOn", based)
	var objects, records []node
	ids := names{}
	for _, f := range s.Files {
		id := ids.next(f.Name)
		objects = append(objects, f.object(id))
		if f.Fields != nil {
			records = append(records, f.records(id))
		}
	}
	top.list("distribution", objects)
	top.list("recordSet", records)
	return write(w, top)
}

// set adds a text that is known.
func (n node) set(name, text string) {
	if text != "" {
		n[name] = text
	}
}

// list adds a list that is not empty.
func (n node) list(name string, of []node) {
	if len(of) > 0 {
		n[name] = of
	}
}

func (p Person) node() node {
	if p.Given == "" {
		return node{"@type": "sc:Organization", "name": p.Family}
	}
	n := node{"@type": "sc:Person", "name": p.Name(), "givenName": p.Given, "familyName": p.Family}
	n.set("url", p.ORCID)
	return n
}

func (s Source) node() node {
	n := node{"@type": "sc:CreativeWork", "name": s.Title}
	n.set("url", s.Page)
	n.set("version", s.Version)
	n.set("license", s.Licence)
	if s.SHA256 != "" {
		n["identifier"] = hashPrefix + s.SHA256
	}
	if len(s.Creators) > 0 {
		n["author"] = s.Creators
	}
	return n
}

// object is the file as one of the distribution.
func (f File) object(id string) node {
	_, media := f.kind()
	place := url.URL{Path: f.Name}
	n := node{"@type": "cr:FileObject", "@id": id, "name": path.Base(f.Name), "contentUrl": place.EscapedPath(),
		"contentSize": fmt.Sprintf("%d B", f.Bytes), "encodingFormat": media, "sha256": f.SHA256}
	n.set("description", f.Doc)
	return n
}

// dataTypes are those of the kinds of columns.
var dataTypes = map[columns.Kind]string{
	columns.Text: "sc:Text", columns.Integer: "sc:Integer", columns.Number: "sc:Float",
}

// records is the table of the file.
func (f File) records(file string) node {
	set := "records-" + strings.TrimSuffix(strings.TrimSuffix(file, ".gz"), ".csv")
	ids := names{}
	var fields []node
	for _, field := range f.Fields {
		doc := field.Doc
		if field.Unit != "" {
			doc += ", in " + field.Unit
		}
		fields = append(fields, node{
			"@type": "cr:Field", "@id": set + "/" + ids.next(field.Name), "name": field.Name, "description": doc,
			"dataType": dataTypes[field.Kind],
			"source":   node{"fileObject": node{"@id": file}, "extract": node{"column": field.Name}},
		})
	}
	return node{"@type": "cr:RecordSet", "@id": set, "name": set, "description": f.Doc, "field": fields}
}
