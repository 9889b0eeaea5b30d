package store

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
)

func sampleBinary() *diagnose.Binary {
	silent, several := 0, 300
	return &diagnose.Binary{
		Rows: 1000, Wrong: 500, Corrected: 20, Spoiled: 7, Silent: &silent, Several: &several,
		Columns: []diagnose.Column{
			{Column: "+--0+-", Rows: 900, Errors: 450, Corrected: 19, Spoiled: 3},
			{Column: "0000+-", Rows: 100, Errors: 1, Corrected: 1},
		},
	}
}

func sampleCode() contract.Dense {
	return contract.Dense{{1, 0}, {-1, 0}, {-1, 0}, {0, 0}, {1, 1}, {-1, -1}}
}

// Columns of every length and content come back, for numbers of classes that fill
// their last byte and others.
func TestEntries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for classes := range 23 {
		column := make([]int8, classes)
		for k := range column {
			column[k] = int8(rng.IntN(3) - 1)
		}
		b := appendEntries(nil, code.SignsOf(column))
		in := &fields{rest: b}
		if got := in.entries(classes); got != code.SignsOf(column) || in.failed || len(in.rest) > 0 || len(b) != (classes+4)/5 {
			t.Errorf("%d classes: %q became %q in %d bytes", classes, code.SignsOf(column), got, len(b))
		}
	}
	if b := appendEntries(nil, "+-0+-"); len(b) != 1 || b[0] != 1+2*3+27+2*81 {
		t.Errorf("bytes %v", b)
	}
}

func TestCountsWithoutFiring(t *testing.T) {
	d := sampleBinary()
	d.Silent, d.Several = nil, nil
	if got, err := decodeBinary(encodeBinary(d)); err != nil || !reflect.DeepEqual(&got, d) {
		t.Errorf("%+v, %v", got, err)
	}
}

// One-vs-one of 100 classes takes little more than 100 kB.
func TestModelsAreCompact(t *testing.T) {
	d := &diagnose.Binary{}
	for range 4950 {
		d.Columns = append(d.Columns, diagnose.Column{Column: string(bytes.Repeat([]byte("0"), 100)), Rows: 100, Errors: 10, Corrected: 7})
	}
	if n := len(encodeBinary(d)); n > 125_000 {
		t.Errorf("%d bytes", n)
	}
}

func TestModelsCutAnywhereAreRefused(t *testing.T) {
	for name, read := range map[string]struct {
		whole  []byte
		decode func([]byte) error
	}{
		"binary": {encodeBinary(sampleBinary()), func(b []byte) error { _, err := decodeBinary(b); return err }},
		"code":   {encodeCode(sampleCode()), func(b []byte) error { _, err := decodeCode(b); return err }},
	} {
		for cut := range read.whole {
			if read.decode(read.whole[:cut]) == nil {
				t.Errorf("%s: cut at %d of %d", name, cut, len(read.whole))
			}
		}
		if read.decode(append(read.whole, 0)) == nil {
			t.Errorf("%s: a byte too many was not noticed", name)
		}
	}
	for name, b := range map[string][]byte{
		"a digit beyond 243": {5, 1, 243}, "entries beyond the classes": {4, 1, 81}, "no classes": {0, 1}, "no columns": {2, 0},
	} {
		if c, err := decodeCode(b); err == nil {
			t.Errorf("%s: %v", name, c)
		}
	}
}

func FuzzDecodeBinary(f *testing.F) {
	f.Add(encodeBinary(sampleBinary()))
	f.Add(encodeBinary(&diagnose.Binary{}))
	f.Add([]byte{255, 255, 255, 255, 15, 255, 255, 255, 15, 1, 1, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := decodeBinary(b)
		if err != nil {
			return
		}
		if again, err := decodeBinary(encodeBinary(&d)); err != nil || !reflect.DeepEqual(again, d) {
			t.Errorf("%+v became %+v, %v", d, again, err)
		}
	})
}

func FuzzDecodeCode(f *testing.F) {
	f.Add(encodeCode(sampleCode()))
	f.Add([]byte{4, 1, 81})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decodeCode(b)
		if err != nil {
			return
		}
		if again, err := decodeCode(encodeCode(c)); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%v became %v, %v", c, again, err)
		}
	})
}
