package fetch

import (
	"context"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/download"
)

// URL is the resolver of plain addresses: nobody needs to be asked.
func URL(_ context.Context, _ *download.Client, r Request) (Answer, error) {
	if err := download.CheckURL(r.Source.URL); err != nil {
		return Answer{}, err
	}
	return Answer{Entry: named.Entry{Files: []named.File{{Role: named.Data, URL: r.Source.URL}}}}, nil
}
