package store

import "time"

// timed hands on the records of a journal, and gives each result the seconds that it
// took: those since the result before it, or since the last start if that is later.
// Of cells that are trained together the first has the seconds of all.
func timed(take func(record)) func(record) {
	var since time.Time
	return func(r record) {
		switch r.Kind {
		case kindResult:
			if !since.IsZero() {
				r.Result.Elapsed = max(0, r.Time.Sub(since).Seconds())
			}
			since = r.Time
		case kindStart:
			since = r.Time
		}
		take(r)
	}
}
