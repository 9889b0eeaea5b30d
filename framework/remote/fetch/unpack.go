package fetch

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/archive"
)

// unpack takes the file of the rows out of what was downloaded for them, if that is packed. The cache keeps both.
func unpack(store cache.Cache, r Request, e *named.Entry) error {
	packed := e.Download()
	if packed.URL == "" {
		return nil
	}
	at, _ := store.Path(packed.SHA256)
	kind, err := archive.KindOf(at)
	if err != nil {
		return err
	}
	base := path.Base(strings.SplitN(packed.URL, "?", 2)[0])
	switch {
	case kind == archive.Plain && r.Source.Member != "":
		return fmt.Errorf("%s is not an archive, and member names a file in one; remove member", packed.URL)
	case kind == archive.Plain:
		e.Files[place(e, named.Data)].Format = format(r, packed, base)
		return nil
	}
	rows, _ := e.File(named.Data)
	locked, wanted := packed.Role == named.Archive, r.Source.Member
	if locked {
		wanted = rows.Member
	}
	found, name, err := extract(store, at, kind, wanted, packed.SHA256)
	if err != nil {
		return fmt.Errorf("%s: %w", packed.URL, err)
	}
	switch {
	case locked && found.SHA256 != rows.SHA256:
		return fmt.Errorf("its member %s has the SHA-256 %s, and the lock file says %s", name, found.SHA256, rows.SHA256)
	case locked:
		return nil
	case kind.Single():
		name = strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".bz2")
	}
	e.Files[place(e, named.Data)].Role = named.Archive
	e.Files = append(e.Files, named.File{Role: named.Data, Member: name, Format: format(r, packed, name),
		SHA256: found.SHA256, Bytes: found.Bytes})
	return nil
}

// extract puts a member of an archive into the cache.
func extract(store cache.Cache, at string, kind archive.Kind, wanted, digest string) (cache.Digests, string, error) {
	part, err := store.Partial("member of " + digest)
	if err != nil {
		return cache.Digests{}, "", err
	}
	defer part.Close()
	if err := part.Discard(); err != nil {
		return cache.Digests{}, "", err
	}
	name, err := archive.Member(at, kind, archive.Default, wanted, part)
	if err != nil {
		return cache.Digests{}, name, errors.Join(err, part.Discard())
	}
	found, err := cache.Digest(part)
	if err == nil {
		_, err = part.Keep(found.SHA256)
	}
	return found, name, err
}

// format is that of a file, unless the block says it.
func format(r Request, f named.File, name string) string {
	if r.Source.Format != "" || f.Format != "" {
		return f.Format
	}
	return formats.FormatOf(name, "").Name
}
