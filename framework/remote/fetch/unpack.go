package fetch

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/parquetfile"
	"github.com/manyclass/bench/framework/remote/archive"
)

// unpack takes the file of the rows out of what was downloaded for them, if that is packed or in parts. The cache keeps
// both. choose says which members of an archive hold the rows; it may be nil.
func unpack(store cache.Cache, r Request, e *named.Entry, choose Choice) error {
	packed := e.Download()
	if packed.URL == "" {
		return join(store, r, e)
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
	case kind == archive.Plain && packed.Role == named.Archive:
		return fmt.Errorf("%s is not an archive, and its description names files in it", packed.URL)
	case kind == archive.Plain:
		e.Files[place(e, named.Data)].Format = format(r, packed, base)
		return nil
	}
	if err := name(e, at, kind, r.Source.Member, choose); err != nil {
		return fmt.Errorf("%s: %w", packed.URL, err)
	}
	for i := range e.Files {
		if e.Files[i].Role == named.Archive || e.Files[i].URL != "" || e.Files[i].Role == named.Data && parted(e) {
			continue
		}
		if err := extract(store, r, &e.Files[i], at, kind, base); err != nil {
			return fmt.Errorf("%s: %w", packed.URL, err)
		}
	}
	return join(store, r, e)
}

// name notes which members of the archive hold the rows, unless the lock file or a description says it.
func name(e *named.Entry, at string, kind archive.Kind, written string, choose Choice) error {
	if p := place(e, named.Archive); p < 0 {
		p = place(e, named.Data)
		rows := named.File{Role: named.Data, Member: written, Format: e.Files[p].Format}
		e.Files[p].Role, e.Files[p].Format = named.Archive, ""
		e.Files = append(e.Files, rows)
	}
	rows := &e.Files[place(e, named.Data)]
	if choose == nil || rows.Member != "" || rows.SHA256 != "" || parted(e) {
		return nil
	}
	all, err := archive.Names(at, kind, archive.Default)
	if err != nil {
		return err
	}
	chosen, err := choose(all)
	if err != nil {
		return err
	}
	if len(chosen) == 1 {
		rows.Member = chosen[0]
		return nil
	}
	for _, member := range chosen {
		e.Files = append(e.Files, named.File{Role: named.Part, Member: member})
	}
	return nil
}

// parted reports whether the rows are in several files.
func parted(e *named.Entry) bool { return place(e, named.Part) >= 0 }

// extract puts a member of an archive into the cache. What is known of it must be so, what is not is noted.
func extract(store cache.Cache, r Request, f *named.File, at string, kind archive.Kind, base string) error {
	var member string
	found, err := keep(store, "member of "+at, func(to io.Writer) (err error) {
		member, err = archive.Member(at, kind, archive.Default, f.Member, to)
		return err
	}, func(found cache.Digests) error { return differs(*f, found) })
	if err != nil {
		return err
	}
	if kind.Single() {
		member = strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".bz2")
	}
	if f.SHA256 == "" {
		f.Member, f.Format, f.SHA256, f.Bytes = member, format(r, *f, member), found.SHA256, found.Bytes
	}
	return nil
}

// differs refuses a file that was taken out of others, or made of them, if the lock file says another one.
func differs(f named.File, found cache.Digests) error {
	if f.SHA256 != "" && f.SHA256 != found.SHA256 {
		return fmt.Errorf("its %s %s has the SHA-256 %s, and the lock file says %s", f.Role, f.Member, found.SHA256, f.SHA256)
	}
	return nil
}

// join makes the file of the rows of its parts, if there are any: texts one behind the other, or one Parquet file.
func join(store cache.Cache, r Request, e *named.Entry) error {
	var parts []string
	rows := &e.Files[max(0, place(e, named.Data))]
	for _, f := range e.Files {
		if f.Role == named.Part {
			at, _ := store.Path(f.SHA256)
			parts = append(parts, at)
			rows.Format = format(r, *rows, f.Member+f.URL)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	form := formats.FormatOf("", cmp.Or(rows.Format, r.Source.Format)).Name
	if !slices.Contains(joined, form) {
		return fmt.Errorf("its rows are in %d files of the format %s, and bench makes one table of several files of %s "+
			"alone", len(parts), form, wording.List(joined))
	}
	header := r.Source.Header
	if header == nil {
		header = e.Of().Header
	}
	found, err := keep(store, strings.Join(parts, "\n"), func(to io.Writer) error {
		if form == "parquet" {
			return parquetfile.Join(to, parts)
		}
		return write(to, parts, header == nil || *header)
	}, func(found cache.Digests) error { return differs(*rows, found) })
	if err == nil {
		rows.SHA256, rows.Bytes = found.SHA256, found.Bytes
	}
	return err
}

// joined are the formats of which several files can be one table.
var joined = []string{"csv", "tsv", "space", "parquet"}

// write writes texts one behind the other, each of whole lines. Of the header that several have, the first one stays.
func write(to io.Writer, parts []string, header bool) error {
	var first string
	for i, at := range parts {
		var line string
		err := archive.Text(at, archive.Default, func(text io.Reader) (err error) {
			line, err = appendLines(to, text, func(line string) bool { return i > 0 && header && line == first })
			return err
		})
		if err != nil {
			return fmt.Errorf("part %d of its %d files: %w", i+1, len(parts), err)
		}
		if i == 0 {
			first = line
		}
	}
	return nil
}

// format is that of a file, unless the block says it.
func format(r Request, f named.File, name string) string {
	if r.Source.Format != "" || f.Format != "" {
		return f.Format
	}
	return formats.FormatOf(name, "").Name
}
