package plan

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"accuracy":          "accuracy",
		"_f1_":              "_f1_",
		"..":                "_.",
		".hidden":           "_hidden",
		"a.b-c_d":           "a.b-c_d",
		"f1(average=macro)": "f1_average_macro",
		"train:f1":          "train_f1",
		"lr[C=0.1,tol=1]":   "lr_C_0.1_tol_1",
		"../../etc":         "_._.._etc",
		"50% of #3?":        "50__of__3_",
		"точность":          "точность",
		"准确率":               "准确率",
		"svm_é":             "svm_é",
		"e\u0301":           "e\u0301",
		"±":                 "_",
		"":                  "_",
		")":                 "_",
		"\xff":              "_",
	} {
		if got := FileName(name); got != want {
			t.Errorf("%q is written to %q, want %q", name, got, want)
		}
	}
	for _, long := range []string{strings.Repeat("x", 300), strings.Repeat("é", 150), strings.Repeat("确", 100)} {
		got := FileName(long)
		if len(got) > LongestFileName || len(got) < LongestFileName-3 || !utf8.ValidString(got) || !strings.HasPrefix(long, got) {
			t.Errorf("%q is written to %q", long, got)
		}
	}
	if FileKey("Accuracy") != FileKey("accuracy") || FileKey("a b") != FileKey("A_b") || FileKey("É") != FileKey("é") {
		t.Error("file keys depend on case")
	}
}
