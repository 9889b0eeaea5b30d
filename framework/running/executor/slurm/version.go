package slurm

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Version is what sbatch says of itself, such as "slurm 23.11.4". It submits nothing. The
// error says what is missing.
func Version(ctx context.Context) (string, error) {
	if err := lookPrograms(); err != nil {
		return "", err
	}
	asking := jobs.Programs{Limit: 10 * time.Second, Environment: environment}
	says, err := asking.Run(ctx, "", programs[0], "--version")
	if refused := (*jobs.Refusal)(nil); errors.As(err, &refused) && homeless(refused) {
		err = errHomeless
	}
	return strings.TrimSpace(says), err
}
