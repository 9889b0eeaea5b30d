package download

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
)

// Want says what a file must be; what is zero is not known before.
type Want struct {
	SHA256, MD5 string // in lower-case hex
	Bytes       int64
	Most        int64 // bytes, if they are fewer than those of the client
	Web         bool  // it may be a web page
}

// Fetched is a file that is in the cache now.
type Fetched struct {
	cache.Digests
	Path string
}

// File brings a file into the cache, unless its SHA-256 is known and it is there.
func (c *Client) File(ctx context.Context, address string, want Want) (Fetched, error) {
	if path, there := c.options.Cache.Path(want.SHA256); there && c.options.Cache.Whole(want.SHA256) {
		info, err := os.Stat(path)
		if err != nil {
			return Fetched{}, err
		}
		return Fetched{cache.Digests{SHA256: want.SHA256, MD5: want.MD5, Bytes: info.Size()}, path}, nil
	}
	part, err := c.options.Cache.Partial(address)
	if err != nil {
		return Fetched{}, err
	}
	defer part.Close()
	f := &file{client: c, address: address, want: want, part: part}
	f.restore()
	for resumed := f.done > 0; ; resumed = false {
		if err := c.trying(ctx, address, nil, f.more); err != nil {
			return Fetched{}, err
		}
		found, err := cache.Digest(part)
		if err != nil {
			return Fetched{}, err
		}
		wrong := f.differs(found)
		if wrong == nil {
			f.forget()
			path, err := part.Keep(found.SHA256)
			return Fetched{found, path}, err
		}
		if err := f.restart(); err != nil || !resumed {
			return Fetched{}, errors.Join(wrong, err)
		}
	}
}

// file is one that is on its way.
type file struct {
	client  *Client
	address string
	want    Want
	part    *cache.Partial
	done    int64  // bytes that are there
	tag     string // what identifies the bytes on the server: ETag or date
	resumed int    // tries so far
}

func (f *file) tagPath() string { return f.part.Name() + ".tag" }

// restore takes up what an earlier download left. Without something that tells whether the file is still the
// same one it begins again.
func (f *file) restore() {
	f.done, _ = f.part.Seek(0, io.SeekEnd)
	b, _ := os.ReadFile(f.tagPath())
	f.tag = string(b)
	if f.done > 0 && f.tag == "" && f.want.SHA256 == "" && f.want.MD5 == "" {
		_ = f.restart()
	}
}

// restart throws away what is there.
func (f *file) restart() error {
	f.forget()
	f.done = 0
	return f.part.Discard()
}

func (f *file) forget() {
	f.tag = ""
	_ = os.Remove(f.tagPath())
}

// more asks for what is missing and adds it.
func (f *file) more(ctx context.Context, _ bool) (progress bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	header := http.Header{}
	if f.done > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", f.done))
		if f.tag != "" {
			header.Set("If-Range", f.tag)
		}
	}
	answer, err := f.client.ask(ctx, f.address, header)
	var refused *Refused
	if errors.As(err, &refused) && refused.Status == http.StatusRequestedRangeNotSatisfiable && f.done > 0 {
		return false, errors.Join(errors.New("the server has fewer bytes than arrived before"), f.restart())
	}
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if f.done > 0 && !continues(answer, f.done) {
		if err := f.restart(); err != nil {
			return false, errPlain{err}
		}
	}
	if f.done == 0 {
		f.remember(answer.Header)
	}
	before := f.done
	err = f.copy(cancel, answer)
	if err != nil && f.done > before {
		err = fmt.Errorf("%s broke off after %d bytes: %w", public(f.address), f.done, err)
	}
	return f.progressed(before, ctx.Err() != nil), err
}

// progressed reports whether a try has brought enough to begin to count tries anew. A server that sends a byte and
// falls silent would otherwise be asked for ever.
func (f *file) progressed(before int64, silent bool) bool {
	f.resumed++
	return f.done > before && !silent && f.resumed < mostResumed
}

// copy adds the bytes of an answer to the file. Without a byte for long it ends by cancel.
func (f *file) copy(cancel func(), answer *http.Response) error {
	limits := f.client.options.Limits
	stalled := time.AfterFunc(limits.Idle, cancel)
	defer stalled.Stop()
	total := max(0, f.done+answer.ContentLength)
	if answer.ContentLength < 0 {
		total = 0
	}
	buffer := make([]byte, 1<<16)
	for {
		n, err := answer.Body.Read(buffer)
		stalled.Reset(limits.Idle)
		if wrong := f.add(buffer[:n]); wrong != nil {
			return errPlain{wrong}
		}
		f.client.options.Progress(public(f.address), f.done, total)
		switch {
		case err == io.EOF && f.done < total:
			return io.ErrUnexpectedEOF
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// add writes bytes to the file, unless they cannot belong to it.
func (f *file) add(b []byte) error {
	most := f.client.options.Most
	if f.want.Bytes > 0 {
		most = f.want.Bytes
	} else if f.want.Most > 0 {
		most = min(most, f.want.Most)
	}
	var wrong error
	switch {
	case f.done == 0 && !f.want.Web && webPage(b):
		wrong = fmt.Errorf("%s sent a web page in place of the file; open the address in a browser to see what it says",
			public(f.address))
	case f.done+int64(len(b)) > most:
		wrong = fmt.Errorf("%s sends more than %d bytes, which is more than the file has or may have", public(f.address),
			most)
	}
	if wrong != nil {
		return errors.Join(wrong, f.restart())
	}
	n, err := f.part.Write(b)
	f.done += int64(n)
	return err
}

// webPage reports whether a file begins like a page for browsers.
func webPage(b []byte) bool {
	start := bytes.ToLower(bytes.TrimLeft(b[:min(len(b), 512)], " \t\r\n\xef\xbb\xbf"))
	return bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
}

// differs says in what a file is not the one that is wanted.
func (f *file) differs(found cache.Digests) error {
	for _, of := range []struct{ name, want, found string }{
		{"SHA-256", f.want.SHA256, found.SHA256}, {"MD5", f.want.MD5, found.MD5}} {
		if of.want != "" && of.want != of.found {
			return &Other{URL: f.address, Digest: of.name, Want: of.want, Found: of.found}
		}
	}
	if f.want.Bytes > 0 && found.Bytes != f.want.Bytes {
		return plainly("%s sent %d bytes in place of %d", public(f.address), found.Bytes, f.want.Bytes)
	}
	return nil
}

// Other says that a place has another file than the one that is wanted: its digest of a name is another one.
type Other struct{ URL, Digest, Want, Found string }

func (o *Other) Error() string {
	at := o.URL
	if strings.Contains(at, "://") {
		at = public(at)
	}
	return fmt.Sprintf("%s is another file: its %s is %s, and should be %s", at, o.Digest, o.Found, o.Want)
}

// continues reports whether an answer begins where the file ends.
func continues(answer *http.Response, done int64) bool {
	return answer.StatusCode == http.StatusPartialContent &&
		strings.HasPrefix(answer.Header.Get("Content-Range"), "bytes "+strconv.FormatInt(done, 10)+"-")
}

// remember keeps what identifies the bytes on the server.
func (f *file) remember(h http.Header) {
	f.tag = h.Get("ETag")
	if strings.HasPrefix(f.tag, "W/") || f.tag == "" {
		f.tag = h.Get("Last-Modified")
	}
	_ = os.WriteFile(f.tagPath(), []byte(f.tag), 0o644)
}
