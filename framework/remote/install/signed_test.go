package install_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"

	"aead.dev/minisign"

	"github.com/manyclass/bench/test/must"
)

// signer makes a key, its line, and signatures.
func signer(t *testing.T) (line string, sign func(string) []byte) {
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return public.String(), func(text string) []byte { return minisign.Sign(private, []byte(text)) }
}

// If the file names a key, an index is used only with its signature; a key may be a file, too.
func TestSignedIndex(t *testing.T) {
	m := newMachine(t)
	ours, sign := signer(t)
	_, foreign := signer(t)
	index := entry("1.0.0", "", "f.tar.gz", m.put("f.tar.gz", "f"))
	m.server.Put("index.hcl", []byte(index))
	keyed := func(key string) string {
		return must.Replace(byIndex, "required", `plugin_index_key = "`+key+"\"\nrequired")
	}
	m.requires(keyed(ours))
	m.refused(false, "names the key", "neither index.hcl.minisig nor index.hcl.sig", "it is not used")
	m.server.Put("index.hcl.minisig", foreign(index))
	m.refused(false, "the signature is of the key", "it is not used")
	m.server.Put("index.hcl.minisig", sign(index+"#"))
	m.refused(false, "changed after they were signed", "it is not used")
	m.server.Put("index.hcl.minisig", []byte("<html>"))
	m.refused(false, "cannot be read", "it is not used")
	m.server.Put("index.hcl.minisig", sign(index))
	m.fetched(false)

	m.write("our.pub", "untrusted comment: ours\n"+ours+"\n")
	m.requires(keyed("./our.pub"))
	m.fetched(false)
	if err := os.Remove(filepath.Join(m.dir, "our.pub")); err != nil {
		t.Fatal(err)
	}
	m.refused(false, "the key cannot be read")
	m.requires(keyed("RWnonsense"))
	m.refused(false, "the key")

	// What is locked already does not go on with an index that cannot be trusted.
	m.requires(keyed(ours))
	m.server.Put("index.hcl", []byte(index+"\n"))
	m.refused(false, "changed after they were signed", "it is not used")
	m.refused(true, "changed after they were signed", "it is not used")
}
