package fetch

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/archive"
)

// unpack takes the file of the rows out of what was downloaded for them, if that is packed. The cache keeps both.
func (f *Fetcher) unpack(r Request, e *named.Entry) error {
	packed := e.Download()
	if packed.URL == "" {
		return nil
	}
	at, _ := f.Cache.Path(packed.SHA256)
	kind, err := archive.KindOf(at)
	if err != nil {
		return err
	}
	base := path.Base(strings.SplitN(packed.URL, "?", 2)[0])
	if kind == archive.Plain {
		if r.Source.Member != "" {
			return fmt.Errorf("%s is not an archive, and member names a file in one; remove member", packed.URL)
		}
		e.Files[place(e, named.Data)].Format = format(r, packed, base)
		return nil
	}
	rows, locked := e.File(named.Data)
	locked = locked && packed.Role == named.Archive
	member := r.Source.Member
	if locked {
		member = rows.Member
		if kind == archive.Gzip || kind == archive.Bzip2 {
			member = ""
		}
	}
	part, err := f.Cache.Partial("member of " + packed.SHA256)
	if err != nil {
		return err
	}
	defer part.Close()
	if err := part.Discard(); err != nil {
		return err
	}
	name, err := archive.Member(at, kind, archive.Default, member, part)
	if err != nil {
		return fmt.Errorf("%s: %w", packed.URL, err)
	}
	if kind == archive.Gzip || kind == archive.Bzip2 {
		name = strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".bz2")
	}
	found, err := cache.Digest(part)
	if err != nil {
		return err
	}
	if locked && found.SHA256 != rows.SHA256 {
		return fmt.Errorf("%s in %s has the SHA-256 %s, and the lock file says %s", name, packed.URL, found.SHA256, rows.SHA256)
	}
	if _, err := part.Keep(found.SHA256); err != nil || locked {
		return err
	}
	e.Files[place(e, named.Data)].Role = named.Archive
	e.Files = append(e.Files, named.File{Role: named.Data, Member: name, Format: format(r, packed, name), SHA256: found.SHA256,
		Bytes: found.Bytes})
	return nil
}

// place is where the file with a role is.
func place(e *named.Entry, role string) int {
	return slices.IndexFunc(e.Files, func(f named.File) bool { return f.Role == role })
}

// format is that of a file, unless the block says it.
func format(r Request, f named.File, name string) string {
	if r.Source.Format != "" || f.Format != "" {
		return f.Format
	}
	return formats.FormatOf(name, "").Name
}
