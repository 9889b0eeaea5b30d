package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/download"
)

// mostSaid bounds a description on this machine; download bounds those of servers.
const mostSaid = 64 << 20

// Description is a file that says what data are and where: on a server, or on this machine.
type Description struct {
	Bytes []byte
	at    string // address, or path from the folder of the experiment file
	dir   string // that folder
}

// Describe reads the description at an address, or at a path from the folder of the experiment file.
func Describe(ctx context.Context, client *download.Client, r Request, at string) (d Description, err error) {
	d = Description{at: at, dir: r.Dir}
	d.Bytes, err = d.get(ctx, client, at)
	return d, err
}

// Read reads another file that a description names.
func (d Description) Read(ctx context.Context, client *download.Client, name string) ([]byte, error) {
	at, err := d.Locate(name)
	if err != nil {
		return nil, err
	}
	return d.get(ctx, client, at)
}

func (d Description) get(ctx context.Context, client *download.Client, at string) ([]byte, error) {
	if remote(at) {
		return client.Get(ctx, at)
	}
	f, err := opened(d.dir, at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostSaid+1))
	if err == nil && len(b) > mostSaid {
		err = fmt.Errorf("%s has more than %d MiB, too many for a description", at, mostSaid>>20)
	}
	return b, err
}

// Locate is where a file is that a description names: by an address, or by a path from its own folder, which the file
// does not leave.
func (d Description) Locate(name string) (string, error) {
	if remote(name) {
		return name, download.CheckURL(name)
	}
	if !filepath.IsLocal(name) || strings.ContainsAny(name, "\\:") {
		return "", fmt.Errorf("it names the file %q, which is not in its own folder", name)
	}
	if !remote(d.at) {
		return path.Join(path.Dir(filepath.ToSlash(d.at)), name), nil
	}
	base, err := url.Parse(d.at)
	if err != nil {
		return "", err
	}
	return base.ResolveReference(&url.URL{Path: name}).String(), nil
}

// remote tells an address from a path.
func remote(at string) bool { return strings.Contains(at, "://") }

// onDisk is where a path from the folder of the experiment file leads.
func onDisk(dir, at string) string {
	if filepath.IsAbs(at) {
		return at
	}
	return filepath.Join(dir, filepath.FromSlash(at))
}

// opened is a file beside the experiment file.
func opened(dir, at string) (*os.File, error) {
	f, err := os.Open(onDisk(dir, at))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s; paths begin in the folder of the experiment file", at)
	}
	return f, err
}

// copied puts a file of this machine into the cache.
func copied(store cache.Cache, r Request, file named.File, want download.Want) (cache.Digests, error) {
	if store.Whole(want.SHA256) {
		return cache.Digests{SHA256: want.SHA256, MD5: want.MD5}, nil
	}
	from, err := opened(r.Dir, file.URL)
	if err != nil {
		return cache.Digests{}, err
	}
	defer from.Close()
	return keep(store, "copy of "+file.URL, func(to io.Writer) error {
		_, err := io.Copy(to, from)
		return err
	}, func(found cache.Digests) error {
		if want.SHA256 != "" && found.SHA256 != want.SHA256 || want.MD5 != "" && found.MD5 != want.MD5 {
			return fmt.Errorf("%s is another file: its SHA-256 is %s and its MD5 %s, and %s was expected", file.URL,
				found.SHA256, found.MD5, want.SHA256+want.MD5)
		}
		if want.Bytes > 0 && found.Bytes != want.Bytes {
			return fmt.Errorf("%s has %d bytes in place of %d", file.URL, found.Bytes, want.Bytes)
		}
		return nil
	})
}

// keep puts what is written into the cache, unless it is refused.
func keep(store cache.Cache, what string, write func(io.Writer) error,
	refuse func(cache.Digests) error) (cache.Digests, error) {
	part, err := store.Partial(what)
	if err != nil {
		return cache.Digests{}, err
	}
	defer part.Close()
	if err := part.Discard(); err != nil {
		return cache.Digests{}, err
	}
	err = write(part)
	var found cache.Digests
	if err == nil {
		found, err = cache.Digest(part)
	}
	if err == nil {
		err = refuse(found)
	}
	if err != nil {
		return found, errors.Join(err, part.Discard())
	}
	_, err = part.Keep(found.SHA256)
	return found, err
}
