"""What authors write and are given: learners, reductions, metrics, encoders, splitters, problems, stages, outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, ClassVar, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import wire
from .params import Diagnostic

Floats = NDArray[np.float64]
#: Rows of features: an array of float64, n × d; for learners that declare sparse and data that are mostly zeros a
#: scipy.sparse.csr_matrix, or a bench_plugin.CSR if scipy is not installed.
Matrix = Any


TASKS = ("binary", "multiclass", "regression")
SCORES = ("margin", "log_odds", "probability")
FACTS = ("groups", "weights", "features")
ENDS = ("tolerance", "max_iter", "stalled", "no_minimum")


def _check_words(who: str, words: Iterable[str], known: Sequence[str]) -> None:
    """Refuses a word that bench does not know: the host would ignore it."""
    for word in words:
        if word not in known:
            raise ValueError(f"{who} {word!r}, which is not one of {', '.join(known)}")


@dataclass(frozen=True)
class Capabilities:
    """What a component promises; docs/plugin-reference.md says what the host does with each."""

    tasks: Sequence[str] = ("binary",)  # "binary", "multiclass", "regression"
    scores: str = ""  # of learners: "margin", "log_odds", "probability"
    sparse: bool = False
    batch: bool = False  # set by the SDK for learners with train_batch
    weights: bool = False
    symmetric: bool = False
    deterministic: bool = False
    threads: bool = False
    probabilities: Sequence[str] = ()  # of reductions, as are the others
    needs: Sequence[str] = ()
    multi_label: bool = False  # of metrics and encoders too
    smaller: bool = False  # of metrics: smaller values are better
    target: bool = False  # of encoders: learns from classes or labels
    facts: Sequence[str] = ()  # of metrics and splitters, what they need of rows: "groups", "weights"; "features"

    def __post_init__(self) -> None:
        for words, known in ((self.tasks, TASKS), ((self.scores,) if self.scores else (), SCORES),
                             (self.probabilities, SCORES), (self.needs, SCORES), (self.facts, FACTS)):
            _check_words("capabilities say", words, known)

    def message(self) -> wire.Message:
        """The promises as the host takes them."""
        values = {name: list(v) if isinstance(v, (tuple, list)) else v for name, v in self.__dict__.items()}
        return wire.new("Capabilities", **values)


@dataclass(frozen=True)
class Column:
    """A feature: "numeric", "indicator", or "nominal" with the words that the numbers 0, 1, … stand for."""

    name: str
    kind: str
    values: tuple[str, ...] = ()


class Cancelled(Exception):
    """The host does not wait for the answer any more."""


@dataclass(frozen=True)
class Problem:
    """What is to be learned. The features are shifted and scaled as the encoder asks and must not be written to:
    other problems may share them. `check` raises Cancelled when the host has given up: long loops call it."""

    task: str
    x: Matrix  # n × d
    y: Floats  # n: -1 or +1; of multiclass problems 0 … classes-1; of regressions any number
    weights: Floats | None  # n positive numbers, or None for all 1
    classes: int  # 2 unless the task is multiclass
    seed: int  # the only source of randomness; below 2**64
    threads: int
    columns: Sequence[Column]  # d, or none if the host did not send them
    check: Callable[[], None]


@dataclass(frozen=True)
class Batch:
    """All problems of a call over the same rows. Column l of y holds the targets of problem l: of binary problems
    -1, +1, or 0 where a row is left out."""

    task: str
    x: Matrix  # n × d
    y: Floats  # n × L
    weights: Floats | None
    classes: int
    seeds: Sequence[int]  # L
    threads: int
    columns: Sequence[Column]
    check: Callable[[], None]


@dataclass(frozen=True)
class Fitted:
    """A model with what is known of its training, for learners that know: the objective, whether it stopped before
    its tolerance, why it ended ("tolerance", "max_iter", "stalled", "no_minimum"), and its share of the time."""

    model: Any
    objective: float | None = None
    unconverged: bool = False
    end: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.objective is not None and np.iscomplexobj(self.objective):
            raise TypeError(f"the objective of a model is {self.objective!r}, which is not a real number")
        _check_words("a model says that its training ended by", [self.end] if self.end else [], ENDS)


class Component:
    """A learner, a reduction, a metric, an encoder or a splitter. One object is made for each call, with the parameters as
    its attributes."""

    kind: ClassVar[str]
    capabilities: ClassVar[Capabilities]
    name: ClassVar[str] = ""  # the name of the class in small letters if it is not given

    def validate(self) -> Iterable[Diagnostic]:
        """What the schema cannot say of the parameters."""
        return ()

    def narrow(self) -> Capabilities:
        """What is promised under these parameters."""
        return self.capabilities

    def runtimes(self) -> Mapping[str, str]:
        """Versions that results under these parameters depend on, beside those of the plugin."""
        return {}


class Learner(Component):
    """Trains models and scores rows with them. The documentation of a subclass says what it learns; its annotated
    fields are its parameters."""

    kind = "learner"
    capabilities = Capabilities(scores="margin")

    def train(self, problem: Problem) -> Any:
        """Returns a model, of whatever type, or one in Fitted. An exception fails this problem alone."""
        raise NotImplementedError

    def score(self, model: Any, x: Matrix) -> ArrayLike:
        """Returns a score for each row, above 0 for +1 (above ½ if it is a probability); of a multiclass model
        rows × classes. The score of a row depends on that row alone."""
        raise NotImplementedError

    # A learner that trains problems together has train_batch(self, batch: Batch), which yields (l, model) for every
    # column l of batch.y, or (l, exception). Each model must have the same bytes as if it were trained alone.
    train_batch: ClassVar[Callable[[Any, Batch], Iterator[tuple[int, Any]]] | None] = None


@dataclass(frozen=True)
class Reduction:
    """The problem that is to be reduced."""

    classes: Sequence[str]  # K names; of multi-label data those of the labels
    counts: Sequence[int]  # the rows of each
    seed: int


@dataclass(frozen=True)
class Stage:
    """Problems that can be trained at the same time: the columns of a code, of targets, or labels; or, if the task
    is multiclass and all of these are None, the problem of all classes. docs/protocol.md tells of the fields."""

    task: str = "binary"
    code: ArrayLike | None = None  # K × L of +1, -1 and 0
    labels: Sequence[int] = ()
    targets: Floats | None = None  # n × L, for Next alone
    target_of: Sequence[int] = ()  # the training row of each row of targets, ascending; empty: all, once
    target_weights: Sequence[float] = ()  # what each row of targets weighs; empty: 1
    learner: str = ""
    inputs: Sequence[str] = ()
    of: Sequence[int] = ()
    outputs: str = "none"
    folds: int = 0
    features: bool = False
    later: int = 0
    state: Any = None  # what JSON can hold; arrays come back as lists


@dataclass(frozen=True)
class Done:
    """There is no other stage; decode gets the state."""

    state: Any = None


@dataclass(frozen=True)
class Training:
    """What a reduction sees of the n training rows of a fold."""

    classes: NDArray[np.int32]  # n; of multi-label data none
    labels: NDArray[np.int8]  # n × K; none unless the data are multi-label
    counts: Sequence[int]
    outputs: Floats  # n × the columns of all stages that wanted scores
    kind: str
    features: Floats  # n × d if the stage asked for them
    seed: int


@dataclass(frozen=True)
class Decoded:
    """The answer of decode."""

    scores: Floats  # n × K, larger is better
    predictions: ArrayLike | None = None  # n; of multi-label data n × K of 1 and 0; if None the first largest score
    probabilities: Floats | None = field(default=None)


class Reducer(Component):
    """Makes simpler problems of one over K classes, and classes of their scores."""

    kind = "reduction"
    capabilities = Capabilities()

    def plan(self, reduction: Reduction) -> Stage:
        """Returns the first stage, or raises a Diagnostic if the parameters do not fit the classes."""
        raise NotImplementedError

    def next(self, state: Any, training: Training) -> Stage | Done:
        """Returns the stage after one that asked for outputs or features."""
        raise NotImplementedError(f"{type(self).__name__} has one stage only")

    def decode(self, state: Any, scores: Floats, kind: str) -> Decoded:
        """Makes classes of the scores of all stages, n × their columns. There may be no rows."""
        raise NotImplementedError


@dataclass(frozen=True)
class Outcome:
    """What is predicted of n rows, with what is known of them. The arrays cannot be written to."""

    classes: Sequence[str]  # K names; of multi-label data those of the labels
    multi_label: bool
    truth: NDArray[np.int32]  # n class numbers; of multi-label data n × K of 1 and 0
    predicted: NDArray[np.int32]  # likewise
    scores: Floats  # n × K, larger is better
    probabilities: Floats | None  # n × K, None where there are none
    weights: Floats | None  # n positive numbers, None where rows have none
    groups: NDArray[np.int32] | None  # n, equal for rows of one group; None where rows have none

    def __len__(self) -> int:
        return len(self.scores)

    def part(self, start: int, end: int) -> "Outcome":
        """The rows from start to before end."""
        rows = slice(start, end)
        return Outcome(
            self.classes,
            self.multi_label,
            self.truth[rows],
            self.predicted[rows],
            self.scores[rows],
            None if self.probabilities is None else self.probabilities[rows],
            None if self.weights is None else self.weights[rows],
            None if self.groups is None else self.groups[rows],
        )


class Metric(Component):
    """Makes a number of what is predicted of rows. The documentation of a subclass says which; its annotated fields
    are its parameters."""

    kind = "metric"
    capabilities = Capabilities(tasks=())

    def compute(self, outcome: Outcome) -> float:
        """Returns the value on these rows, one at least; NaN says that it is undefined there. An exception fails
        this value alone."""
        raise NotImplementedError


@dataclass(frozen=True)
class Records:
    """Rows of a table before they are encoded. A numeric column has NaN where a value is missing. A nominal one has
    the numbers of its values, those of the whole dataset, and -1 where a value is missing."""

    x: Floats  # n × d; cannot be written to
    columns: Sequence[Column]  # d

    def __len__(self) -> int:
        return len(self.x)


@dataclass(frozen=True)
class TrainingRecords(Records):
    """The rows that an encoder is fitted to, in an order that means nothing."""

    classes: Sequence[str]  # K names, of multi-label data those of the labels; empty unless the encoder declares target
    multi_label: bool
    target: NDArray[np.int32] | None  # n class numbers; of multi-label data n × K of 1 and 0; None likewise
    weights: Floats | None  # n positive numbers, None where rows have none
    groups: NDArray[np.int32] | None  # n, equal for rows of one group; None where rows have none
    seed: int  # the only source of randomness; below 2**64


@dataclass(frozen=True)
class Encoding:
    """What an encoder has learnt: a state that JSON can hold, arrays coming back as lists, and the names of the
    features that it makes. Those that are 1 or 0 may be a Column of the kind "indicator" in place of a name."""

    state: Any
    features: Sequence[str | Column]


class Encoder(Component):
    """Makes features of the columns of a table. The documentation of a subclass says which; its annotated fields are
    its parameters."""

    kind = "encoder"
    capabilities = Capabilities(tasks=())

    def fit(self, training: TrainingRecords) -> Encoding:
        """Learns from training rows, one at least."""
        raise NotImplementedError

    def transform(self, state: Any, records: Records) -> ArrayLike:
        """Returns rows × features, finite numbers. Those of a row depend on the state and on this row alone."""
        raise NotImplementedError


@dataclass(frozen=True)
class Undivided:
    """The n rows of a dataset that are to be divided, in its order; rows without a class are not among them. The
    arrays cannot be written to."""

    classes: Sequence[str]  # K names; of multi-label data those of the labels
    multi_label: bool
    truth: NDArray[np.int32]  # n class numbers; of multi-label data n × K of 1 and 0
    quantity: Floats | None  # n numbers that classes were made of, None where they were not made of numbers
    groups: NDArray[np.int32] | None  # n, equal for rows of one group; None where the dataset has none
    weights: Floats | None  # n positive numbers, None where rows have none
    x: Matrix | None  # n × d, the columns as they are, for splitters whose facts have "features"; NaN where missing
    columns: Sequence[Column]  # d, of x; the numbers of nominal ones are those of their values, negative where missing
    seed: int  # the only source of randomness; below 2**64

    def __len__(self) -> int:
        return len(self.truth)


@dataclass(frozen=True)
class Fold:
    """The rows that a fold tests and trains on: their numbers, or an array of n that is True for them. A row may be
    listed several times in train: it then trains as often. If train is None it is all rows but those tested."""

    test: ArrayLike
    train: ArrayLike | None = None


class Splitter(Component):
    """Divides the rows of a dataset: a method of the validation block. The documentation of a subclass says how; its
    annotated fields are its parameters."""

    kind = "validation"
    capabilities = Capabilities(tasks=(), deterministic=True)

    def split(self, rows: Undivided) -> Iterable[Iterable[Fold]]:
        """Returns the folds of each repeat, or raises a Diagnostic if the parameters do not fit the rows. The same
        rows and seed give the same folds."""
        raise NotImplementedError


def learner(train: Callable[..., Any], score: Callable[[Any, Matrix], ArrayLike], *, name: str = "",
            capabilities: Capabilities = Learner.capabilities) -> type[Learner]:
    """Makes a learner of two functions. The keyword-only arguments of train are its parameters, its documentation
    is the learner's."""
    from .params import of_function

    declared = of_function(train)

    def call(self: Learner, problem: Problem) -> Any:
        return train(problem, **{d.name: getattr(self, d.name) for d in declared})

    body = {"__doc__": train.__doc__, "name": name or train.__name__, "capabilities": capabilities,
            "declared": declared, "train": call, "score": lambda self, model, x: score(model, x)}
    return type(name or train.__name__, (Learner,), body)
