package wire

import "github.com/manyclass/bench/framework/base/lists"

// texts are names of one type as those of another.
func texts[To, From ~string](values []From) []To {
	if len(values) == 0 {
		return nil
	}
	return lists.Map(values, func(v From) To { return To(v) })
}

// numbers are numbers of one size as those of another.
func numbers[To, From ~int | ~int8 | ~uint8 | ~int32 | ~int64](values []From) []To {
	if len(values) == 0 {
		return nil
	}
	return lists.Map(values, func(v From) To { return To(v) })
}
