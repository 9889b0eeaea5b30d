// Package named holds what names of data stood for when they were fetched, as the lock file
// says it, and finds the files in the cache.
package named

// Entry is what one name stood for. All that numbers depend on is in it: with it another
// machine needs only the bytes.
type Entry struct {
	Kind    string   `hcl:"kind,label"` // as the attribute of a dataset block: "openml"
	ID      string   `hcl:"id,label"`
	Name    string   `hcl:"name,optional"` // that the source gives the data
	Version string   `hcl:"version,optional"`
	Fetched string   `hcl:"fetched,optional"` // date
	Columns *Columns `hcl:"columns,block"`    // nil if nothing is known of them
	About   *About   `hcl:"about,block"`      // nil if nothing is known
	Files   []File   `hcl:"file,block"`
}

// Columns is what a dataset block need not say again.
type Columns struct {
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
	Names     []string `hcl:"names,optional"` // of a file without a header
	Header    *bool    `hcl:"header,optional"`
	Delimiter string   `hcl:"delimiter,optional"`
	Encoding  string   `hcl:"encoding,optional"`
}

// About is what to say of data in a paper.
type About struct {
	Licence  string   `hcl:"licence,optional"`
	Creators []string `hcl:"creators,optional"`
	Citation string   `hcl:"citation,optional"`
	Page     string   `hcl:"page,optional"` // for readers
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

// The roles of files.
const (
	Data    = "data"    // the rows
	Splits  = "splits"  // the folds of a task
	Archive = "archive" // holds the file of the rows
	Part    = "part"    // has some of the rows: the file of the rows is made of all parts
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
	Name string `hcl:"name,optional"` // of its data
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

// Of is what is known of the columns.
func (e *Entry) Of() Columns {
	if e.Columns == nil {
		return Columns{}
	}
	return *e.Columns
}

// Said is what to say of the data.
func (e *Entry) Said() About {
	if e.About == nil {
		return About{}
	}
	return *e.About
}
