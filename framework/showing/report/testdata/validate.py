"""Checks the descriptions of the results folder in which it runs, with the validators of their standards."""
import sys

import frictionless
import mlcroissant

report = frictionless.validate("datapackage.json")
errors = [f"{task.name}: {error.message}" for task in report.tasks for error in task.errors]
errors += [error.message for error in report.errors]
if not report.tasks:
    errors.append("frictionless checked no file")
if not errors:
    dataset = mlcroissant.Dataset("croissant.json")
    errors += sorted(dataset.metadata.issues.errors)
    for records in dataset.metadata.record_sets:
        for record in dataset.records(records.uuid):
            if len(record) != len(records.fields):
                errors.append(f"{records.uuid}: {len(record)} fields of {len(records.fields)}")
            break
print("\n".join(errors))
sys.exit(1 if errors else 0)
