// Package crooked has one of each thing that is counted against a room.
package crooked

// Wide has 13 fields.
type Wide struct {
	a, b, c, d, e, f, g, h, i, j, k, l, m int
}

// Over is on a line that is longer than it should be, which is the reason for which it is here: 121 characters or more, in a comment.
func Over() int { return under() }
