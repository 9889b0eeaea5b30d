package inputfile

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("five", "12345")
	write("six", "123456")
	if err := errors.Join(os.Symlink("five", at("link")), os.Symlink("/dev/zero", at("zero")),
		os.Symlink("loop", at("loop")), syscall.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("folder"), 0o700),
		os.WriteFile(at("sparse"), nil, 0o600), os.Truncate(at("sparse"), 1<<40)); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	var large *SizeError
	for name, good := range map[string]func(error) bool{
		"five":    func(err error) bool { return err == nil },
		"link":    func(err error) bool { return err == nil },
		"six":     func(err error) bool { return errors.As(err, &large) && large.Size == 6 },
		"sparse":  func(err error) bool { return errors.As(err, &large) && large.Size == 1<<40 },
		"zero":    func(err error) bool { return errors.Is(err, ErrNotRegular) },
		"pipe":    func(err error) bool { return errors.Is(err, ErrNotRegular) },
		"folder":  func(err error) bool { return errors.Is(err, ErrFolder) },
		"loop":    func(err error) bool { return errors.Is(err, syscall.ELOOP) },
		"socket":  func(err error) bool { return err != nil },
		"nothing": func(err error) bool { return errors.Is(err, os.ErrNotExist) },
	} {
		if b, err := Read(at(name), 5); !good(err) || err == nil && string(b) != "12345" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}
