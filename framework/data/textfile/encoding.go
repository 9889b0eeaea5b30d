package textfile

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/data"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// CommonEncodings are the names that messages list.
var CommonEncodings = []string{
	"utf-8", "utf-16", "utf-16le", "utf-16be", "latin1", "iso-8859-2", "iso-8859-15", "windows-1252", "windows-1251",
	"cp437", "koi8-r",
	"macintosh", "shift_jis", "gbk", "big5", "euc-kr",
}

// EncodingOf returns the encoding of a name, nil for UTF-8. Names are those of
// IANA, those of the Web, and those of Python: case, and whether parts are joined
// by - or _ or not at all, does not matter.
func EncodingOf(name string) (encoding.Encoding, error) {
	lower := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	joined := strings.ReplaceAll(lower, "-", "")
	switch joined {
	case "", "utf8", "utf8sig", "ascii", "usascii":
		return nil, nil
	case "utf16":
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM), nil
	case "utf16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	case "utf16be":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), nil
	case "macroman":
		joined = "macintosh"
	}
	iso := strings.Replace(strings.Replace(lower, "iso8859", "iso-8859", 1), "iso-8859", "iso-8859-", 1)
	iso = strings.Replace(iso, "--", "-", 1)
	for _, candidate := range []string{name, lower, joined, strings.ReplaceAll(lower, "-", "_"),
		"windows-" + strings.TrimPrefix(joined, "cp"), iso} {
		if e, err := ianaindex.IANA.Encoding(candidate); err == nil && e != nil {
			return e, nil
		}
	}
	for _, candidate := range []string{name, lower, joined} {
		if e, err := htmlindex.Get(candidate); err == nil {
			return e, nil
		}
	}
	return nil, fmt.Errorf("encoding %q is unknown", name)
}

// decode returns the text of a reader in UTF-8, without a byte order mark. What is
// not of the named encoding becomes U+FFFD.
func decode(at data.Place, name string, raw *bufio.Reader) (*bufio.Reader, error) {
	from, err := EncodingOf(name)
	if err != nil {
		return nil, at.Errorf("%v", err).Of("encoding")
	}
	start, _ := raw.Peek(3)
	inUTF8 := bytes.HasPrefix(start, []byte("\xef\xbb\xbf"))
	inUTF16 := bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff"))
	switch {
	case inUTF16 && (from == nil || !strings.HasPrefix(strings.ToLower(name), "utf")):
		return nil, at.Errorf("the text is in UTF-16; write encoding = \"utf-16\", or save the file in UTF-8")
	case inUTF8 && from != nil:
		return nil, at.Errorf("the text is in UTF-8, as its first bytes say; remove encoding").Of("encoding")
	case inUTF8:
		_, _ = raw.Discard(len(start))
	case from != nil:
		return bufio.NewReaderSize(from.NewDecoder().Reader(raw), streamBuffer), nil
	}
	return raw, nil
}

// ByMark returns a text in UTF-8 without a byte order mark, decoded from UTF-16 where it
// begins with the mark of that. What has no mark stays as it is.
func ByMark(text []byte) ([]byte, error) {
	decoded, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), text)
	return decoded, err
}
