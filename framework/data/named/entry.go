// Package named holds what names of data stood for when they were fetched, as the lock file
// says it, and finds the files in the cache.
package named

// Entry is what one name stood for. All that numbers depend on is in it: with it another
// machine needs only the bytes.
type Entry struct {
	Kind    string `hcl:"kind,label"` // as the attribute of a dataset block: "openml"
	ID      string `hcl:"id,label"`
	Name    string `hcl:"name,optional"` // that the source gives the data
	Version string `hcl:"version,optional"`
	Fetched string `hcl:"fetched,optional"` // date

	// What a dataset block need not say again.
	Target []string `hcl:"target,optional"`
	Drop   []string `hcl:"drop,optional"`
	// Types are "numeric" or "categorical", by column, where the file itself does not say it.
	Types map[string]string `hcl:"types,optional"`
	// Levels are the values of categorical columns in their order, where the file itself does not say it.
	Levels map[string][]string `hcl:"levels,optional"`
	// Codes are the names of the values 0, 1, … of columns of codes.
	Codes map[string][]string `hcl:"codes,optional"`
	// Split is the column that says which rows are the test part.
	Split     string   `hcl:"split,optional"`
	Missing   []string `hcl:"missing,optional"`
	Columns   []string `hcl:"columns,optional"`
	Delimiter string   `hcl:"delimiter,optional"`

	Licence  string   `hcl:"licence,optional"`
	Creators []string `hcl:"creators,optional"`
	Citation string   `hcl:"citation,optional"`
	Page     string   `hcl:"page,optional"` // for readers

	Files []File `hcl:"file,block"`
}

// File is one file of an entry.
type File struct {
	Role   string `hcl:"role,label"`
	URL    string `hcl:"url,optional"`    // "" for a member of the archive
	Member string `hcl:"member,optional"` // path in the archive
	Format string `hcl:"format,optional"`
	SHA256 string `hcl:"sha256"`
	MD5    string `hcl:"md5,optional"`
	Bytes  int64  `hcl:"bytes,optional"`
}

// Origin is what results say of where rows come from.
type Origin struct {
	Kind     string   `json:"kind"` // as the attribute of a dataset block
	ID       string   `json:"id"`
	Name     string   `json:"name,omitempty"`
	Version  string   `json:"version,omitempty"`
	Page     string   `json:"page,omitempty"` // for readers
	Licence  string   `json:"licence,omitempty"`
	Creators []string `json:"creators,omitempty"`
	Citation string   `json:"citation,omitempty"`
}

// Origin is what results say of the entry; nil of a source without a name.
func (f *Found) Origin() *Origin {
	if f == nil {
		return nil
	}
	page := f.Page
	if page == "" {
		page = f.Download().URL
	}
	return &Origin{f.Kind, f.ID, f.Name, f.Version, page, f.Licence, f.Creators, f.Citation}
}

// The roles of files.
const (
	Data    = "data"    // the rows
	Splits  = "splits"  // the folds of a task
	Archive = "archive" // holds the file of the rows
)

// Suite is what the name of a collection of tasks stood for.
type Suite struct {
	Kind    string `hcl:"kind,label"`
	ID      string `hcl:"id,label"`
	Name    string `hcl:"name,optional"`
	Fetched string `hcl:"fetched,optional"`
	Tasks   []Task `hcl:"task,block"`
}

// Task is one of a suite, in the order of their numbers.
type Task struct {
	ID   string `hcl:"id,label"`
	Name string `hcl:"name"` // of its data
}

// File returns the file with a role.
func (e *Entry) File(role string) (File, bool) {
	for _, f := range e.Files {
		if f.Role == role {
			return f, true
		}
	}
	return File{}, false
}
