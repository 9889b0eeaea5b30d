package score

import "github.com/manyclass/bench/framework/results/store"

// StatusRow says what a status means.
type StatusRow struct {
	Status store.Status
	Doc    string // sentences for users
}

// Statuses are those that scores can have; all but Undefined are those of cells as well.
var Statuses = []StatusRow{
	{store.OK, "The cell has a result, and the metric a value."},
	{Undefined, "The cell has a result, but its predictions do not determine the metric, as without rows of a class, " +
		"or where the scores of the best classes of each row alone are kept and it needs those of all. Means " +
		"leave the value out."},
	{store.Failed, "The cell has no result: a plugin reported an error or ended. `bench run FILE -retry failed` tries " +
		"it again. Of a score: a plugin could not compute the metric."},
	{store.Timeout, "The cell took longer than the `timeout` of its learner allows."},
	{store.OutOfMemory, "The plugin needed more than the `memory` of the learner allows."},
	{store.Skipped, "The combination cannot be computed, and the experiment says `on_incompatible = \"skip\"`. Of a " +
		"score: the metric does not apply, as the logarithmic loss does not without probabilities."},
}
