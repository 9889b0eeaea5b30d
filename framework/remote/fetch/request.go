package fetch

import (
	"context"
	"slices"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/download"
)

// Request is the name of a dataset's rows, with what its block says besides.
type Request struct {
	source.Name
	Source source.Source
	Dir    string // of the experiment file, for paths
}

// Resolver asks a server what a name stands for.
type Resolver func(ctx context.Context, client *download.Client, r Request) (Answer, error)

// Answer is what a server says of a name.
type Answer struct {
	// Entry has files with addresses, and no SHA-256 unless the server says it.
	Entry named.Entry
	// Others can take the place of the file of rows if that cannot be had.
	Others []named.File
	// Members says which members of an archive hold the rows, of all in their order. It may be nil.
	Members Choice
	// Check refuses a file of rows that is not what the server says. It may be nil.
	Check func(path string, f named.File) error
	// Complete adds what the file of rows does not say itself. It may be nil.
	Complete func(e *named.Entry, path string, f named.File) error
}

// Choice says which members of an archive hold the rows.
type Choice func(all []string) ([]string, error)

// Lister asks a server which tasks a suite has.
type Lister func(ctx context.Context, client *download.Client, id string) (named.Suite, error)

// place is where the file with a role is.
func place(e *named.Entry, role string) int {
	return slices.IndexFunc(e.Files, func(f named.File) bool { return f.Role == role })
}
