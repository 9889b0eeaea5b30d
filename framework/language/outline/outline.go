// Package outline finds the blocks, attributes and references of an experiment file that is
// being written: of any text, also where it is not HCL yet. What is meant is guessed where
// something is missing, so that an editor can help there; what a file means is for package
// experiment.
package outline

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/language/experiment"
)

// Word is a name in a text, without quotes, and where it lies, in bytes.
type Word struct {
	Text       string
	Start, End int
}

// Holds reports whether a place lies in the word or at one of its ends.
func (w Word) Holds(at int) bool { return w.Start <= at && at <= w.End }

// Block is a block, or the whole file.
type Block struct {
	Type       Word // "" of the file
	Labels     []Word
	Open       int // behind {; -1 if there is none
	End        int // behind }, or where the block ends without one
	Attributes []*Attribute
	Blocks     []*Block
	Around     *Block // nil of the file
}

// Attribute is a name and a value.
type Attribute struct {
	Name       Word
	Start, End int // of the value, with blanks before it
}

// File is the outline of a text.
type File struct {
	Text   string
	Tokens []Token
	Root   *Block
}

// mostNested is how deep blocks may lie in each other to be seen.
const mostNested = 20

// Of returns the outline of a text.
func Of(text string) *File {
	f := &File{Text: text, Tokens: scan(text), Root: &Block{End: len(text)}}
	p := parser{File: f}
	p.body(f.Root, 0)
	return f
}

// Name is the name of a block: its last label, "" if there is none.
func (b *Block) Name() string {
	if len(b.Labels) == 0 {
		return ""
	}
	return b.Labels[len(b.Labels)-1].Text
}

// Attribute returns an attribute of the block, nil if it is not written.
func (b *Block) Attribute(name string) *Attribute {
	for _, a := range b.Attributes {
		if a.Name.Text == name {
			return a
		}
	}
	return nil
}

// String is the value of an attribute that is written as a text, "" of any other.
func (f *File) String(a *Attribute) Word {
	if a == nil {
		return Word{}
	}
	written := f.Text[a.Start:a.End]
	start := a.Start + len(written) - len(strings.TrimLeft(written, " \t"))
	written = strings.TrimSpace(written)
	if len(written) < 2 || written[0] != '"' {
		return Word{}
	}
	text, err := strconv.Unquote(written)
	if err != nil {
		return Word{}
	}
	return Word{text, start + 1, start + len(written) - 1}
}

// parser reads tokens from left to right.
type parser struct {
	*File
	at int
}

func (p *parser) next() Token { return p.Tokens[min(p.at, len(p.Tokens)-1)] }

func (p *parser) is(offset int, t hclsyntax.TokenType) bool {
	return p.at+offset < len(p.Tokens) && p.Tokens[p.at+offset].Type == t
}

func (p *parser) ended() bool {
	return p.at >= len(p.Tokens) || p.Tokens[p.at].Type == hclsyntax.TokenEOF
}

// body reads what is within a block, up to its end.
func (p *parser) body(b *Block, depth int) {
	for !p.ended() {
		token := p.next()
		switch {
		case token.Type == hclsyntax.TokenCBrace && b.Around != nil:
			b.End = token.End
			p.at++
			return
		case token.Type != hclsyntax.TokenIdent:
			p.at++
		case b.Around != nil && p.beginsTop():
			b.End = token.Start
			return
		default:
			p.statement(b, depth)
		}
	}
	b.End = len(p.Text)
}

// beginsTop reports whether a block of the file begins here: the } of the one before is missing.
func (p *parser) beginsTop() bool {
	token := p.next()
	if token.Type != hclsyntax.TokenIdent || token.Start > 0 && p.Text[token.Start-1] != '\n' {
		return false
	}
	if _, known := experiment.LabelsOf(p.Text[token.Start:token.End]); !known {
		return false
	}
	return p.is(1, hclsyntax.TokenOQuote) || p.is(1, hclsyntax.TokenOBrace)
}

// statement reads an attribute or a block, or skips a word.
func (p *parser) statement(b *Block, depth int) {
	name := p.word(p.next())
	p.at++
	if p.is(0, hclsyntax.TokenEqual) {
		a := &Attribute{Name: name, Start: p.next().End}
		p.at++
		a.End = p.value(a.Start)
		b.Attributes = append(b.Attributes, a)
		return
	}
	inner := &Block{Type: name, Around: b, Open: -1, End: name.End}
	for p.label(inner) {
	}
	opens := p.is(0, hclsyntax.TokenOBrace)
	if !opens && len(inner.Labels) == 0 {
		return // a word that is being typed
	}
	b.Blocks = append(b.Blocks, inner)
	if opens && depth < mostNested {
		inner.Open = p.next().End
		p.at++
		p.body(inner, depth+1)
	}
}

// label reads a label of a block.
func (p *parser) label(b *Block) bool {
	switch {
	case p.is(0, hclsyntax.TokenIdent):
		b.Labels = append(b.Labels, p.word(p.next()))
		p.at++
	case p.is(0, hclsyntax.TokenOQuote):
		w := Word{Start: p.next().End}
		for w.End = w.Start; !p.ended(); {
			p.at++
			if w.End = p.next().Start; p.is(0, hclsyntax.TokenCQuote) {
				break
			}
		}
		p.at++
		w.Text = p.Text[w.Start:w.End]
		b.Labels = append(b.Labels, w)
	default:
		return false
	}
	b.End = p.Tokens[min(p.at, len(p.Tokens)-1)-1].End
	return true
}

func (p *parser) word(t Token) Word { return Word{p.Text[t.Start:t.End], t.Start, t.End} }

// value reads past the value of an attribute and returns where it ends, in bytes.
func (p *parser) value(end int) int {
	var open []hclsyntax.TokenType
	line := p.at // where the last line begins
	lineEnd := end
	for ; !p.ended(); p.at++ {
		token := p.next()
		switch {
		case token.Type == hclsyntax.TokenNewline || token.Type == hclsyntax.TokenComment && token.End > token.Start &&
			p.Text[token.End-1] == '\n':
			if len(open) == 0 {
				return end
			}
			line, lineEnd = p.at+1, end
		case p.beginsTop():
			return end
		case token.Type == hclsyntax.TokenEqual && len(open) > 0 && open[len(open)-1] != hclsyntax.TokenOBrace:
			p.at = line // a ] or ) is missing, and this is the next attribute
			return lineEnd
		case opens(token.Type):
			open = append(open, token.Type)
		case token.Type == hclsyntax.TokenCBrace:
			for len(open) > 0 && open[len(open)-1] != hclsyntax.TokenOBrace {
				open = open[:len(open)-1]
			}
			if len(open) == 0 {
				return end // of the block
			}
			open = open[:len(open)-1]
		case closes(token.Type) && len(open) > 0:
			open = open[:len(open)-1]
		}
		end = token.End
	}
	return end
}

func opens(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
		hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		return true
	}
	return false
}

func closes(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc,
		hclsyntax.TokenTemplateSeqEnd:
		return true
	}
	return false
}
