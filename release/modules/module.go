package modules

// Module is a module of Go that stands in programs.
type Module struct {
	Path, Version string
	Licence       string // an expression of SPDX
	Texts         []Text // what the licence asks to be passed on
}

// Text is a file of a licence.
type Text struct{ Name, Text string }

// Sources is where the sources of the module are.
func (m Module) Sources() string {
	if m.Path == Standard {
		return "https://go.dev/dl/" + m.Version + ".src.tar.gz"
	}
	return "https://pkg.go.dev/" + m.Path + "@" + m.Version
}

// Standard is what the standard library of Go is called here.
const Standard = "stdlib"
