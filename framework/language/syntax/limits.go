package syntax

import (
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Limits on a file, far above what anyone writes: parsing and evaluation use
// the stack in proportion to nesting, and must not exhaust it.
const (
	maxBytes       = 16 << 20 // of the file
	maxDepth       = 100      // brackets within brackets
	maxOperators   = 1000     // operators between two commas
	MostStatements = 10_000   // blocks and attributes
)

// ReadFile reads an experiment or lock file. Of one that is too large it is the
// beginning, which Parse refuses.
func ReadFile(path string) ([]byte, error) {
	file, _, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxBytes+1))
}

// CheckSize refuses a body with more blocks and attributes than anyone writes.
func CheckSize(r *diagnostic.Remarks, body *hclsyntax.Body) bool {
	if n := statements(body); n > MostStatements {
		r.Placeless(mistake.TooLarge, "The file is too large",
			"%s has %d blocks and attributes; an experiment file may have %d. Split it.",
			r.Text.Path, n, MostStatements)
		return false
	}
	return true
}

// statements counts the blocks and attributes of a body, and those within.
func statements(body *hclsyntax.Body) int {
	n := len(body.Attributes) + len(body.Blocks)
	for _, block := range body.Blocks {
		n += statements(block.Body)
	}
	return n
}

// CheckLimits looks through the tokens of a text for what would be too deep or
// too large to evaluate. It reports the first such place.
func CheckLimits(r *diagnostic.Remarks, b []byte) bool {
	if len(b) > maxBytes {
		r.Placeless(mistake.TooLarge, "The file is too large",
			"%s has more than %d bytes. Put large matrices in a CSV file of their own.",
			r.Text.Path, maxBytes)
		return false
	}
	tokens, _ := hclsyntax.LexConfig(b, r.Text.Path, hcl.InitialPos)
	levels := []level{{body: true}}
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenNumberLit {
			if !Representable(string(token.Bytes)) {
				r.Errorf(mistake.TooLarge, token.Range, "The number is too large or too small",
					"Other than 0, numbers are from %.0g to %.2g.",
					math.SmallestNonzeroFloat64, math.MaxFloat64)
				return false
			}
			continue
		}
		levels = nest(levels, token)
		if len(levels) > maxDepth || levels[len(levels)-1].operators > maxOperators {
			r.Errorf(mistake.TooLarge, token.Range, "The expression is too deep",
				"At most %d brackets may be nested, and %d operators may "+
					"follow each other. Split the expression with locals.", maxDepth, maxOperators)
			return false
		}
	}
	return true
}

// Representable reports whether a decimal number is neither too large for a
// float64 nor so small that it becomes 0.
func Representable(decimal string) bool {
	f, _ := strconv.ParseFloat(decimal, 64)
	digits, _, _ := strings.Cut(strings.ToLower(decimal), "e")
	return !math.IsInf(f, 0) && (f != 0 || !strings.ContainsAny(digits, "123456789"))
}

// level is what lies between two brackets: how many operators came since the
// last comma, and whether a new line ends an expression.
type level struct {
	operators int
	body      bool
}

// nest follows a token into and out of brackets.
func nest(levels []level, token hclsyntax.Token) []level {
	top := &levels[len(levels)-1]
	switch token.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen,
		hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		top.operators++
		return append(levels, level{body: token.Type == hclsyntax.TokenOBrace})
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
		if len(levels) > 1 {
			return levels[:len(levels)-1]
		}
	case hclsyntax.TokenComma, hclsyntax.TokenEqual:
		top.operators = 0
	case hclsyntax.TokenNewline:
		if top.body {
			top.operators = 0
		}
	case hclsyntax.TokenIdent, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenComment,
		hclsyntax.TokenOQuote, hclsyntax.TokenCQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenCHeredoc, hclsyntax.TokenEOF:
	default:
		top.operators++
	}
	return levels
}
