"""The codec against the protobuf of Google, and against bytes that are not messages."""

import random
import unittest

from bench_plugin import wire

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
except ImportError:
    message_factory = None


def example(rng, name, depth=0):
    """A message with random fields; a third of them is not set."""
    values = {}
    for field in wire.schema().types[name].names.values():
        if rng.random() < 0.33 or depth > 3:
            continue
        if field.entry:
            values[field.name] = {f"k{i}": f"värde {i}" for i in range(3)}
        elif field.repeated:
            values[field.name] = [single(rng, field, depth) for _ in range(rng.randint(1, 4))]
        elif name != "Step" or not values:  # a oneof
            values[field.name] = single(rng, field, depth)
    return wire.new(name, **values)


def single(rng, field, depth):
    return {
        1: lambda: rng.choice([0.5, -1e300, 5e-324]),
        3: lambda: rng.choice([-(2**63), -1, 1, 127, 128, 2**63 - 1]),
        4: lambda: rng.choice([1, 300, 2**64 - 1]),
        5: lambda: rng.choice([-(2**31), -5, 7, 2**31 - 1]),
        8: lambda: True,
        9: lambda: rng.choice(["a", "µ ∈ ℝ", "x" * 300]),
        11: lambda: example(rng, field.of, depth + 1),
        12: lambda: bytes(rng.randrange(256) for _ in range(rng.randint(1, 200))),
    }[field.kind]()


@unittest.skipIf(message_factory is None, "google.protobuf is not installed (Debian: python3-protobuf)")
class AgainstProtobuf(unittest.TestCase):
    def setUp(self):
        pool = descriptor_pool.DescriptorPool()
        file = descriptor_pb2.FileDescriptorProto()
        with open(wire.__file__.replace("wire.py", "plugin.desc"), "rb") as f:
            file.ParseFromString(f.read())
        pool.Add(file)
        make = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
        self.classes = {n: make(pool.FindMessageTypeByName(f"bench.plugin.v1.{n}")) for n in wire.schema().types
                        if "." not in n}
        self.services = {s.name: [(m.name, m.input_type, m.output_type, m.server_streaming) for m in s.method]
                         for s in file.service}

    def test_both_read_what_the_other_writes(self):
        rng = random.Random(7)
        for _ in range(60):
            for name, kind in self.classes.items():
                ours = example(rng, name)
                theirs = kind()
                theirs.ParseFromString(wire.encode(ours))
                self.assertEqual(wire.decode(name, theirs.SerializeToString()), ours, name)
                self.assertEqual(theirs.SerializeToString(deterministic=True), wire.encode(ours), name)

    def test_services_are_those_of_the_file(self):
        short = {name: [(m.name, ".bench.plugin.v1." + m.takes, ".bench.plugin.v1." + m.gives, m.streams)
                        for m in methods] for name, methods in wire.schema().services.items()}
        self.assertEqual(short, self.services)


class Codec(unittest.TestCase):
    def test_a_message_comes_back(self):
        rng = random.Random(1)
        for name in wire.schema().types:
            if "." not in name:
                for _ in range(20):
                    message = example(rng, name)
                    self.assertEqual(wire.decode(name, wire.encode(message)), message)

    def test_optional_fields_tell_zero_from_nothing(self):
        self.assertIsNone(wire.decode("Param", wire.encode(wire.new("Param", name="C"))).min)
        self.assertEqual(wire.decode("Param", wire.encode(wire.new("Param", min=0.0))).min, 0.0)
        step = wire.decode("Step", wire.encode(wire.new("Step", index=0)))
        self.assertEqual((step.attribute, step.index), (None, 0))

    def test_lists_that_are_not_packed_are_read(self):
        self.assertEqual(wire.decode("ScoreResponse", b"\x08\x01\x08\x07").widths, [1, 7])

    def test_fields_of_a_later_protocol_are_left_out(self):
        self.assertEqual(wire.decode("ScoreResponse", b"\x08\x01\xa2\x06\x03abc").widths, [1])

    def test_what_is_no_message_is_refused(self):
        whole = wire.encode(wire.new("TrainEvent", problem=300, model="12", objective=0.5))
        for cut in range(1, len(whole)):
            try:
                wire.decode("TrainEvent", whole[:cut])
            except ValueError:
                pass
        for bad in (b"\x0a", b"\x0a\x05ab", b"\xff" * 11, b"\x0b", b"\x08", b"\x12\x02\xff\xfe", b"\x09" + b"0" * 8):
            with self.assertRaises(ValueError):
                wire.decode("TrainEvent", bad)

    def test_names_that_are_no_fields_are_refused(self):
        with self.assertRaises(AttributeError):
            wire.new("TrainEvent", probelm=1)
        with self.assertRaises(AttributeError):
            wire.new("TrainEvent").probelm


if __name__ == "__main__":
    unittest.main()
