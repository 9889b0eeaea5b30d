package wording

import (
	"strings"
	"time"
)

// Span is a time as people say it: 45s, 3m20s, 2h5m.
func Span(d time.Duration) string {
	text := d.Round(time.Second).String()
	if d >= time.Hour {
		text = strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	}
	return text
}
