// Package trace finds out which files plugins opened that neither their package nor the experiment names: it reads what
// strace wrote of their processes, and groups what belongs to the system and to interpreters.
package trace

import (
	"bufio"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// mostLine is how long a line may be that is read, in bytes, and mostPaths how many paths are kept.
const (
	mostLine  = 1 << 20
	mostPaths = 1 << 20
)

// Read lists the absolute paths that the processes of a log of strace opened for reading or ran, each once, in the
// order of their first time. The log is of strace -f -y with calls that open and run files; lines that are not are
// skipped, as is one that was cut off.
func Read(r io.Reader) (paths []string, err error) {
	begun := map[string]string{} // by process: what is known of a call that was interrupted by others
	seen := map[string]bool{}
	lines := bufio.NewReaderSize(r, 1<<16)
	for len(paths) < mostPaths {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return paths, nil
		}
		if err != nil {
			return paths, err
		}
		if len(line) > mostLine {
			continue
		}
		if path := opened(strings.TrimSuffix(line, "\n"), begun); path != "" && !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// opened is the path of a line, "" if it opens nothing to read.
func opened(line string, begun map[string]string) string {
	process, call, _ := strings.Cut(line, " ")
	if _, err := strconv.Atoi(process); err != nil {
		process, call = "", line // of the first process, before there is another
	}
	call = strings.TrimLeft(call, " ")
	if before, unfinished := strings.CutSuffix(call, " <unfinished ...>"); unfinished {
		begun[process] = before
		return ""
	}
	if strings.HasPrefix(call, "<... ") {
		_, rest, resumed := strings.Cut(call, " resumed>")
		before := begun[process]
		delete(begun, process)
		if !resumed || before == "" {
			return ""
		}
		call = before + rest
	}
	name, arguments, isCall := strings.Cut(call, "(")
	at := closing(arguments)
	result, returned := strings.CutPrefix(strings.TrimLeft(arguments[at:], ") "), "= ")
	if !isCall || !returned {
		return ""
	}
	arguments = arguments[:at]
	switch name {
	case "open", "openat", "openat2":
		return reading(arguments, result)
	case "execve", "execveat":
		return running(arguments, result)
	}
	return ""
}

// closing is the place of the parenthesis that ends the arguments of a call, outside of texts and paths; their length
// if there is none.
func closing(arguments string) int {
	for i := 0; i < len(arguments); i++ {
		switch arguments[i] {
		case ')':
			return i
		case '<':
			end := strings.IndexByte(arguments[i:], '>')
			if end < 0 {
				return len(arguments)
			}
			i += end
		case '"':
			i += 1 + quoted(arguments[i+1:])
		}
	}
	return len(arguments)
}

// reading is the path that a call opened, "" if it did not, wrote only, or opened a folder.
func reading(arguments, result string) string {
	number, path, found := strings.Cut(result, "<")
	_, err := strconv.Atoi(number)
	if !found || err != nil || !strings.HasSuffix(path, ">") || strings.Contains(arguments, "O_WRONLY") ||
		strings.Contains(arguments, "O_DIRECTORY") || strings.Contains(arguments, "O_PATH") {
		return ""
	}
	return absolute(plain(strings.TrimSuffix(path, ">")))
}

// running is the path of a program that was run, "" of one that was not, or by a path that is not absolute.
func running(arguments, result string) string {
	_, text, found := strings.Cut(arguments, `"`)
	end := quoted(text)
	if !found || end >= len(text) || result != "0" {
		return ""
	}
	return absolute(plain(text[:end]))
}

// quoted is the length of a text up to the quotation mark that ends it; no less than that of text if there is none.
func quoted(text string) int {
	i := 0
	for i < len(text) && text[i] != '"' {
		if text[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

// absolute is a clean path, "" of what is not a path of a file: a pipe, a socket, one that was removed.
func absolute(path string) string {
	if !filepath.IsAbs(path) || strings.HasSuffix(path, "(deleted)") || strings.ContainsRune(path, 0) {
		return ""
	}
	return filepath.Clean(path)
}

// plain is a text as strace escapes it.
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		if at := strings.IndexByte("tnvfr", text[i]); at >= 0 {
			b.WriteByte("\t\n\v\f\r"[at])
			continue
		}
		digits := 0
		for digits < 3 && i+digits < len(text) && text[i+digits] >= '0' && text[i+digits] <= '7' {
			digits++
		}
		if n, err := strconv.ParseUint(text[i:i+digits], 8, 8); err == nil {
			b.WriteByte(byte(n))
			i += digits - 1
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
