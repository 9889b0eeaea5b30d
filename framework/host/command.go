package host

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/host/own"
)

// Command is the command of the package's processes, in the folder where they start.
func (p Package) Command() (*exec.Cmd, error) {
	switch {
	case p.own != nil:
		self, err := own.Program()
		cmd := exec.Command(self, append(slices.Clone(own.ServeWords), p.own.Name)...)
		cmd.Dir = filepath.Dir(self)
		return cmd, err
	case p.Manifest == nil:
		cmd := exec.Command(p.Executable)
		cmd.Dir = filepath.Dir(p.Executable)
		return cmd, nil
	}
	words, err := p.words()
	if err == nil && p.Manifest.Adapter {
		var between adapter
		between, err = findAdapter()
		words = between.before(words)
	}
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = p.Root
	return cmd, nil
}

// words are those of the manifest's command, with the program and the files of the
// package by their paths.
func (p Package) words() ([]string, error) {
	words := slices.Clone(p.Manifest.Command)
	if p.Interpreter != "" {
		words[0] = p.Interpreter
	}
	for i, word := range words {
		if !strings.Contains(word, "/") || filepath.IsAbs(word) {
			continue
		}
		path := filepath.Join(p.Root, word)
		_, err := os.Stat(path)
		if i == 0 || err == nil {
			words[i] = path
		}
		if err != nil && p.Manifest.Build != "" && !strings.HasPrefix(word, "-") {
			return words, fmt.Errorf("%s does not exist; build it: %s", path, inFolder(p.Root, p.Manifest.Build))
		}
	}
	program, err := p.program(words[0])
	words[0] = program
	return words, err
}

// program finds a program: at a path, or by its name in PATH.
func (p Package) program(word string) (string, error) {
	if strings.Contains(word, "/") {
		switch _, err := os.Stat(word); {
		case err != nil:
			return word, fmt.Errorf("%s does not exist%s", word, p.remedy(""))
		case !isExecutable(word):
			return word, fmt.Errorf("%s is not executable", word)
		}
		return word, nil
	}
	folders, given := p.Env["PATH"]
	if !given {
		folders = os.Getenv("PATH")
	}
	for _, folder := range filepath.SplitList(folders) {
		if path := filepath.Join(folder, word); filepath.IsAbs(path) && isExecutable(path) {
			return path, nil
		}
	}
	return word, fmt.Errorf("%s is not in PATH", word)
}

// remedy says what to type, by default a command; "" if that is empty too.
func (p Package) remedy(command string) string {
	if p.Manifest.Install != "" {
		command = p.Manifest.Install
	}
	if command == "" {
		return ""
	}
	return "; install it with: " + command
}
