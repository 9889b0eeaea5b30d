package openml

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/fetch"
)

// The types of tasks.
const (
	classification = "1"
	learningCurve  = "3"
)

// Task resolves the attribute openml_task: data with their target and the folds of the task.
func (s *Server) Task(ctx context.Context, client *download.Client, r fetch.Request) (fetch.Answer, error) {
	id := strconv.Itoa(r.Source.OpenMLTask)
	said, err := s.ask(ctx, client, "task/"+id)
	if err != nil {
		return fetch.Answer{}, err
	}
	said = said.Get("task")
	fail := func(text string, args ...any) (fetch.Answer, error) {
		return fetch.Answer{}, fmt.Errorf("OpenML's task %s "+text, append([]any{id}, args...)...)
	}
	switch kind := said.String("task_type_id"); kind {
	case classification:
	case learningCurve:
		return fail("draws learning curves: its folds have samples of several sizes, which bench does not read; " +
			"bench draws learning curves by its own curve block")
	default:
		return fail("is of the type %q, and bench classifies", cmp.Or(said.String("task_type"), kind))
	}
	data, target, splits, procedure := inputs(said)
	switch {
	case data == "" || target == "":
		return fail("names no dataset or no target")
	case procedure == "testontrainingdata":
		return fail("tests on the rows that it trains on, which bench refuses")
	case splits == "":
		return fail("has no folds: OpenML does not say where they are")
	}
	a, err := s.dataset(ctx, client, data, target, r.Source.Format)
	if err != nil {
		return a, fmt.Errorf("dataset %s of task %s: %w", data, id, err)
	}
	a.Entry.About.Page = "https://www.openml.org/t/" + id
	a.Entry.Files = append(a.Entry.Files, named.File{Role: named.Splits, URL: secure(splits), Format: "arff"})
	return a, nil
}

// inputs are the dataset of a task with its target, and how its rows are divided.
func inputs(said *answer.Node) (data, target, splits, procedure string) {
	for _, input := range said.List("input") {
		switch input.String("name") {
		case "source_data":
			data, target = input.String("data_set", "data_set_id"), input.String("data_set", "target_feature")
		case "estimation_procedure":
			splits = input.String("estimation_procedure", "data_splits_url")
			procedure = input.String("estimation_procedure", "type")
		}
	}
	return data, target, splits, procedure
}

// Suite lists the tasks of a suite by number, with the names of their data.
func (s *Server) Suite(ctx context.Context, client *download.Client, id string) (named.Suite, error) {
	said, err := s.ask(ctx, client, "study/"+id)
	if err != nil {
		return named.Suite{}, err
	}
	said = said.Get("study")
	suite := named.Suite{Name: said.String("name")}
	tasks := said.Get("tasks").Strings("task_id")
	if kind := said.String("main_entity_type"); kind != "" && kind != "task" {
		return suite, fmt.Errorf("OpenML's study %s is of %ss, and a suite is of tasks", id, kind)
	}
	if len(tasks) == 0 {
		return suite, fmt.Errorf("OpenML's suite %s has no tasks", id)
	}
	var errs []error
	for _, task := range tasks {
		name, err := s.nameOf(ctx, client, task)
		if err != nil {
			errs = append(errs, fmt.Errorf("task %s: %w", task, err))
			continue
		}
		suite.Tasks = append(suite.Tasks, named.Task{ID: task, Name: name})
	}
	slices.SortFunc(suite.Tasks, func(a, b named.Task) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return suite, errors.Join(errs...)
}

// nameOf is the name of a task's data.
func (s *Server) nameOf(ctx context.Context, client *download.Client, task string) (string, error) {
	said, err := s.ask(ctx, client, "task/"+task)
	if err != nil {
		return "", err
	}
	data, _, _, _ := inputs(said.Get("task"))
	if data == "" {
		return "", errors.New("it names no dataset")
	}
	described, err := s.ask(ctx, client, "data/"+data)
	if err != nil {
		return "", err
	}
	return described.String("data_set_description", "name"), nil
}
