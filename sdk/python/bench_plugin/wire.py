"""Messages of bench.plugin.v1: a codec of the wire format of protocol buffers.

It is driven by the descriptor in plugin.desc, which is made of plugin.proto, and knows what that file uses:
doubles, whole numbers, booleans, text, bytes, messages, and lists, maps, optional fields and oneofs of these.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from operator import index
from typing import Any, Iterator

_DOUBLE, _INT64, _UINT64, _INT32, _BOOL, _STRING, _MESSAGE, _BYTES = 1, 3, 4, 5, 8, 9, 11, 12
_ZERO: dict[int, Any] = {_DOUBLE: 0.0, _INT64: 0, _UINT64: 0, _INT32: 0, _BOOL: False, _STRING: "", _BYTES: b""}
_NUMBERS = (_DOUBLE, _INT64, _UINT64, _INT32, _BOOL)  # lists of these are packed
_VARINT, _EIGHT, _BLOCK, _FOUR = 0, 1, 2, 5  # wire types


class Message:
    """A message: an attribute for each of its fields. A field that is not set has the zero of its type, None if
    it is optional, a message or of a oneof."""

    def __init__(self, kind: "Type", values: dict[str, Any]) -> None:
        self.__dict__.update(values, _kind=kind)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self._kind.name} has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._kind.names:
            raise AttributeError(f"{self._kind.name} has no field {name!r}")
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        shown = ", ".join(f"{f}={self.__dict__[f]!r}" for f in self._kind.names if self.__dict__[f])
        return f"{self._kind.name}({shown})"


@dataclass
class Field:
    """A field of a message type."""

    name: str
    number: int
    kind: int
    of: str  # the name of the type of a message
    repeated: bool
    present: bool  # None if it is not set
    entry: bool = False  # a map, whose entries are messages of a key and a value


class Type:
    """A message type."""

    def __init__(self, name: str, fields: list[Field], entry: bool = False) -> None:
        self.name = name
        self.entry = entry  # of a map
        self.numbers = {f.number: f for f in fields}
        self.names = {f.name: f for f in fields}

    @cached_property
    def _plain(self) -> dict[str, Any]:
        return {f.name: None if f.present else _ZERO[f.kind] for f in self.names.values() if not f.repeated}

    @cached_property
    def _many(self) -> list[tuple[str, type]]:
        return [(f.name, dict if f.entry else list) for f in self.names.values() if f.repeated]

    def zero(self) -> dict[str, Any]:
        """The values of a message in which nothing is set."""
        values = self._plain.copy()
        for name, kind in self._many:
            values[name] = kind()
        return values


@dataclass(frozen=True)
class Method:
    """A call of a service."""

    name: str
    takes: str
    gives: str
    streams: bool


@dataclass(frozen=True)
class Schema:
    """What a descriptor holds: the types and the services by their names."""

    package: str
    types: dict[str, Type]
    services: dict[str, list[Method]]


def new(name: str, /, **values: Any) -> Message:
    """Makes a message of the protocol. A value of None is a field that is not set."""
    kind = schema().types[name]
    message = Message(kind, kind.zero())
    for field, value in values.items():
        if value is not None:
            setattr(message, field, value)
    return message


def decode(name: str, data: bytes) -> Message:
    """Reads a message of the protocol. Fields that it does not know are left out; bytes that are not a message are
    a ValueError."""
    return _decode(schema(), schema().types[name], data)


def encode(message: Message) -> bytes:
    """Writes a message."""
    out = bytearray()
    for number, field in sorted(message._kind.numbers.items()):
        value = message.__dict__[field.name]
        if field.entry:
            for key in sorted(value):
                entry = Message(schema().types[field.of], {"key": key, "value": value[key]})
                _write(out, number, field, entry)
        elif field.repeated and field.kind in _NUMBERS:
            if len(value):
                _write_block(out, number, _packed(field, value))
        elif field.repeated:
            for v in value:
                _write(out, number, field, v)
        elif value is not None and (field.present or value != _ZERO[field.kind]):
            _write(out, number, field, value)
    return bytes(out)


def _write(out: bytearray, number: int, field: Field, value: Any) -> None:
    if field.kind == _DOUBLE:
        _write_varint(out, number << 3 | _EIGHT)
        out += struct.pack("<d", value)
    elif field.kind in _NUMBERS:
        _write_varint(out, number << 3 | _VARINT)
        _write_varint(out, _whole_of(field, value))
    elif field.kind == _MESSAGE:
        _write_block(out, number, encode(value))
    else:
        _write_block(out, number, value.encode() if field.kind == _STRING else bytes(value))


def _write_block(out: bytearray, number: int, block: bytes) -> None:
    _write_varint(out, number << 3 | _BLOCK)
    _write_varint(out, len(block))
    out += block


def _write_varint(out: bytearray, value: int) -> None:
    value &= (1 << 64) - 1  # negative numbers are two's complement
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _packed(field: Field, values: Any) -> bytes:
    if field.kind == _DOUBLE:
        return struct.pack(f"<{len(values)}d", *values)
    out = bytearray()
    for v in values:
        _write_varint(out, _whole_of(field, v))
    return bytes(out)


def _whole_of(field: Field, value: Any) -> int:
    """A value of a whole number or of a boolean; what has a fraction is not rounded."""
    try:
        return int(value) if field.kind == _BOOL else index(value)
    except TypeError:
        raise TypeError(f"{field.name} is {value!r}, which is not a whole number") from None


def _decode(types: Schema, kind: Type, data: bytes) -> Message:
    values = kind.zero()
    for number, wire, raw in _fields(data):
        field = kind.numbers.get(number)
        if field is None:
            continue
        if field.repeated and wire == _BLOCK and field.kind in _NUMBERS:
            values[field.name] += _unpacked(field.kind, raw)
            continue
        if field.kind == _MESSAGE:
            value: Any = _decode(types, types.types[field.of], raw)
        else:
            value = _value(field, wire, raw)
        if field.entry:
            values[field.name][value.key] = value.value
        elif field.repeated:
            values[field.name].append(value)
        else:
            values[field.name] = value
    return Message(kind, values)


def _fields(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """Lists the fields of a message: number, wire type, and a whole number or bytes."""
    at, end = 0, len(data)
    while at < end:
        tag, at = _read_varint(data, at)
        wire = tag & 7
        if wire == _VARINT:
            value, at = _read_varint(data, at)
            yield tag >> 3, wire, value
            continue
        if wire == _BLOCK:
            size, at = _read_varint(data, at)
        elif wire in (_EIGHT, _FOUR):
            size = 8 if wire == _EIGHT else 4
        else:
            raise ValueError(f"a field of the unknown wire type {wire}")
        if at + size > end:
            raise ValueError("the message is cut off")
        yield tag >> 3, wire, data[at : at + size]
        at += size


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        if at >= len(data):
            raise ValueError("the message is cut off")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & (1 << 64) - 1, at
        shift += 7
    raise ValueError("a number of more than 64 bits")


def _unpacked(kind: int, block: bytes) -> list[Any]:
    if kind == _DOUBLE:
        if len(block) % 8:
            raise ValueError("the message is cut off")
        return list(struct.unpack(f"<{len(block) // 8}d", block))
    values, at = [], 0
    while at < len(block):
        value, at = _read_varint(block, at)
        values.append(_whole(kind, value))
    return values


def _value(field: Field, wire: int, raw: Any) -> Any:
    if field.kind == _DOUBLE and wire == _EIGHT:
        return struct.unpack("<d", raw)[0]
    if field.kind in _NUMBERS and field.kind != _DOUBLE and wire == _VARINT:
        return _whole(field.kind, raw)
    if field.kind in (_STRING, _BYTES) and wire == _BLOCK:
        return raw.decode() if field.kind == _STRING else bytes(raw)
    raise ValueError(f"field {field.name} has the wire type {wire}")


def _whole(kind: int, value: int) -> Any:
    if kind == _BOOL:
        return value != 0
    if kind == _INT32:
        value &= (1 << 32) - 1
        return value - (1 << 32) if value >> 31 else value
    return value - (1 << 64) if kind == _INT64 and value >> 63 else value


@cache
def schema() -> Schema:
    """The types and services of the shipped descriptor."""
    return read_schema(files(__package__).joinpath("plugin.desc").read_bytes())


def read_schema(data: bytes) -> Schema:
    """Reads a FileDescriptorProto; the numbers are those of descriptor.proto."""
    file = _all(data)
    package = _text(file, 2) + "."
    kinds: list[Type] = []
    for message in file.get(4, []):
        _add_type(kinds, "", _all(message), package)
    types = {kind.name: kind for kind in kinds}
    for kind in kinds:
        for field in kind.names.values():
            field.entry = field.kind == _MESSAGE and types[field.of].entry
    services = {_text(s, 1): [_method(_all(m), package) for m in s.get(2, [])] for s in map(_all, file.get(6, []))}
    return Schema(package.removesuffix("."), types, services)


def _all(data: bytes) -> dict[int, list[Any]]:
    values: dict[int, list[Any]] = {}
    for number, _, value in _fields(data):
        values.setdefault(number, []).append(value)
    return values


def _text(message: dict[int, list[Any]], number: int) -> str:
    return bytes(message[number][0]).decode() if number in message else ""


def _add_type(kinds: list[Type], parent: str, message: dict[int, list[Any]], package: str) -> None:
    name = parent + _text(message, 1)
    entry = 7 in message and _all(message[7][0]).get(7) == [1]
    kinds.append(Type(name, [_field(_all(f), package) for f in message.get(2, [])], entry))
    for nested in message.get(3, []):
        _add_type(kinds, name + ".", _all(nested), package)


def _field(f: dict[int, list[Any]], package: str) -> Field:
    name, kind = _text(f, 1), f[5][0]
    if kind != _MESSAGE and kind not in _ZERO:
        raise ValueError(f"field {name} has a type that this codec does not know: {kind}")
    repeated = f[4][0] == 3
    of = _text(f, 6).removeprefix("." + package)
    return Field(name, f[3][0], kind, of, repeated, not repeated and (kind == _MESSAGE or 9 in f))


def _method(m: dict[int, list[Any]], package: str) -> Method:
    takes, gives = (_text(m, number).removeprefix("." + package) for number in (2, 3))
    return Method(_text(m, 1), takes, gives, 6 in m and m[6][0] == 1)
