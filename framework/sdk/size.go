package sdk

import (
	"reflect"

	"github.com/manyclass/bench/framework/contract"
)

// sizeOf is how many bytes a model holds: those that it says, or what it refers to, as
// if it were the only model. It is 0 if that is not known.
func sizeOf(m contract.Model) int64 {
	if remote, ok := m.(contract.RemoteModel); ok {
		return max(0, remote.Bytes())
	}
	if f, ok := m.(contract.Fitted); ok && f.Fit().Bytes > 0 {
		return f.Fit().Bytes
	}
	held := holdings{}
	v := reflect.ValueOf(m)
	return held.inline(v) + held.beyond(v)
}

// holdings are the places in memory that were counted already.
type holdings map[uintptr]bool

// inline is the size of a value itself.
func (holdings) inline(v reflect.Value) int64 { return int64(v.Type().Size()) }

// beyond is the size of what a value refers to.
func (h holdings) beyond(v reflect.Value) (bytes int64) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || h.counted(v.Pointer()) {
			return 0
		}
		return h.inline(v.Elem()) + h.beyond(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return h.inline(v.Elem()) + h.beyond(v.Elem())
	case reflect.String:
		return int64(v.Len())
	case reflect.Slice:
		if v.Len() == 0 || h.counted(v.Pointer()) {
			return 0
		}
		return int64(v.Len())*int64(v.Type().Elem().Size()) + h.elements(v)
	case reflect.Array:
		return h.elements(v)
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += h.beyond(v.Field(i))
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			for _, part := range []reflect.Value{entries.Key(), entries.Value()} {
				bytes += h.inline(part) + h.beyond(part)
			}
		}
	}
	return bytes // functions and channels hold what cannot be seen
}

// elements is the size of what the elements of a list refer to.
func (h holdings) elements(v reflect.Value) (bytes int64) {
	if flat(v.Type().Elem()) {
		return 0
	}
	for i := range v.Len() {
		bytes += h.beyond(v.Index(i))
	}
	return bytes
}

// counted reports whether a place was counted before, and counts it.
func (h holdings) counted(place uintptr) bool {
	before := h[place]
	h[place] = true
	return before
}

// flat reports whether values of a type refer to nothing.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.String, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan,
		reflect.UnsafePointer:
		return false
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
