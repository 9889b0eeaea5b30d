package openml

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// Dataset resolves the attribute openml: a number, or a name with or without a version.
func (s *Server) Dataset(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	id := ""
	switch written := r.Source.OpenML.(type) {
	case float64:
		if written < 1 || written != float64(int(written)) {
			return fetch.Answer{}, fmt.Errorf("%v is not the number of a dataset", written)
		}
		id = strconv.Itoa(int(written))
		if r.Source.Version != 0 {
			return fetch.Answer{}, errors.New("a number names one version of a dataset already; remove version")
		}
	case string:
		var err error
		if id, err = s.search(ctx, client, written, r.Source.Version); err != nil {
			return fetch.Answer{}, err
		}
	default:
		return fetch.Answer{}, errors.New("openml is the number of a dataset, such as 61, or its name, such as \"iris\"")
	}
	return s.dataset(ctx, client, id, "", r.Source.Format)
}

// search finds the number of a dataset by its name.
func (s *Server) search(ctx context.Context, client *download.Client, name string, version int) (string, error) {
	path := "data/list/data_name/" + url.PathEscape(name) + "/limit/2"
	active := path + "/status/active/"
	inactive := path + "/status/deactivated"
	if version > 0 {
		active = path + "/data_version/" + strconv.Itoa(version)
		inactive = active + "/status/deactivated"
	}
	found, err := s.list(ctx, client, active)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		if found, err = s.inactive(ctx, client, inactive, name, version); err != nil {
			return "", err
		}
	}
	if len(found) > 1 {
		var versions []string
		for _, one := range found {
			versions = append(versions, one.String("version"))
		}
		return "", fmt.Errorf("OpenML has several active versions of %q, among them %s, and bench does not choose; write "+
			"version = %s for the oldest, which scikit-learn takes", name, wording.List(versions), oldest(versions))
	}
	id := found[0].String("did")
	if id == "" {
		return "", errors.New("the answer of OpenML names no dataset")
	}
	return id, nil
}

// oldest is the smallest of some numbers.
func oldest(versions []string) string {
	return slices.MinFunc(versions, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// inactive finds a version that its keepers have deactivated, if it is asked for by its number.
func (s *Server) inactive(ctx context.Context, client *download.Client, path, name string,
	version int) ([]*answer.Node, error) {
	old, err := s.list(ctx, client, path)
	switch {
	case err != nil:
		return nil, err
	case len(old) == 0 && version > 0:
		return nil, fmt.Errorf("OpenML has no dataset %q of version %d", name, version)
	case len(old) == 0:
		return nil, fmt.Errorf("OpenML has no dataset %q; %s", name, elsewhere(name))
	case version == 0:
		return nil, fmt.Errorf("all versions of %q are deactivated on OpenML; if one is meant nevertheless, name it: "+
			"version = %s", name, old[0].String("version"))
	}
	return old, nil
}

// list is a search, which may find nothing.
func (s *Server) list(ctx context.Context, client *download.Client, path string) ([]*answer.Node, error) {
	answer, err := s.ask(ctx, client, path)
	var refused *Error
	if errors.As(err, &refused) && none[refused.Code] {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return answer.Get("data").List("dataset"), nil
}

// dataset describes a dataset; target is that of a task, "" for its own.
func (s *Server) dataset(ctx context.Context, client *download.Client,
	id, target, format string) (fetch.Answer, error) {
	said, err := s.ask(ctx, client, "data/"+id)
	if err != nil {
		return fetch.Answer{}, err
	}
	said = said.Get("data_set_description")
	columns, err := s.features(ctx, client, id)
	if err != nil {
		return fetch.Answer{}, err
	}
	e := named.Entry{Name: said.String("name"), Version: said.String("version"),
		About: &named.About{Licence: said.String("licence"), Creators: said.Strings("creator"),
			Citation: said.String("citation"), Page: "https://www.openml.org/d/" + id}}
	if status := said.String("status"); status != "active" && status != "" {
		s.Tell(fmt.Sprintf("OpenML's dataset %s (%s) is %s: its keepers advise against it", id, e.Name,
			strings.ReplaceAll(status, "_", " ")))
	}
	columns.roles(&e, target)
	for _, remark := range append(columns.disagree(said), columns.texts(e.Columns.Target)...) {
		s.Tell(fmt.Sprintf("OpenML's dataset %s (%s): %s", id, e.Name, remark))
	}
	all, err := files(said, format)
	if err != nil {
		return fetch.Answer{}, err
	}
	e.Files = all[:1]
	return fetch.Answer{Entry: e, Others: all[1:], Check: columns.check, Complete: columns.complete}, nil
}

// files are the forms in which a dataset can be downloaded, the better first: ARFF, whose MD5 is known, and Parquet.
func files(said *answer.Node, format string) ([]named.File, error) {
	form := strings.ToLower(said.String("format"))
	arff := named.File{Role: named.Data, URL: secure(said.String("url")), Format: "arff",
		MD5: strings.ToLower(said.String("md5_checksum"))}
	parquet := named.File{Role: named.Data, URL: secure(said.String("parquet_url")), Format: "parquet"}
	var all []named.File
	if arff.URL != "" && (form == "" || strings.HasSuffix(form, "arff")) {
		all = append(all, arff)
	}
	if parquet.URL != "" {
		all = append(all, parquet)
	}
	if format == "parquet" {
		slices.Reverse(all)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("OpenML has it as %s only, and bench reads ARFF and Parquet", said.String("format"))
	}
	return all, nil
}

// features asks for the columns.
func (s *Server) features(ctx context.Context, client *download.Client, id string) (columns, error) {
	answer, err := s.ask(ctx, client, "data/features/"+id)
	if err != nil {
		return nil, err
	}
	var all columns
	for _, f := range answer.Get("data_features").List("feature") {
		c := column{name: f.Get("name").Text, kind: strings.ToLower(f.String("data_type")),
			levels: f.Strings("nominal_value"),
			target: f.String("is_target") == "true", ignored: f.String("is_ignore") == "true",
			id: f.String("is_row_identifier") == "true"}
		if c.levels == nil {
			_ = json.Unmarshal([]byte(f.String("nominal_values")), &c.levels) // of older answers
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, errors.New("OpenML names no columns of it")
	}
	return all, nil
}

// elsewhere says what to do about a name that OpenML does not know.
func elsewhere(name string) string {
	if _, err := strconv.Atoi(name); err == nil {
		return "if " + name + " is its number, write it without quotes"
	}
	return "names are spelled as in the addresses and titles of https://www.openml.org, with capital letters"
}
