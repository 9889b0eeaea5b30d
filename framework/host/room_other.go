//go:build !linux

package host

// taskLimits is empty: where another system counts threads is not known here. A start that
// fails for that reason says so itself.
func taskLimits() []taskLimit { return nil }
