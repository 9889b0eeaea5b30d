// Package makefile tries what the Makefile says where it cannot build.
package makefile

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What a build lacks is told in one sentence, and nothing is begun.
func TestWhatABuildLacks(t *testing.T) {
	for _, read := range []string{"../../Makefile", "../../go.mod"} {
		if _, err := os.ReadFile(read); err != nil { // so that go test knows what the result depends on
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ program, text, want string }{
		"another system": {"uname", "echo MINGW64_NT", "bench builds on Linux and macOS, and this is MINGW64_NT; on Windows use WSL"},
		"an old Go":      {"go", "echo go1.9.7", "or newer, and this is go1.9.7: install a newer one from https://go.dev/dl"},
		"a Go that cannot fetch another": {"go", "echo no network >&2; exit 1",
			"no Go that works was found (no network): install Go 1."},
		"no Go": {"", "", "no Go that works was found ("},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			command := exec.Command("make", "-C", "../..", "run")
			if c.program == "" {
				command.Args = append(command.Args, "GO="+filepath.Join(folder, "go"))
			} else if err := os.WriteFile(filepath.Join(folder, c.program), []byte("#!/bin/sh\n"+c.text+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "MAKEFLAGS=", "LC_ALL=C")
			var stdout, stderr strings.Builder
			command.Stdout, command.Stderr = &stdout, &stderr
			if err := command.Run(); err == nil {
				t.Error("make run built")
			}
			said := strings.TrimSpace(stderr.String())
			if !strings.Contains(said, c.want) || strings.Contains(said, "\n") || strings.Contains(stdout.String(), "build") {
				t.Errorf("want one line with %q, got\n%s\n%s", c.want, said, &stdout)
			}
		})
	}
}
