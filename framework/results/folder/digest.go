package folder

import (
	"crypto/sha256"
	"encoding/hex"
)

// planName is the file of a plan with the digest of its JSON without blanks.
func planName(digest string) string { return planStart + digest[:16] + ".json" }

// planStart begins the names of plans.
const planStart = "plan-"

// compactSum is the digest of JSON without the blanks between its parts.
func compactSum(text []byte) string {
	sum := sha256.New()
	start, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			sum.Write(text[start:i])
			start = i + 1
		}
	}
	sum.Write(text[start:])
	return hex.EncodeToString(sum.Sum(nil))
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
