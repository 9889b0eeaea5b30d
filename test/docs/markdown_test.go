package docs

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// block is a fenced code block of a document, or a picture. What a test does
// with it is said by an HTML comment on the line before it,
// <!-- test: VERB ARGUMENT -->, or else by its language:
//
//	file NAME       is written to NAME in the reader's folder
//	append NAME     is written at the end of it
//	status N        a shell script that ends with status N
//	stdout          a shell script; an output block after it leaves out stderr
//	output          what the script before it prints
//	targets         make commands; each target exists
//	excerpt PATH    stands word for word in a file of the repository
//	fragment        part of something; its syntax is checked
//	picture FILE    the image in the line after it is FILE, which a script wrote
//
// A line <!-- needs WHAT: COMMAND --> says what a whole page needs: it is skipped where the
// command, run in the repository, fails. A first line <!-- cluster of N nodes --> has it
// followed on a cluster, which is skipped where there can be none.
//
// Without a comment, sh runs and ends with status 0, hcl is a valid experiment,
// go is a program that compiles, and text and mermaid are for the reader only.
// An image in a folder called pictures needs a mark.
type block struct {
	line           int // of the opening fence or the image, from 1
	language, body string
	verb, argument string
	image          string // the picture's file
}

const fence = "```"

var (
	mark  = regexp.MustCompile(`^<!-- test: (\w+) ?(.*) -->$`)
	image = regexp.MustCompile(`^!\[[^\]]*\]\(([^)\s]*pictures/[^)\s]*)\)$`)
)

// readBlocks returns the blocks of a Markdown file in order.
func readBlocks(path string) ([]block, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var blocks []block
	var open *block
	before := ""
	for i, line := range strings.Split(string(content), "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, fence):
			open = &block{line: i + 1, language: strings.TrimPrefix(line, fence)}
			open.mark(before)
		case open == nil && strings.HasPrefix(strings.TrimSpace(line), fence):
			return nil, fmt.Errorf("%s:%d: an indented code block; write it at the start of the line", path, i+1)
		case open != nil && line == fence:
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.body += line + "\n"
		case image.MatchString(line):
			picture := block{line: i + 1, image: filepath.Join(filepath.Dir(path), image.FindStringSubmatch(line)[1])}
			picture.mark(before)
			if picture.verb != "picture" {
				return nil, fmt.Errorf("%s:%d: a picture needs the mark picture, to say which file of a run it is", path, i+1)
			}
			blocks = append(blocks, picture)
		case mark.MatchString(before):
			return nil, fmt.Errorf("%s:%d: after a mark comes a code block or a picture", path, i+1)
		}
		before = line
	}
	if open != nil {
		return nil, fmt.Errorf("%s:%d: the code block has no end", path, open.line)
	}
	return blocks, nil
}

// mark takes verb and argument from the line before the block.
func (b *block) mark(before string) {
	if m := mark.FindStringSubmatch(before); m != nil {
		b.verb, b.argument = m[1], m[2]
	}
}

// replaceBodies writes new bodies, by line of the opening fence, into a file.
func replaceBodies(path string, bodies map[int]string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var out strings.Builder
	skipping := false
	for i, line := range strings.SplitAfter(string(content), "\n") {
		if skipping && strings.TrimRight(line, "\n") != fence {
			continue
		}
		skipping = false
		out.WriteString(line)
		if body, ok := bodies[i+1]; ok {
			out.WriteString(body)
			skipping = true
		}
	}
	return os.WriteFile(path, []byte(out.String()), 0o644)
}

// replaceFiles writes files, by path, and the folders that they are in.
func replaceFiles(contents map[string]string) error {
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(contents[path]), 0o644); err != nil {
			return err
		}
	}
	return nil
}
