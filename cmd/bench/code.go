package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/showing/codelist"
)

func codeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "code FILE [NAME]",
		Short:   "Print each code matrix with its distances, the errors it corrects and the rows of each problem",
		Example: "  bench code experiments/quickstart.hcl\n  bench code experiments/quickstart.hcl mine -json",
		Args:    between(1, "FILE", "NAME"),

		ValidArgsFunction: completeCode,
	}
	vars := addVars(c)
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), args[0], *vars, true, func(s *session, p *prepare.Prepared) error {
			name := ""
			if len(args) == 2 {
				name = args[1]
			}
			list, err := codelist.Of(p, name)
			if err != nil {
				return err
			}
			if *asJSON {
				for _, d := range list.Driven {
					fmt.Fprintln(c.ErrOrStderr(), d.Text(s.Out()))
				}
				return json.NewEncoder(c.OutOrStdout()).Encode(list.Codes)
			}
			return codelist.Print(c.OutOrStdout(), list, s.Out(), width(os.Stdout))
		})
	}
	return c
}
