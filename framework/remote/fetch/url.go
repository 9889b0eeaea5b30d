package fetch

import (
	"context"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/download"
)

// URL is the resolver of plain addresses: nobody needs to be asked.
func URL(_ context.Context, _ *download.Client, r Request) (named.Entry, error) {
	if err := download.CheckURL(r.Source.URL); err != nil {
		return named.Entry{}, err
	}
	return named.Entry{Files: []named.File{{Role: named.Data, URL: r.Source.URL}}}, nil
}
