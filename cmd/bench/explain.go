package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/docs"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/showing/explain"
	"github.com/manyclass/bench/plugins/shipped"
)

func explainCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "explain [WORD]",
		Short: "Say what a word or the code of a message means",
		Long: "Says what the documents say of a WORD: a block, an attribute, a type of learner, reduction, encoder,\n" +
			"metric or validation, a decoder, a test, a status, a column of results, a term, or the code of a\n" +
			"message, such as F007. All meanings are printed; write the kind or place before the word to choose one,\n" +
			"as in metric.f1 or logreg.C. Examples are whole experiment files that run. Without a WORD, all words\n" +
			"are listed.",
		Example: "  bench explain one_vs_rest\n  bench explain F007\n  bench explain learner.logreg.C\n" +
			"  bench explain ecoc -example > try.hcl",
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: first(1, func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return wordsOf(c), cobra.ShellCompDirectiveNoFileComp
		}),
	}
	only := c.Flags().Bool("example", false, "print only the example, the first if there are several")
	c.RunE = func(c *cobra.Command, args []string) error {
		book, err := newBook(c.Root())
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return listWords(c.OutOrStdout(), book)
		}
		found := book.Find(args[0])
		if len(found) == 0 {
			return fmt.Errorf("there is no word %q. %s", args[0], book.Meant(args[0]))
		}
		if *only {
			return printExample(c.OutOrStdout(), args[0], found)
		}
		return printMeanings(c.OutOrStdout(), found)
	}
	return c
}

// newBook is the book of all words that this program knows.
func newBook(root *cobra.Command) (*explain.Book, error) {
	s := explain.Sources{Pages: docs.Pages, Components: slices.Concat(shipped.Components(contract.KindLearner),
		shipped.Components(contract.KindReducer))}
	for _, d := range shipped.Decoders() {
		s.Decoders = append(s.Decoders, explain.Named{Name: string(d.Method), Doc: d.Doc})
	}
	for _, d := range shipped.Designs() {
		s.Designs = append(s.Designs, explain.Named{Name: d.Name, Doc: d.Doc})
	}
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() {
			s.Commands = append(s.Commands, explain.Named{Name: command.Name(), Doc: command.Short})
		}
	}
	return explain.New(s)
}

// wordsOf are all words, for completion.
func wordsOf(c *cobra.Command) []string {
	book, err := newBook(c.Root())
	if err != nil {
		return nil
	}
	names := lists.Map(book.Entries(), func(e explain.Entry) string { return e.Name })
	slices.Sort(names)
	return slices.Compact(names)
}

// listWords prints the words of each kind.
func listWords(w io.Writer, book *explain.Book) error {
	kinds, words := book.Kinds()
	for _, kind := range kinds {
		text := wording.Wrap(kind+": "+strings.Join(words[kind], ", "), "", "  ", proseWidth(os.Stdout))
		if _, err := fmt.Fprintln(w, text+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// printMeanings prints every meaning, and how to choose one where there are several.
func printMeanings(w io.Writer, found []explain.Entry) error {
	for i, e := range found {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := e.Write(w, proseWidth(os.Stdout)); err != nil {
			return err
		}
	}
	return nil
}

// printExample prints the first example.
func printExample(w io.Writer, word string, found []explain.Entry) error {
	for _, e := range found {
		if e.Example != "" {
			_, err := io.WriteString(w, e.Example)
			return err
		}
	}
	return fmt.Errorf("there is no example of %s", word)
}
