package install

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/pluginindex"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/signature"
)

// errDiags is an error with places of its own.
type errDiags struct{ diagnostic.List }

func (e *errDiags) Error() string { return e.List[0].Summary }

// errUntrusted marks an index whose signature is not right: nothing is done with it.
var errUntrusted = errors.New("it is not used")

// read reads the index of the file, once, and verifies its signature if the file names a key.
func (w *work) read(ctx context.Context) (*found, error) {
	if w.index == nil && w.wrong == nil {
		w.index, w.wrong = w.readIndex(ctx)
	}
	return w.index, w.wrong
}

func (w *work) readIndex(ctx context.Context) (*found, error) {
	place := w.file.Elsewhere.Index
	text, err := w.bytes(ctx, place.Written)
	if err != nil {
		return nil, fmt.Errorf("the index cannot be read: %w", err)
	}
	if err := w.verify(ctx, place.Written, text); err != nil {
		return nil, fmt.Errorf("the index %s: %w; %w", place.Written, err, errUntrusted)
	}
	index, diags := pluginindex.Parse(place.Written, text)
	if diags.HasErrors() {
		return nil, &errDiags{diags}
	}
	return &found{index, place.Written}, nil
}

// verify checks the signature beside an index.
func (w *work) verify(ctx context.Context, at string, text []byte) error {
	written := w.file.Elsewhere.Key.Written
	if written == "" {
		return nil
	}
	if strings.Contains(written, ".") || strings.HasPrefix(written, "/") { // a path: base64 has no points
		b, err := os.ReadFile(w.file.Files.Absolute(written))
		if err != nil {
			return fmt.Errorf("the key cannot be read: %w", err)
		}
		written = string(b)
	}
	key, err := signature.ParseKey(written)
	if err != nil {
		return err
	}
	for _, end := range []string{signature.Minisign, signature.Signify} {
		signed, err := w.bytes(ctx, withEnd(at, end))
		switch {
		case absent(err):
			continue
		case err != nil:
			return fmt.Errorf("its signature cannot be read: %w", err)
		}
		return key.Verify(text, signed, end)
	}
	return fmt.Errorf("the file names the key %v, and beside the index is neither %s nor %s", key,
		path.Base(withEnd(at, signature.Minisign)), path.Base(withEnd(at, signature.Signify)))
}

// withEnd is the place of a file whose name is longer by an end.
func withEnd(at, end string) string {
	if u, err := url.Parse(at); err == nil && remote(at) {
		u.Path += end
		u.RawPath = ""
		return u.String()
	}
	return at + end
}

// absent reports whether a file does not exist.
func absent(err error) bool {
	var refused *download.Refused
	return errors.Is(err, os.ErrNotExist) || errors.As(err, &refused) && refused.Status == http.StatusNotFound
}

// locate is where an archive of the index is: its address, or its path from the folder of the experiment file.
func (f *found) locate(written string) (string, error) {
	if remote(written) {
		if strings.HasPrefix(f.at, "https://") && !strings.HasPrefix(written, "https://") {
			return "", fmt.Errorf("the index %s is protected, and names %s, which is not", f.at, written)
		}
		return written, download.CheckURL(written)
	}
	if !filepath.IsLocal(written) || strings.ContainsAny(written, "\\:") {
		return "", fmt.Errorf("the index %s names the archive %q, which is not in its own folder", f.at, written)
	}
	if !remote(f.at) {
		return path.Join(path.Dir(filepath.ToSlash(f.at)), written), nil
	}
	base, err := url.Parse(f.at)
	if err != nil {
		return "", err
	}
	return base.ResolveReference(&url.URL{Path: written}).String(), nil
}
