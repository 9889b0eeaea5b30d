package notation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// sameNumber compares ParseBytes with Parse, which is strconv.
func sameNumber(t *testing.T, text string) {
	t.Helper()
	got, gotKind := ParseBytes([]byte(text))
	want, wantKind := Parse(text)
	if gotKind != wantKind || math.Float64bits(got) != math.Float64bits(want) && want == want {
		t.Errorf("%q: got %v (%v), want %v (%v)", text, got, gotKind, want, wantKind)
	}
	sameAnywhere(t, text)
}

// sameAnywhere compares DecimalAt with the digits read one by one, whatever stands
// around them.
func sameAnywhere(t *testing.T, text string) {
	t.Helper()
	mantissa, scale, ok := digits([]byte(text))
	want := 0.0
	if ok {
		want = quotient(mantissa, scale)
		if text[0] == '-' {
			want = -want
		}
	}
	for _, around := range []string{"", "7", "1234567.", "99999999999999999999", "-.,\n\xff+\x00..:;/0.0"} {
		for _, behind := range []string{"", around} {
			got, gotOK := DecimalAt([]byte(around+text+behind), len(around), len(around)+len(text))
			if gotOK != ok || math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%q between %q and %q: got %v (%t), want %v (%t)", text, around, behind, got, gotOK, want, ok)
			}
		}
	}
}

func TestDecimals(t *testing.T) {
	for _, text := range []string{"", "0", "-0", "+", "-", ".", "+.", "-.5", "5.", "1.2.3", "1..", "1e5", "1e-3", "0x10",
		"1_000", "nan", "-inf", "1e999", "1,5", "１",
		"9007199254740993", "9007199254740992.5", "9007199254740993.0", "9223372036854775807", "9999999999999999999",
		"0.9999999999999999999", "18446744073709551616",
		"0.0000000000000000001", "0000000000000000000", "00000000000000000001", "1.0000000000000002220446049250313",
		"1234567.1234567890123456", "1234.123456789012345", "12345.123456789012345", "0.12345678901234567",
		"-12.12345678901234567", "0.123456789012345678", "0.1x345678901234567", "0.x2345678901234567", "1.123456789012345678",
		"12345.12345678901234567", "179769313486231570",
		"-1.7976931348623157"} {
		sameNumber(t, text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		digits := strconv.FormatUint(random.Uint64N(powersOfTen[1+random.IntN(mostDigits)]), 10)
		point := random.IntN(len(digits) + 1)
		sameNumber(t, digits[:point]+"."+digits[point:])
		sameNumber(t, fmt.Sprint(random.NormFloat64()))
		odd := []byte(digits[:point] + "." + digits[point:])
		odd[random.IntN(len(odd))] = "./:-+e ,\xb0\x00\xff"[random.IntN(11)]
		sameNumber(t, string(odd))
	}
	// Halfway between two neighbours, and a little beside.
	for range 20_000 {
		even := 1<<53 + 2*random.Uint64N(1<<52)
		for _, odd := range []uint64{even + 1, even + 3} {
			sameNumber(t, strconv.FormatUint(odd, 10))
			sameNumber(t, strconv.FormatUint(odd, 10)+".001")
			sameNumber(t, strconv.FormatUint(odd-1, 10)+".999")
		}
	}
}

// Texts that Go takes for numbers and files do not mean as such.
func TestOnlyGoNumbers(t *testing.T) {
	for _, text := range []string{"1_000", "1_0.5", "0x10", "-0x1p4", "0x_1p0"} {
		if v, kind := ParseBytes([]byte(text)); kind != NotNumber {
			t.Errorf("%q is %v (%v)", text, v, kind)
		}
	}
}

func FuzzDecimal(f *testing.F) {
	f.Add("-12345.6789012345")
	f.Fuzz(sameNumber)
}
