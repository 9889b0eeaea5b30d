package picture

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

const (
	quarterTurn  = math.Pi / 2
	longestLabel = 80 // characters; the middle of longer labels is left out
)

// Sizes of letters in points, and the families to choose from.
const (
	fonts       = "Liberation Sans, Arimo, Arial, Helvetica, Nimbus Sans, sans-serif"
	smallSize   = 8
	textSize    = 9
	headingSize = 10.5
)

// style says how a text looks. align is the share of its width that lies left of
// the place it is written at.
type style struct {
	size  float64
	bold  bool
	color color.NRGBA
	align float64
}

var (
	normal  = style{size: textSize, color: ink}
	small   = style{size: smallSize, color: ink}
	heading = style{size: headingSize, bold: true, color: black}
)

func (t style) centred() style                { t.align = 0.5; return t }
func (t style) right() style                  { t.align = 1; return t }
func (t style) in(c color.NRGBA) style        { t.color = c; return t }
func (t style) fits(s string, w float64) bool { return t.room(s) <= w }

// The fonts that texts are measured with.
var regularFace, boldFace = sync.OnceValue(func() font.Face { return parsed(liberationsansregular.TTF) }),
	sync.OnceValue(func() font.Face { return parsed(liberationsansbold.TTF) })

func parsed(file []byte) font.Face {
	face, err := opentype.Parse(file)
	if err != nil {
		panic("picture: the font cannot be read: " + err.Error())
	}
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans"}, Face: face}
}

func (t style) face() font.Face {
	face := regularFace()
	if t.bold {
		face = boldFace()
	}
	face.Font.Size = vg.Length(t.size)
	return face
}

// width returns the length of a text in points. Characters that the font lacks take
// one em if they are from the scripts of East Asia or symbols, nothing if they
// combine with others, and else 0.6 em.
func (t style) width(words string) float64 {
	face := t.face()
	var strange float64
	known := strings.Map(func(r rune) rune {
		if glyph, err := face.Face.GlyphIndex(nil, r); err == nil && glyph != 0 {
			return r
		}
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.Is(unicode.Cf, r):
		case r >= 0x1100 && r < 0x1200, r >= 0x2600:
			strange++
		default:
			strange += 0.6
		}
		return -1
	}, words)
	return face.Width(known).Points() + float64(strange*t.size)
}

// wider is how much longer texts are in the fonts of machines that lack the one that is
// measured: DejaVu Sans and Verdana are the widest that browsers choose.
const wider = 1.15

// room is what a text takes at most, in whatever font it is shown.
func (t style) room(words string) float64 { return float64(wider * t.width(words)) }

// amount writes a number as marks say it: with four significant digits.
func amount(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// widest returns the room that the longest of some texts takes.
func (t style) widest(all []string) float64 {
	var most float64
	for _, words := range all {
		most = max(most, t.room(words))
	}
	return most
}

// clean returns a text that an SVG document can hold: in place of line breaks and
// tabs a space, in place of other characters that XML does not allow U+FFFD.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff:
			return unicode.ReplacementChar
		}
		return r
	}, s))
}

// label returns a label as it is drawn: clean, and of bounded length.
func label(s string) string {
	runes := []rune(clean(s))
	if len(runes) <= longestLabel {
		return string(runes)
	}
	half := (longestLabel - 1) / 2
	return string(runes[:half]) + "…" + string(runes[len(runes)-half:])
}

// cut returns as much of a text as fits into a width, with an ellipsis if that is not
// all.
func (t style) cut(words string, width float64) string {
	words = clean(words)
	if t.fits(words, width) {
		return words
	}
	runes := []rune(words)
	n := len(runes)
	for n > 0 && !t.fits(string(runes[:n])+"…", width) {
		n--
	}
	return string(runes[:n]) + "…"
}

// labels returns all labels as they are drawn.
func labels(all []string) []string {
	return lists.Map(all, label)
}

// wrap breaks a title into lines of at most a width: between words or, where a word
// alone is longer, between the parts of a name, or else anywhere.
func wrap(title string, width float64) []string {
	var lines []string
	line := ""
	add := func(joint, text string) {
		if line != "" && !heading.fits(line+joint+text, width) {
			lines, line, joint = append(lines, line), "", ""
		}
		if line == "" {
			joint = ""
		}
		line += joint + text
	}
	for _, word := range strings.Fields(title) {
		joint := " "
		if heading.fits(word, width) {
			add(joint, word)
			continue
		}
		for _, part := range wording.Parts(word) {
			if heading.fits(part, width) {
				add(joint, part)
				joint = ""
				continue
			}
			for _, r := range part {
				add(joint, string(r))
				joint = ""
			}
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
