package slurm

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Version is what sbatch says of itself, such as "slurm 23.11.4". It submits nothing. The
// error says what is missing.
func Version(ctx context.Context) (string, error) {
	if err := lookPrograms(); err != nil {
		return "", err
	}
	asking := Executor{options: Options{Limit: 10 * time.Second}}
	says, err := asking.run(ctx, "", programs[0], "--version")
	if refused := (*refusal)(nil); errors.As(err, &refused) && refused.homeless() {
		err = errHomeless
	}
	return strings.TrimSpace(says), err
}
