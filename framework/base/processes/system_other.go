//go:build !linux

package processes

// Own is what this system offers.
func Own() System { return Portable() }
