package contract

import (
	"fmt"
	"strconv"
	"strings"
)

// sizeUnits are the units of memory, longer ones first.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// leastSize is less than any plugin needs to start.
const leastSize = 1 << 20

// ParseSize reads the value of an attribute that says how much memory something
// may take: a number of bytes, or text with a unit such as "500MB" or "2GiB".
func ParseSize(v any) (int64, error) {
	size := 0.0
	switch v := v.(type) {
	case float64:
		size = v
	case string:
		number, factor := v, 1.0
		for _, unit := range sizeUnits {
			if rest, found := strings.CutSuffix(v, unit.name); found {
				number, factor = rest, unit.bytes
				break
			}
		}
		parsed, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a size: write bytes, or text such as \"500MB\" or \"2GiB\"", v)
		}
		size = parsed * factor
	default:
		return 0, fmt.Errorf("write bytes, or text such as \"500MB\" or \"2GiB\"")
	}
	if !(size >= leastSize && size <= 1<<50) {
		return 0, fmt.Errorf("%v bytes are not between 1 MiB and 1 PiB", size)
	}
	return int64(size), nil
}
