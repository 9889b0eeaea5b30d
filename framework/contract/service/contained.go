package service

import (
	"fmt"
	"runtime/debug"
)

// Contained makes a panic over what a plugin has answered that plugin's failure: it
// wraps what calls a plugin and what reads its answer.
func Contained(read func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bench cannot read the plugin's answer, which is a bug of bench too, please report it: %v\n%s", r,
				debug.Stack())
		}
	}()
	return read()
}
