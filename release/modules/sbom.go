package modules

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// Product is the program that a bill of materials is of.
type Product struct {
	Name, Version, Revision string
	Path                    string // of its module
	Licence, Homepage       string
	Created                 time.Time
}

// Artefact is a file that users get.
type Artefact struct {
	Name string
	Data []byte
}

// document is one of SPDX 2.3: https://spdx.github.io/spdx-spec/v2.3/.
type document struct {
	Version       string         `json:"spdxVersion"`
	DataLicence   string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []item         `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type item struct {
	ID        string      `json:"SPDXID"`
	Name      string      `json:"name"`
	Version   string      `json:"versionInfo"`
	Location  string      `json:"downloadLocation"`
	Homepage  string      `json:"homepage,omitempty"`
	Analyzed  bool        `json:"filesAnalyzed"`
	Concluded string      `json:"licenseConcluded"`
	Declared  string      `json:"licenseDeclared"`
	Copyright string      `json:"copyrightText"`
	Purpose   string      `json:"primaryPackagePurpose"`
	Checksums []checksum  `json:"checksums,omitempty"`
	Refs      []reference `json:"externalRefs,omitempty"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type reference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relationship struct {
	Element string `json:"spdxElementId"`
	Type    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

const unknown = "NOASSERTION"

// BillOfMaterials is a document of SPDX, as JSON, with a product, the modules that it contains and the files that it
// comes as.
func BillOfMaterials(p Product, list []Module, artefacts []Artefact) ([]byte, error) {
	const self, product = "SPDXRef-DOCUMENT", "SPDXRef-product"
	d := document{Version: "SPDX-2.3", DataLicence: "CC0-1.0", ID: self, Name: p.Name + "-" + p.Version,
		Namespace: fmt.Sprintf("%s/spdx/%s-%s-%s", p.Homepage, p.Name, p.Version, p.Revision),
		Creation:  creation{p.Created.UTC().Format(time.RFC3339), []string{"Tool: " + p.Name + "-release"}}}
	add := func(made item, from, relation string) {
		made.Declared, made.Copyright = made.Concluded, unknown
		d.Packages = append(d.Packages, made)
		d.Relationships = append(d.Relationships, relationship{from, relation, made.ID})
	}
	add(item{ID: product, Name: p.Name, Version: p.Version, Location: unknown, Homepage: p.Homepage, Concluded: p.Licence,
		Purpose: "APPLICATION", Refs: golang(p.Path, "v"+p.Version)}, self, "DESCRIBES")
	for _, m := range list {
		add(item{ID: identifier("module", m.Path), Name: m.Path, Version: m.Version, Location: unknown,
			Homepage: m.Sources(), Concluded: m.Licence, Purpose: "LIBRARY",
			Refs: golang(m.Path, m.Version)}, product, "CONTAINS")
	}
	for _, a := range artefacts {
		add(item{ID: identifier("artefact", a.Name), Name: a.Name, Version: p.Version, Location: unknown,
			Concluded: unknown, Purpose: "ARCHIVE",
			Checksums: []checksum{{"SHA256", fmt.Sprintf("%x", sha256.Sum256(a.Data))}}}, product, "DISTRIBUTION_ARTIFACT")
	}
	out, err := json.MarshalIndent(d, "", "  ")
	return append(out, '\n'), err
}

// golang is the address of a module, for programs that look up what is known of it.
func golang(path, version string) []reference {
	return []reference{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + path + "@" + version}}
}

var notInIdentifiers = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

func identifier(kind, name string) string {
	return "SPDXRef-" + kind + "-" + notInIdentifiers.ReplaceAllString(name, "-")
}
