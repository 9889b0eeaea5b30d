package wording

import "testing"

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "=HYPERLINK(\"x\")": "'=HYPERLINK(\"x\")", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-x": "'-x",
		"@SUM(A1)": "'@SUM(A1)",
		"\tx":      "'\tx", "\r=1": "'\r=1", "=": "'=", "'=1": "''=1", "''-x": "'''-x",
		"-1": "-1", "+1": "+1", "-1e-5": "-1e-5", "+Inf": "+Inf", "NaN": "NaN", "+--0": "+--0", "-": "-", "": "", "'": "'",
		"'a'": "'a'", "a=b": "a=b", " =1": " =1",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}
