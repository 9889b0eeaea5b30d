package outline

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Token is a word, number, sign or part of a text in quotes, with where it lies, in bytes.
type Token struct {
	Type       hclsyntax.TokenType
	Start, End int
}

// mostQuotes is how many quotes without an end are mended.
const mostQuotes = 20

// scan splits a text into tokens. A quote that is not closed on its line counts as closed at
// its end: else all that follows would be taken for text and text for the rest.
func scan(text string) []Token {
	mended := []byte(text)
	var added []int // where quotes were added, in the mended text
	tokens, _ := hclsyntax.LexConfig(mended, "", hcl.InitialPos)
	for range mostQuotes {
		at := slices.IndexFunc(tokens, func(t hclsyntax.Token) bool { return t.Type == hclsyntax.TokenQuotedNewline })
		if at < 0 {
			break
		}
		end := tokens[at].Range.Start.Byte
		mended = slices.Insert(mended, end, '"')
		added = append(added, end)
		tokens, _ = hclsyntax.LexConfig(mended, "", hcl.InitialPos)
	}
	all := make([]Token, 0, len(tokens))
	for _, t := range tokens {
		all = append(all, Token{t.Type, original(t.Range.Start.Byte, added), original(t.Range.End.Byte, added)})
	}
	return all
}

// original is where a byte of the mended text is in the text, given in ascending order where
// bytes were added.
func original(at int, added []int) int {
	before, _ := slices.BinarySearch(added, at)
	return at - before
}
