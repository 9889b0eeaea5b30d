// Package syntax reads the text of experiment and lock files: limits on what is
// parsed, what is wrong where that fails, the canonical form, blocks and attributes
// that do not belong.
package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// ExplainSyntax reports why a text could not be parsed: one error for each cause. A
// quote or bracket that is never closed spoils all that follows, so nothing else
// is said then; of what the HCL library says, one error a line.
func ExplainSyntax(r *diagnostic.Remarks, b []byte, diags hcl.Diagnostics) {
	tokens, _ := hclsyntax.LexConfig(b, r.Text.Path, hcl.InitialPos)
	if foreign(r, b, tokens) || unclosed(r, tokens) {
		return
	}
	seen := map[int]bool{}
	for _, d := range diags {
		if d.Subject != nil && seen[d.Subject.Start.Line] {
			continue
		}
		if d.Subject != nil {
			seen[d.Subject.Start.Line] = true
		}
		r.HCL(mistake.Syntax, hcl.Diagnostics{OfSyntax(d)})
	}
}

// foreign reports a text that is not an experiment file at all: none of its lines
// begins a block.
func foreign(r *diagnostic.Remarks, b []byte, tokens hclsyntax.Tokens) bool {
	for i := range tokens {
		if beginsBlock(tokens, i) {
			return false
		}
	}
	if isData(r.Text.Path) {
		r.Placeless(mistake.NotAnExperiment,
			r.Text.Path+" holds data, and bench runs experiment files, which name them", "%s",
			firstExperiment(r.Text.Path, b))
		return true
	}
	what := `An experiment file holds blocks such as learner "logreg" "lr" {}.`
	if !utf8.Valid(b) {
		what = "It is not text in UTF-8. " + what
	}
	r.Placeless(mistake.NotAnExperiment, r.Text.Path+" is not an experiment file", "%s", what)
	return true
}

// beginsBlock reports whether a token begins a line and a block of an experiment
// file.
func beginsBlock(tokens hclsyntax.Tokens, i int) bool {
	token := tokens[i]
	if token.Type != hclsyntax.TokenIdent || token.Range.Start.Column != 1 || i+1 == len(tokens) {
		return false
	}
	if _, known := Examples[string(token.Bytes)]; !known {
		return false
	}
	next := tokens[i+1].Type
	return next == hclsyntax.TokenOQuote || next == hclsyntax.TokenOBrace
}

// closing holds what closes each kind of opening token.
var closing = map[hclsyntax.TokenType]hclsyntax.TokenType{
	hclsyntax.TokenOQuote: hclsyntax.TokenCQuote, hclsyntax.TokenOHeredoc: hclsyntax.TokenCHeredoc,
	hclsyntax.TokenOBrace: hclsyntax.TokenCBrace, hclsyntax.TokenOBrack: hclsyntax.TokenCBrack,
	hclsyntax.TokenOParen:          hclsyntax.TokenCParen,
	hclsyntax.TokenTemplateInterp:  hclsyntax.TokenTemplateSeqEnd,
	hclsyntax.TokenTemplateControl: hclsyntax.TokenTemplateSeqEnd,
}

// unclosed reports the first quote or bracket that is never closed, or that
// closes nothing, and whether there is one.
func unclosed(r *diagnostic.Remarks, tokens hclsyntax.Tokens) bool {
	var open hclsyntax.Tokens
	for i, token := range tokens {
		if _, opens := closing[token.Type]; opens {
			open = append(open, token)
			continue
		}
		if len(open) == 0 {
			if closes(token) {
				r.Errorf(mistake.NotClosed, token.Range, fmt.Sprintf("This %s closes nothing", token.Bytes),
					"Remove it, or write what it closes.")
				return true
			}
			continue
		}
		last := open[len(open)-1]
		switch {
		case closing[last.Type] == token.Type:
			open = open[:len(open)-1]
		case lacksEnd(last, tokens, i):
			notClosed(r, last, token)
			return true
		}
	}
	return false
}

func closes(token hclsyntax.Token) bool {
	switch token.Type {
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen:
		return true
	}
	return false
}

// lacksEnd reports whether a token cannot be within what an opening token
// begins, so that its end is missing before it.
func lacksEnd(open hclsyntax.Token, tokens hclsyntax.Tokens, i int) bool {
	token := tokens[i]
	switch open.Type {
	case hclsyntax.TokenOQuote:
		return token.Type == hclsyntax.TokenQuotedNewline || token.Type == hclsyntax.TokenEOF
	case hclsyntax.TokenOParen, hclsyntax.TokenOBrack:
		if token.Type == hclsyntax.TokenEqual {
			return true
		}
	}
	return closes(token) || token.Type == hclsyntax.TokenEOF || beginsBlock(tokens, i)
}

// notClosed reports an opening token without an end, which was missed at another.
func notClosed(r *diagnostic.Remarks, open, missed hclsyntax.Token) {
	at, text := open.Range, strings.TrimSpace(string(open.Bytes))
	switch open.Type {
	case hclsyntax.TokenOQuote:
		at.End = missed.Range.Start
		r.Errorf(mistake.NotClosed, at, "The quote is never closed",
			`Text ends on the line on which it begins, with ".`)
	case hclsyntax.TokenOHeredoc:
		r.Errorf(mistake.NotClosed, at, "The text is never closed", "It ends with a line that holds %s alone.",
			strings.TrimLeft(text, "<-"))
	case hclsyntax.TokenOParen:
		r.Errorf(mistake.NotClosed, at, "The ( is never closed", "Write ) after the last argument.")
	case hclsyntax.TokenOBrack:
		r.Errorf(mistake.NotClosed, at, "The [ is never closed", "Write ] after the last element of the list.")
	default:
		r.Errorf(mistake.NotClosed, at, fmt.Sprintf("The %s is never closed", text),
			"Write } at its end. It is missed on line %d.",
			missed.Range.Start.Line)
	}
}

// attributeWords puts the word of this project for what HCL calls an argument.
var attributeWords = strings.NewReplacer(
	"An argument", "An attribute", "an argument", "an attribute", "A argument", "An attribute",
	"argument", "attribute", "Argument", "Attribute",
)

// OfSyntax is a syntax error of the HCL library in words of this project.
func OfSyntax(d *hcl.Diagnostic) *hcl.Diagnostic {
	said := *d
	switch d.Summary {
	case "Argument or block definition required":
		said.Summary = "This is neither an attribute nor a block"
		said.Detail = `Write name = value, or a block such as learner "logreg" "lr" {}.`
	case "Argument definition required", "Invalid single-argument block definition":
		said.Summary = "A block on one line holds one attribute"
		said.Detail = "Write every attribute and every block in it on a line of its own."
	case "Invalid expression":
		said.Summary = "A value is missing here"
		said.Detail = "Write a number, text in quotes, true, false, a list in [ ] or an object in { }."
	case "Missing argument separator":
		said.Summary, said.Detail = "A comma is missing", "Separate the arguments of a function by commas."
	case "Invalid character", "Invalid character encoding", "Unterminated function call":
	default:
		if twice := redefined.FindStringSubmatch(d.Detail); twice != nil {
			said.Summary = fmt.Sprintf("Attribute %q is set twice", twice[1])
			said.Detail = fmt.Sprintf("It is set on line %s already. Remove one of them.", twice[2])
			break
		}
		said.Summary, said.Detail = attributeWords.Replace(d.Summary), attributeWords.Replace(d.Detail)
	}
	return &said
}

var redefined = regexp.MustCompile(`argument "([^"]+)" was already set at .*:(\d+),[-\d]+\.`)
