// Package fetch brings what the names of an experiment file stand for into the cache, and says what to write into the lock
// file.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
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

// Resolver asks a server what a name stands for. The files of the answer have addresses, and no SHA-256 unless the
// server says it; their order is that in which they are tried.
type Resolver func(ctx context.Context, client *download.Client, r Request) (named.Entry, error)

// Fetcher fetches.
type Fetcher struct {
	Client    *download.Client
	Cache     cache.Cache
	Resolvers map[string]Resolver // by kind
	Today     time.Time
	Upgrade   bool         // changes are taken
	Tell      func(string) // prints a line
}

// Data makes sure that what a name stands for is in the cache. locked is what the lock file says, nil if it says
// nothing. It returns what to lock.
func (f *Fetcher) Data(ctx context.Context, r Request, locked *named.Entry) (named.Entry, error) {
	resolve, known := f.Resolvers[r.Kind]
	if !known {
		return named.Entry{}, fmt.Errorf("this release cannot fetch %s", r.Kind)
	}
	if locked != nil && !f.Upgrade {
		return *locked, f.again(ctx, resolve, r, locked)
	}
	entry, err := resolve(ctx, f.Client, r)
	if err != nil {
		return entry, err
	}
	entry.Kind, entry.ID, entry.Fetched = r.Kind, r.ID, f.Today.Format(time.DateOnly)
	if err := f.files(ctx, r, &entry); err != nil {
		return entry, err
	}
	if locked != nil {
		for _, change := range Changes(*locked, entry) {
			f.Tell(r.String() + ": " + change)
		}
		if len(Changes(*locked, entry)) == 0 {
			entry.Fetched = locked.Fetched
		}
	}
	return entry, nil
}

// again brings what is locked into the cache, and tells what is different on the server now.
func (f *Fetcher) again(ctx context.Context, resolve Resolver, r Request, locked *named.Entry) error {
	missing := false
	for _, file := range locked.Files {
		missing = missing || !f.Cache.Whole(file.SHA256)
	}
	now, err := resolve(ctx, f.Client, r)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		f.Tell(fmt.Sprintf("%v could not be looked at again: %v. What is locked stays", r.Name, err))
	default:
		for _, change := range Changes(*locked, now) {
			f.Tell(fmt.Sprintf("%v has changed: %s. What is locked stays; -upgrade takes the change", r.Name, change))
		}
	}
	if !missing {
		return nil
	}
	entry := *locked
	entry.Files = append([]named.File(nil), locked.Files...)
	err = f.files(ctx, r, &entry)
	var other *download.Other
	if errors.As(err, &other) {
		return fmt.Errorf("%w. The lock file names a file that the server does not have any more; -upgrade takes the new one", err)
	}
	return err
}

// files downloads the files of an entry that have addresses, takes members out of archives, and notes their digests.
func (f *Fetcher) files(ctx context.Context, r Request, e *named.Entry) error {
	for i := range e.Files {
		file := &e.Files[i]
		if file.URL == "" || file.Member != "" {
			continue
		}
		want := download.Want{SHA256: file.SHA256, MD5: file.MD5, Bytes: file.Bytes}
		if file.Role != named.Splits && want.SHA256 == "" {
			want.SHA256 = r.Source.SHA256
		}
		got, err := f.Client.File(ctx, file.URL, want)
		if err != nil {
			return err
		}
		file.SHA256, file.Bytes = got.SHA256, max(got.Bytes, file.Bytes)
	}
	return f.unpack(r, e)
}
