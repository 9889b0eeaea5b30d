package croissant

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// forms are formats by their media types.
var forms = map[string]string{"text/csv": "csv", "text/tsv": "tsv", "text/tab-separated-values": "tsv",
	"application/x-parquet": "parquet", "application/vnd.apache.parquet": "parquet", "application/parquet": "parquet"}

// files are those of a file object or a file set. members says which of an archive they are.
func (d *description) files(id string, locate func(string) (string, error)) ([]named.File, fetch.Choice, error) {
	n := d.named("distribution", id)
	if n == nil {
		return nil, nil, fmt.Errorf("the description names the file %q and does not say where it is", id)
	}
	form, err := format(n)
	if err != nil {
		return nil, nil, fmt.Errorf("file %q: %w", id, err)
	}
	set := d.has(n, "@type", "FileSet")
	if !n.Has("containedIn") {
		if set {
			return nil, nil, fmt.Errorf("the file set %q does not say which archive it is in (containedIn)", id)
		}
		f, err := d.file(n, locate)
		f.Role, f.Format = named.Data, form
		return []named.File{f}, nil, err
	}
	archive, err := d.archive(n)
	if err != nil {
		return nil, nil, fmt.Errorf("file %q: %w", id, err)
	}
	packed, err := d.file(archive, locate)
	if err != nil {
		return nil, nil, err
	}
	packed.Role = named.Archive
	rows := named.File{Role: named.Data, Format: form}
	if !set {
		rows.Member = strings.TrimPrefix(n.String("contentUrl"), "./")
		return []named.File{packed, rows}, nil, nil
	}
	members, err := globs(id, n.Strings("includes"), n.Strings("excludes"))
	return []named.File{packed, rows}, members, err
}

// archive is the file object that a file or a file set is in.
func (d *description) archive(n *answer.Node) (*answer.Node, error) {
	in := n.List("containedIn")
	if len(in) != 1 || in[0].Has("transform") || in[0].Has("fileSet") {
		return nil, errors.New("it is in several archives or is made by a transform, which bench does not read")
	}
	id := reference(in[0])
	if in[0].Has("fileObject") {
		id = reference(in[0].Get("fileObject"))
	}
	archive := d.named("distribution", id)
	switch {
	case archive == nil:
		return nil, fmt.Errorf("the archive %q, in which it is, is not described", id)
	case archive.Has("containedIn") || d.has(archive, "@type", "FileSet"):
		return nil, fmt.Errorf("the archive %q is in another one, and bench unpacks one", id)
	case strings.Contains(archive.String("encodingFormat"), "git"):
		return nil, fmt.Errorf("it is in a git repository, %s, which bench does not read; a dataset of the Hub is named by "+
			"huggingface", archive.String("contentUrl"))
	}
	return archive, nil
}

// format is that of the files of a part of the description.
func format(n *answer.Node) (string, error) {
	said := n.Strings("encodingFormat")
	for _, kind := range said {
		if form := forms[strings.ToLower(kind)]; form != "" {
			return form, nil
		}
	}
	for _, path := range append(n.Strings("contentUrl"), n.Strings("includes")...) {
		path = strings.SplitN(strings.TrimSuffix(strings.ToLower(path), ".gz"), "?", 2)[0]
		if form := path[strings.LastIndexByte(path, '.')+1:]; form != "svmlight" && slices.Contains(formats.Names(), form) {
			return form, nil
		}
	}
	return "", fmt.Errorf("its format is %s, which bench does not read as a table", wording.First(said, 3))
}

var hex = regexp.MustCompile(`^[0-9a-f]+$`)

// file is where the bytes of a file object are, with its digest.
func (d *description) file(n *answer.Node, locate func(string) (string, error)) (named.File, error) {
	at, err := locate(n.String("contentUrl"))
	if err != nil {
		return named.File{}, fmt.Errorf("file %q: %w", name(n), err)
	}
	f := named.File{URL: at, MD5: strings.ToLower(n.String("md5"))}
	digest := strings.ToLower(n.String("sha256"))
	switch {
	case digest == "":
	case !hex.MatchString(digest) || len(digest) != 64 && len(digest) != 32:
		return f, fmt.Errorf("file %q has %q as its sha256, which is not a SHA-256", name(n), digest)
	case len(digest) == 32: // as in the examples of the standard
		f.MD5 = digest
	default:
		f.SHA256 = digest
	}
	return f, nil
}

// globs chooses the members of an archive that a file set has, in the order of their names.
func globs(id string, includes, excludes []string) (fetch.Choice, error) {
	if len(includes) == 0 {
		return nil, fmt.Errorf("the file set %q does not say which files it has (includes)", id)
	}
	in, out := lists.Map(includes, glob), lists.Map(excludes, glob)
	matches := func(patterns []*regexp.Regexp, member string) bool {
		return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(member) })
	}
	return func(all []string) ([]string, error) {
		chosen := lists.Filter(all, func(member string) bool { return matches(in, member) && !matches(out, member) })
		if len(chosen) == 0 {
			return nil, fmt.Errorf("no file of the archive belongs to the file set %q (%s); it holds %s", id,
				strings.Join(includes, ", "), wording.First(all, 20))
		}
		return chosen, nil
	}, nil
}

// glob is a pattern of files. A star also stands for slashes, as the standard's own examples need it.
func glob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(strings.TrimPrefix(pattern, "./"))
	quoted = strings.NewReplacer(`\*\*/`, "(.*/)?", `\*`, ".*", `\?`, ".").Replace(quoted)
	return regexp.MustCompile("^(?s:" + quoted + ")$")
}
