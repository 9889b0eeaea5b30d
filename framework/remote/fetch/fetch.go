// Package fetch brings what the names of an experiment file stand for into the cache, and says what to write into the
// lock file.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/download"
)

// Fetcher fetches.
type Fetcher struct {
	Client    *download.Client
	Cache     cache.Cache
	Resolvers map[string]Resolver // by kind
	Suites    map[string]Lister   // by kind
	Today     time.Time
	Upgrade   bool         // changes are taken
	Tell      func(string) // prints a line

	known []named.Entry // of this session and of the lock file
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
	answer, err := resolve(ctx, f.Client, r)
	if err != nil {
		return answer.Entry, err
	}
	entry, err := f.first(ctx, r, answer)
	if err != nil {
		return entry, err
	}
	entry.Kind, entry.ID, entry.Fetched = r.Kind, r.ID, f.Today.Format(time.DateOnly)
	if locked != nil {
		for _, change := range Changes(*locked, entry) {
			f.Tell(r.String() + ": " + change)
		}
		if len(Changes(*locked, entry)) == 0 {
			entry.Fetched = locked.Fetched
		}
	}
	return entry, named.Keep(f.Cache, entry)
}

// first downloads what an answer names: of several forms of the rows the first that can be had.
func (f *Fetcher) first(ctx context.Context, r Request, a Answer) (named.Entry, error) {
	at := place(&a.Entry, named.Data)
	if at < 0 {
		return a.Entry, errors.New("the server names no file of rows")
	}
	var errs []error
	for i, rows := range append([]named.File{a.Entry.Files[at]}, a.Others...) {
		e := a.Entry
		e.Files = slices.Clone(a.Entry.Files)
		e.Files[at] = rows
		err := f.files(ctx, r, &e, a.Members)
		if err == nil {
			err = f.complete(a, &e)
		}
		if err == nil {
			return e, nil
		}
		if ctx.Err() != nil {
			return e, ctx.Err()
		}
		if errors.Is(err, cache.ErrUnwritable) {
			return e, err // so it is for every form
		}
		if i < len(a.Others) {
			f.Tell(fmt.Sprintf("%v: %v; another form takes its place", r.Name, err))
		}
		errs = append(errs, err)
	}
	return a.Entry, errors.Join(errs...)
}

// complete checks the file of rows, and adds to the entry what it tells.
func (f *Fetcher) complete(a Answer, e *named.Entry) error {
	rows, _ := e.File(named.Data)
	path, _ := f.Cache.Path(rows.SHA256)
	if a.Check != nil {
		if err := a.Check(path, rows); err != nil {
			return err
		}
	}
	if a.Complete != nil {
		return a.Complete(e, path, rows)
	}
	return nil
}

// again brings what is locked into the cache, and tells what is different on the server now.
func (f *Fetcher) again(ctx context.Context, resolve Resolver, r Request, locked *named.Entry) error {
	missing := false
	for _, file := range locked.Files {
		missing = missing || !f.Cache.Whole(file.SHA256)
	}
	answer, unknown := resolve(ctx, f.Client, r)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var current named.Entry
	if unknown == nil {
		current = answer.like(locked)
	}
	var err error
	if missing {
		entry := *locked
		entry.Files = slices.Clone(locked.Files)
		moved(&entry, current)
		err = f.files(ctx, r, &entry, nil)
	}
	if unknown != nil {
		f.Tell(fmt.Sprintf("%v could not be looked at again: %v. What is locked stays", r.Name, unknown))
	} else {
		f.compare(r, answer, current, locked)
	}
	var other *download.Other
	if errors.As(err, &other) {
		return fmt.Errorf("%w. The lock file names a file that the server does not have any more; -upgrade takes the new one",
			err)
	}
	return err
}

// compare tells in what an answer differs from what is locked, which stays. What the file of the rows adds to an answer
// is that of the locked one.
func (f *Fetcher) compare(r Request, a Answer, current named.Entry, locked *named.Entry) {
	rows, _ := locked.File(named.Data)
	if path, there := f.Cache.Path(rows.SHA256); there && a.Complete != nil {
		if err := a.Complete(&current, path, rows); err != nil {
			f.Tell(fmt.Sprintf("%v has changed, and what is locked does not fit any more: %v. It stays; -upgrade takes the "+
				"change", r.Name, err))
			return
		}
	}
	for _, change := range Changes(*locked, current) {
		f.Tell(fmt.Sprintf("%v has changed: %s. What is locked stays; -upgrade takes the change", r.Name, change))
	}
}

// sameAs is the SHA-256 of a file of another entry that has the address and the MD5 of this one, "" without any.
func (f *Fetcher) sameAs(file named.File) string {
	for _, e := range f.known {
		for _, other := range e.Files {
			if file.MD5 != "" && other.URL == file.URL && other.MD5 == file.MD5 {
				return other.SHA256
			}
		}
	}
	return ""
}

// like is the entry of an answer with the form of the rows that is locked.
func (a Answer) like(locked *named.Entry) named.Entry {
	e := a.Entry
	rows, _ := locked.File(named.Data)
	for _, other := range a.Others {
		if at := place(&e, named.Data); other.Format == rows.Format && e.Files[at].Format != rows.Format {
			e.Files = slices.Clone(e.Files)
			e.Files[at] = other
		}
	}
	return e
}

// files downloads the files of an entry that have addresses, takes members out of archives, and notes their digests.
func (f *Fetcher) files(ctx context.Context, r Request, e *named.Entry, choose Choice) error {
	if r.Source.SHA256 != "" && parted(e) && e.Download().URL == "" {
		return errors.New("its rows are in several files, and sha256 is the digest of one; remove sha256: the lock file " +
			"has the digests of all")
	}
	for i := range e.Files {
		file := &e.Files[i]
		if file.URL == "" || file.Member != "" {
			continue
		}
		want := download.Want{SHA256: file.SHA256, MD5: file.MD5, Bytes: file.Bytes}
		if file.Role != named.Splits && file.Role != named.Part && want.SHA256 == "" {
			want.SHA256 = r.Source.SHA256
		}
		if want.SHA256 == "" {
			want.SHA256 = f.sameAs(*file)
		}
		got, err := f.bring(ctx, r, *file, want)
		if err != nil {
			return err
		}
		file.SHA256, file.Bytes = got.SHA256, max(got.Bytes, file.Bytes)
	}
	return unpack(f.Cache, r, e, choose)
}

// bring puts a file into the cache.
func (f *Fetcher) bring(ctx context.Context, r Request, file named.File, want download.Want) (cache.Digests, error) {
	if !remote(file.URL) {
		return copied(f.Cache, r, file, want)
	}
	got, err := f.Client.File(ctx, file.URL, want)
	return got.Digests, err
}

// moved takes the addresses of the files from a newer answer, because hosts move.
func moved(e *named.Entry, current named.Entry) {
	for i := range e.Files {
		f := &e.Files[i]
		if now, there := like(current, e.Files[:i], f.Role); there && f.URL != "" && now.URL != "" {
			f.URL = now.URL
		}
	}
}
