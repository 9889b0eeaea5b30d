package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// written is an outline as text: names, labels, and how often a block is left open.
func written(f *File, b *Block) string {
	var parts []string
	for _, a := range b.Attributes {
		parts = append(parts, a.Name.Text+"="+strings.TrimSpace(f.Text[a.Start:a.End]))
	}
	for _, inner := range b.Blocks {
		text := inner.Type.Text
		for _, label := range inner.Labels {
			text += "." + label.Text
		}
		parts = append(parts, text+"("+written(f, inner)+")")
	}
	return strings.Join(parts, " ")
}

func TestOutline(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"learner \"svm\" \"s\" {\n  C = 1 # why\n  tune {\n    C = [1,\n 2]\n  }\n}\n", "learner.svm.s(C=1 tune(C=[1,\n 2]))"},
		{"locals { a = 1 }\nlocals { b = { c = 2 } }", "locals(a=1) locals(b={ c = 2 })"},
		{"learner \"svm\" \"s\" {\n  C = \nmetric \"f1\" {}\n", "learner.svm.s(C=) metric.f1()"},                 // no }
		{"dataset \"d\" {\n  file = \"a\n  target = \"b\"\n}\n", `dataset.d(file="a target="b")`},                // no quote
		{"grid \"g\" {\n  learners = [learner.a,\n  datasets = 1\n}", "grid.g(learners=[learner.a, datasets=1)"}, // no ]
		{"grid \"g\" {\n  learners = [learner.a\n}\nmetric \"f1\" {}", "grid.g(learners=[learner.a) metric.f1()"},
		{"x = max(1,\nlearner \"a\" \"b\" {}", "x=max(1, learner.a.b()"},
		{"learner \"log", "learner.log()"}, {"learner lda x {}", "learner.lda.x()"}, {"lear", ""}, {"} a = 1", "a=1"},
		{"dataset \"🙂\" { file = \"я\" }", `dataset.🙂(file="я")`},
	} {
		f := Of(test.text)
		if got := written(f, f.Root); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// The place is where | stands.
func TestFind(t *testing.T) {
	names := map[Place]string{Nowhere: "nowhere", Statement: "statement", Name: "name", Label: "label", Value: "value"}
	for _, test := range []struct{ text, want string }{
		{"lea|", `statement of "" at "lea"`}, {"|", `statement of "" at ""`}, {"lea|rner \"a\" \"b\" {}", `name of "learner" at "learner"`},
		{"learner \"lo|g\" \"b\" {}", `label of "learner" at "log" 0`}, {"learner \"a\" \"|\" {}", `label of "learner" at "" 1`},
		{"learner \"|", `label of "learner" at "" 0`},
		{"dataset \"d\" {\n  fi|\n}", `statement of "dataset" at "fi"`}, {"dataset \"d\" {\n  |\n}", `statement of "dataset" at ""`},
		{"dataset \"d\" { | }", `statement of "dataset" at ""`}, {"dataset \"d\" {\n  |", `statement of "dataset" at ""`},
		{"dataset \"d\" {}|", `nowhere of "" at ""`}, {"dataset \"d\" { # a|b\n}", `nowhere of "dataset" at ""`},
		{"dataset \"d\" {\n  fi|le = 1\n}", `name of "dataset" at "file" file`},
		{"dataset \"d\" {\n  file = |\n}", `value of "dataset" at "" file`},
		{"dataset \"d\" {\n  file = \"a|b\"\n}", `value of "dataset" at "ab" file quoted`},
		{"dataset \"d\" {\n  file = \"|\n}", `value of "dataset" at "" file quoted`},
		{"dataset \"d\" {\n  drop = [\"a\", \"|\"]\n}", `value of "dataset" at "" drop quoted`},
		{"dataset \"d\" {\n  types = { a = \"cat|\" }\n}", `value of "dataset" at "cat" types quoted keys [a]`},
		{"dataset \"d\" {\n  types = { a = \"b\", | }\n}", `value of "dataset" at "" types key`},
		{"dataset \"d\" {\n  types = { \"|\" }\n}", `value of "dataset" at "" types quoted key`},
		{"grid \"g\" {\n  learners = [learner.l|r]\n}", `value of "grid" at "lr" learners steps [learner]`},
		{"grid \"g\" {\n  learners = [learner.|]\n}", `value of "grid" at "" learners steps [learner]`},
		{"grid \"g\" {\n  learners = lea|\n}", `value of "grid" at "lea" learners`},
		{"table \"t\" {\n  where = dataset.a.cl|asses > 3\n}", `value of "table" at "classes" where steps [dataset a]`},
		{"learner \"svm\" \"s\" {\n  tune {\n    me|\n  }\n}", `statement of "tune" at "me"`},
	} {
		at := strings.Index(test.text, "|")
		f := Of(must.Replace(test.text, "|", ""))
		c := f.Find(at)
		got := fmt.Sprintf("%s of %q at %q", names[c.Place], c.Block.Type.Text, c.Word.Text)
		if c.Place == Label {
			got += fmt.Sprint(" ", c.Label)
		}
		if c.Attribute != nil {
			got += " " + c.Attribute.Name.Text
		}
		if c.Value.Quoted {
			got += " quoted"
		}
		if c.Value.Steps != nil {
			got += fmt.Sprint(" steps ", c.Value.Steps)
		}
		if c.Value.Keys != nil {
			got += fmt.Sprint(" keys ", c.Value.Keys)
		}
		if c.Value.Key {
			got += " key"
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// FuzzOutline checks that every text has an outline whose places lie in it.
func FuzzOutline(f *testing.F) {
	f.Add("learner \"svm\" \"s\" {\n  C = [1, \"a\n}\n", 12)
	f.Add("a = <<E\nx ${b}\nE\nc { d = \"${e[\"f\"]}\" }", 30)
	f.Fuzz(func(t *testing.T, text string, at int) {
		o := Of(text)
		c := o.Find(at)
		if c.Word.Start < 0 || c.Word.End > len(text) || text[c.Word.Start:c.Word.End] != c.Word.Text || c.Block == nil {
			t.Errorf("%q at %d: %+v", text, at, c)
		}
		var check func(b *Block)
		check = func(b *Block) {
			for _, a := range b.Attributes {
				_ = text[a.Start:a.End]
				_ = o.String(a)
			}
			for _, inner := range b.Blocks {
				for _, label := range inner.Labels {
					if text[label.Start:label.End] != label.Text {
						t.Errorf("%q: label %+v", text, label)
					}
				}
				if inner.End > len(text) || inner.Open > inner.End {
					t.Errorf("%q: block %+v", text, inner)
				}
				check(inner)
			}
		}
		check(o.Root)
	})
}
