package progress

import (
	"io"
	"strings"

	"github.com/schollz/progressbar/v3"
)

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
	_ = b.RenderBlank() // for a count of 0; it writes to nothing
	_ = b.Set(done)     // fails for no count between 0 and total
	return strings.TrimSpace(b.String())
}
