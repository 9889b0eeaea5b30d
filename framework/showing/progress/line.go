package progress

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/manyclass/bench/framework/base/wording"
)

// statusLine is a line at the end of a terminal's text that changes.
type statusLine struct {
	out    io.Writer
	width  func() int // of the terminal, now
	length int        // characters of the line that is shown, 0 if none is
	drawn  time.Time
}

// show replaces the line, cut to the terminal. Its last column stays free: a
// cursor behind it would stand on the next line.
func (l *statusLine) show(text string) {
	l.clear()
	text = wording.Cut(text, l.width()-1)
	fmt.Fprint(l.out, text)
	l.length = wording.Width(text)
}

// clear takes the line away. A terminal that was made narrower meanwhile has
// broken it into several.
func (l *statusLine) clear() {
	if l.length == 0 {
		return
	}
	up := ""
	if above := (l.length - 1) / l.width(); above > 0 {
		up = fmt.Sprintf("\x1b[%dA", above)
	}
	fmt.Fprintf(l.out, "\r%s\x1b[J", up)
	l.length = 0
}

// barWidth is the width of the bar in characters; it is left out where the
// terminal is narrow.
const barWidth = 20

// bar draws a bar of barWidth characters behind its percentage. The library only draws it:
// the line around it is ours, since it must follow a terminal that is resized.
func bar(done, total int) string {
	b := progressbar.NewOptions(max(1, total), progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetTheme(progressbar.ThemeASCII))
	_ = b.Set(done) // fails for no count between 0 and total
	return strings.TrimSpace(b.String())
}
