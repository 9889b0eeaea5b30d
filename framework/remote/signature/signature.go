// Package signature verifies signatures of files, as the programs signify and minisign make them.
package signature

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"aead.dev/minisign"
)

// The ends of the names of files with signatures.
const (
	Minisign = ".minisig"
	Signify  = ".sig"
)

// Key is a public key. Both programs write the same form.
type Key struct {
	id  [8]byte
	key ed25519.PublicKey
}

// The lengths of keys and signatures of signify in bytes: "Ed", the number of the key, and what follows.
const (
	header      = 2 + 8
	keyBytes    = header + ed25519.PublicKeySize
	signedBytes = header + ed25519.SignatureSize
)

// ParseKey reads a public key: its line, or the file of two lines that signify and minisign write.
func ParseKey(text string) (Key, error) {
	b, err := decode(text, keyBytes)
	if err != nil {
		return Key{}, fmt.Errorf("the key %w; a public key is a line such as "+
			"RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3", err)
	}
	return Key{[8]byte(b[2:header]), b[header:]}, nil
}

// decode reads what follows a comment in the files of signify.
func decode(text string, length int) ([]byte, error) {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	if len(lines) > 1 && strings.HasPrefix(lines[0], "untrusted comment:") {
		lines = lines[1:]
	}
	if len(lines) != 1 {
		return nil, errors.New("has not one line, or two with a comment first")
	}
	b, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSpace(lines[0]))
	switch {
	case err != nil:
		return nil, errors.New("is not base64")
	case len(b) != length || string(b[:2]) != "Ed":
		return nil, fmt.Errorf("has %d bytes, and one of signify has %d that begin with Ed", len(b), length)
	}
	return b, nil
}

// String is the number of the key, as minisign prints it.
func (k Key) String() string {
	id := bytes.Clone(k.id[:])
	slices.Reverse(id)
	return strings.ToUpper(hex.EncodeToString(id))
}

// Verify returns an error unless a signature is the key's of a message. The end of the name of the file with the
// signature tells the program that made it.
func (k Key) Verify(message, signature []byte, end string) error {
	if end == Minisign {
		return k.minisign(message, signature)
	}
	b, err := decode(string(signature), signedBytes)
	if err != nil {
		return fmt.Errorf("the signature %w", err)
	}
	if !bytes.Equal(b[2:header], k.id[:]) {
		return fmt.Errorf("the signature is of the key %v, and not of %v", Key{id: [8]byte(b[2:header])}, k)
	}
	if !ed25519.Verify(k.key, message, b[header:]) {
		return errWrong
	}
	return nil
}

var errWrong = errors.New("the signature is not of these bytes: they were changed after they were signed")

// minisign verifies the comment too, which minisign signs.
func (k Key) minisign(message, signature []byte) error {
	var s minisign.Signature
	if err := s.UnmarshalText(signature); err != nil {
		return fmt.Errorf("the signature cannot be read: %s", strings.TrimPrefix(err.Error(), "minisign: "))
	}
	var key minisign.PublicKey
	line := base64.StdEncoding.EncodeToString(slices.Concat([]byte("Ed"), k.id[:], k.key))
	if err := key.UnmarshalText([]byte(line)); err != nil {
		return err
	}
	if s.KeyID != key.ID() {
		return fmt.Errorf("the signature is of the key %016X, and not of %v", s.KeyID, k)
	}
	if !minisign.Verify(key, message, signature) {
		return errWrong
	}
	return nil
}
