package server

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// tasks are those of OpenML, by number: data, type, procedure.
var tasks = map[string]struct{ data, kind, procedure string }{
	"11": {"101", "1", "crossvalidation"},
	"59": {"61", "1", "crossvalidation"}, // in documents
	"12": {"101", "3", "learningcurve"},
	"13": {"101", "2", "crossvalidation"},
	"14": {"101", "1", "testontrainingdata"},
	"15": {"101", "1", "nothing"},
	"16": {"101", "1", "repeated"},
	"17": {"105", "1", "holdout"},
	"18": {"111", "1", "crossvalidation"},
	"19": {"104", "1", "crossvalidation"},
	"20": {"101", "1", "holdout"},
}

// Suites are the numbers of tasks by the number or alias of a suite; "later" the tasks after a change.
var Suites = map[string][]string{
	"99": {"17", "11"}, "small": {"17", "11"}, "98": {"11", "20"}, "97": {}, "99 later": {"11", "18"},
}

func task(id, base string) (answer, bool) {
	t, known := tasks[id]
	if !known {
		return refused(151, "Unknown task")
	}
	procedure := map[string]any{"id": "1", "type": t.procedure, "data_splits_url": base + "/splits/" + id + "/Task_" + id + "_splits.arff",
		"parameter": []map[string]any{{"name": "number_repeats", "value": "1"}, {"name": "number_folds", "value": "3"}}}
	if t.procedure == "nothing" {
		delete(procedure, "data_splits_url")
	}
	return said(map[string]any{"task": map[string]any{"task_id": id, "task_type_id": t.kind, "task_type": "Supervised Something",
		"input": []map[string]any{
			{"name": "source_data", "data_set": map[string]any{"data_set_id": t.data, "target_feature": "class"}},
			{"name": "estimation_procedure", "estimation_procedure": procedure},
			{"name": "cost_matrix", "cost_matrix": []any{}},
		}}})
}

func study(id string, later bool) (answer, bool) {
	numbers, known := Suites[id]
	if changed, has := Suites[id+" later"]; later && has {
		numbers = changed
	}
	if !known {
		return refused(601, "Unknown study")
	}
	var list any = numbers
	if len(numbers) == 1 {
		list = numbers[0]
	}
	return said(map[string]any{"study": map[string]any{"id": id, "name": "Suite of tests", "main_entity_type": "task",
		"tasks": map[string]any{"task_id": list}}})
}

// splitsOf are the folds of a task; the rows are not sorted.
func splitsOf(rest string) []byte {
	id, _, _ := strings.Cut(rest, "/")
	t, known := tasks[id]
	if !known {
		return nil
	}
	rows, folds, repeats := 60, 3, 2
	if t.data == "105" {
		rows = 40
	}
	if t.procedure == "holdout" {
		folds, repeats = 1, 1
	}
	out := "@relation splits\n@attribute type {TRAIN,TEST}\n@attribute rowid numeric\n@attribute repeat numeric\n@attribute fold numeric\n\n@data\n"
	for repeat := range repeats {
		for fold := range folds {
			for i := range rows {
				row := i * 7 % rows
				tested := (row/3+repeat)%3 == fold
				out += fmt.Sprintf("%s,%d,%d,%d\n", map[bool]string{true: "TEST", false: "TRAIN"}[tested], row, repeat, fold)
				if t.procedure == "repeated" && row == 5 {
					out += fmt.Sprintf("%s,%d,%d,%d\n", map[bool]string{true: "TRAIN", false: "TEST"}[tested], row, repeat, fold)
				}
			}
		}
	}
	return []byte(out)
}

// parquetOf is a table as Parquet: columns of numbers where all values are numbers, else of texts.
func parquetOf(names []string, rows [][]string) []byte {
	numeric := make([]bool, len(names))
	var fields []reflect.StructField
	for j, name := range names {
		numeric[j] = !slices.ContainsFunc(rows, func(row []string) bool { _, err := strconv.ParseFloat(row[j], 64); return err != nil })
		kind := reflect.TypeFor[string]()
		if numeric[j] {
			kind = reflect.TypeFor[float64]()
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", j), Type: kind,
			Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", name))})
	}
	row := reflect.StructOf(fields)
	var out bytes.Buffer
	w := parquet.NewWriter(&out, parquet.SchemaOf(reflect.New(row).Interface()))
	for _, values := range rows {
		v := reflect.New(row).Elem()
		for j, text := range values {
			if number, _ := strconv.ParseFloat(text, 64); numeric[j] {
				v.Field(j).SetFloat(number)
			} else {
				v.Field(j).SetString(text)
			}
		}
		if err := w.Write(v.Interface()); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
