package fetch_test

import (
	"testing"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/fetch"
	"github.com/manyclass/bench/test/server/fetched"
)

// A file, the same file packed, and the same file in archives are the same rows.
func TestURL(t *testing.T) {
	m := fetched.New(t)
	plain, _ := m.Table(fetch.URL, `{"url": "URL/files/blobs.csv", "target": "class", "drop": ["remark"]}`)
	for _, packed := range []string{`"URL/files/blobs.csv.gz"`, `"URL/files/blobs.tar.gz"`,
		`"URL/files/blobs.zip", "member": "in/blobs.csv"`} {
		table, e := m.Table(fetch.URL, `{"url": `+packed+`, "target": "class", "drop": ["remark"]}`)
		if table.SHA256 != plain.SHA256 {
			t.Errorf("%s has %d rows", packed, table.Rows)
		}
		if _, has := e.File(named.Archive); !has {
			t.Errorf("%s: %+v", packed, e.Files)
		}
	}
}

func TestURLRefusals(t *testing.T) {
	m := fetched.New(t)
	m.Refused(fetch.URL, `{"url": "URL/files/blobs.zip"}`, "2 files", "member = ")
	m.Refused(fetch.URL, `{"url": "URL/files/blobs.zip", "member": "in/blob.csv"}`, `no member "in/blob.csv"`, "in/blobs.csv")
	m.Refused(fetch.URL, `{"url": "URL/files/blobs.csv", "member": "x.csv"}`, "not an archive")
	for _, name := range []string{"outside.zip", "outside.tar"} {
		m.Refused(fetch.URL, `{"url": "URL/files/`+name+`"}`, "outside the folder")
	}
	for _, name := range []string{"link.tar", "device.tar"} {
		m.Refused(fetch.URL, `{"url": "URL/files/`+name+`"}`, "neither a file nor a folder")
	}
	m.Refused(fetch.URL, `{"url": "URL/files/setuid.tar"}`, "as another user")
	m.Refused(fetch.URL, `{"url": "URL/files/bomb.zip"}`, "far more bytes")
	m.Refused(fetch.URL, `{"url": "URL/with/html/files/blobs.csv"}`, "web page")
	m.Refused(fetch.URL, `{"url": "http://example.org/blobs.csv"}`, "not protected")
	m.Refused(fetch.URL, `{"url": "URL/files/blobs.csv", "sha256": "`+
		`0000000000000000000000000000000000000000000000000000000000000000"}`, "another file", "SHA-256")
}
