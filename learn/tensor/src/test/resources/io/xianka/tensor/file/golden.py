"""Writes the golden files of this folder: what NumPy, ml_dtypes and safetensors write, and which files safetensors refuses.

    pip install numpy ml_dtypes safetensors
    python golden.py
"""
import io
import json
import struct
from pathlib import Path

import ml_dtypes
import numpy as np
import safetensors
from safetensors.numpy import save

HERE = Path(__file__).parent
VERSIONS = f"# numpy {np.__version__}, ml_dtypes {ml_dtypes.__version__}, safetensors {safetensors.__version__}\n"
NAMES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64".split()


def numbers(name, shape):
    """Small numbers, both signs, exact in every type; for floating types an infinity and a NaN at the end."""
    dtype = np.dtype(getattr(ml_dtypes, name) if name == "bfloat16" else name)
    count = int(np.prod(shape, dtype=np.int64))
    values = np.arange(count) % 2 if name == "bool" else np.arange(count) * 3 - (0 if name == "uint8" else 5)
    array = values.astype(dtype)
    if name == "complex64":
        array += np.arange(count).astype(dtype) * 1j
    elif "float" in name and count > 3:
        array[-2:] = [float("inf"), float("nan")]
    return array.reshape(shape)


def raw(array):
    array = np.ascontiguousarray(array)
    return (array.astype(array.dtype.newbyteorder("<")) if array.dtype.byteorder == ">" else array).tobytes().hex()


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    return file.getvalue()


with open(HERE / "npy.tsv", "w") as out:
    out.write(VERSIONS + "# name, type, shape, elements in C's order and little-endian, file\n")

    def line(name, dtype, array, file):
        out.write("\t".join([name, dtype, repr(array.shape), raw(array), file.hex()]) + "\n")

    for name in NAMES:
        line("save", name, numbers(name, (2, 3)), npy(numbers(name, (2, 3))))
    for shape in [(), (1,), (0,), (3, 0, 2), (7,), (2, 1, 3, 1, 2), (1,) * 32]:
        line("save", "int16", numbers("int16", shape), npy(numbers("int16", shape)))
    for name in ["int16", "int32", "int64", "float16", "float32", "float64", "complex64"]:
        array = numbers(name, (2, 3))
        line("big-endian", name, array, npy(array.astype(array.dtype.newbyteorder(">"))))
    for shape in [(2, 3), (2, 3, 4)]:
        line("Fortran's order", "int32", numbers("int32", shape), npy(np.asfortranarray(numbers("int32", shape))))
    both = numbers("float64", (3, 1, 2))[:, :, :1]
    line("big-endian in Fortran's order", "float64", both, npy(np.asfortranarray(both.astype(">f8"))))
    for version in [(2, 0), (3, 0)]:
        line(f"version {version}", "float32", numbers("float32", (2, 3)), npy(numbers("float32", (2, 3)), version))

with open(HERE / "npz.tsv", "w") as out:
    out.write(VERSIONS + "# name, file\n")
    arrays = {"weight": numbers("float32", (2, 3)), "größe": numbers("int64", ()), "none": numbers("bool", (0, 2))}
    for save_archive in [np.savez, np.savez_compressed]:
        file = io.BytesIO()
        save_archive(file, **arrays)
        out.write(f"{save_archive.__name__}\t{file.getvalue().hex()}\n")

with open(HERE / "safetensors.tsv", "w") as out:
    out.write(VERSIONS + "# name, file\n")
    out.write("all types\t" + save({name + end: numbers(name, (2, 3)) for name in NAMES for end in "ba"}).hex() + "\n")
    out.write("metadata\t" + save({'é\n"/': numbers("float32", ())}, {"format": "pt"}).hex() + "\n")
    out.write("nothing\t" + save({}).hex() + "\n")


def file(header, data=b"", length=None):
    header = header if isinstance(header, bytes) else header.encode()
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def tensors(data=b"1234", **entries):
    names = ["dtype", "shape", "data_offsets"]
    return file(json.dumps({name: dict(zip(names, entry)) for name, entry in entries.items()}), data)


ENTRY = '{"dtype":"U8","shape":[1],"data_offsets":[0,1]}'
CASES = {
    "no file": b"",
    "seven bytes": b"1234567",
    "header longer than the file": file("{}", length=3),
    "header over 100 MB": file("{}", length=100_000_001),
    "header of 2^63": file("{}", length=1 << 63),
    "header of 2^64 - 1": file("{}", length=(1 << 64) - 1),
    "no header": file(""),
    "no tensors": file("{}"),
    "spaces after the header": file("{}   "),
    "spaces before the header": file("  {}"),
    "line break and tab after the header": file("{}\n\t"),
    "text after the header": file("{}x"),
    "zero byte after the header": file("{}\0"),
    "header is a list": file("[]"),
    "header is text": file("hello"),
    "name in Latin-1": file(b'{"\xe9":' + ENTRY.encode() + b"}", b"1"),
    "header in UTF-16": file("{}".encode("utf-16le")),
    "byte order mark": file(b"\xef\xbb\xbf{}"),
    "one tensor": tensors(a=("F32", [1], [0, 4])),
    "bytes after the tensors": tensors(a=("F32", [1], [0, 4]), data=b"12345"),
    "truncated": tensors(a=("F32", [1], [0, 4]), data=b"123"),
    "overlap": tensors(a=("F32", [1], [0, 4]), b=("F32", [1], [2, 6]), data=b"123456"),
    "gap": tensors(a=("F32", [1], [0, 4]), b=("F32", [1], [5, 9]), data=b"123456789"),
    "gap at the start": tensors(a=("F32", [1], [1, 5]), data=b"12345"),
    "two at one place": tensors(a=("F32", [1], [0, 4]), b=("F32", [1], [0, 4])),
    "unaligned": tensors(a=("U8", [3], [0, 3]), b=("F32", [1], [3, 7]), data=b"1234567"),
    "out of order": tensors(b=("U8", [1], [3, 4]), a=("U8", [3], [0, 3])),
    "end before beginning": tensors(a=("F32", [1], [4, 0])),
    "negative offset": tensors(a=("F32", [1], [-4, 0])),
    "negative size": tensors(a=("F32", [-1], [0, 4])),
    "two negative sizes": tensors(a=("F32", [-1, -1], [0, 4])),
    "2^60 elements": tensors(a=("F32", [1 << 60], [0, 4])),
    "2^60 elements, where they should be": tensors(a=("F32", [1 << 60], [0, 1 << 62])),
    "size of 2^63": tensors(a=("U8", [1 << 63], [0, 4])),
    "size of 2^64": tensors(a=("U8", [1 << 64], [0, 4])),
    "sizes whose product is 2^96": tensors(a=("U8", [1 << 32, 1 << 32, 1 << 32], [0, 4])),
    "sizes whose product is 2^64 + 4": tensors(a=("U8", [4, (1 << 62) + 1], [0, 4])),
    "zero before an overflow": tensors(a=("U8", [0, 1 << 32, 1 << 32], [0, 0]), data=b""),
    "zero after an overflow": tensors(a=("U8", [1 << 32, 1 << 32, 0], [0, 0]), data=b""),
    "shape that does not fit": tensors(a=("F32", [2], [0, 4])),
    "type that does not fit": tensors(a=("F64", [1], [0, 4])),
    "unknown type": tensors(a=("F31", [1], [0, 4])),
    "type in small letters": tensors(a=("f32", [1], [0, 4])),
    "no elements": tensors(a=("F32", [0], [0, 0]), b=("F32", [1], [0, 4])),
    "type of half bytes": tensors(a=("F4", [1], [0, 1]), data=b"1"),
    "two of half bytes": tensors(a=("F4", [2], [0, 1]), data=b"1"),
    "field twice": file('{"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}}', b"1"),
    "metadata twice": file('{"__metadata__":{},"__metadata__":{}}'),
    "no shape": file('{"a":{"dtype":"U8","data_offsets":[0,1]}}', b"1"),
    "no offsets": file('{"a":{"dtype":"U8","shape":[1]}}', b"1"),
    "no type": file('{"a":{"shape":[1],"data_offsets":[0,1]}}', b"1"),
    "another field": file('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"x":[{"y":1}]}}', b"1"),
    "one offset": file('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0]}}', b"1"),
    "three offsets": file('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}}', b"1"),
    "fraction": file('{"a":{"dtype":"U8","shape":[1.0],"data_offsets":[0,1]}}', b"1"),
    "exponent": file('{"a":{"dtype":"U8","shape":[1e0],"data_offsets":[0,1]}}', b"1"),
    "NaN": file('{"a":{"dtype":"U8","shape":[NaN],"data_offsets":[0,1]}}', b"1"),
    "size as text": file('{"a":{"dtype":"U8","shape":["1"],"data_offsets":[0,1]}}', b"1"),
    "size is null": file('{"a":{"dtype":"U8","shape":[null],"data_offsets":[0,1]}}', b"1"),
    "tensor is null": file('{"a":null}'),
    "metadata": file('{"__metadata__":{"format":"pt"}}'),
    "metadata of numbers": file('{"__metadata__":{"n":1}}'),
    "metadata is null": file('{"__metadata__":null}'),
    "metadata is a list": file('{"__metadata__":[]}'),
    "deep nesting": file('{"a":' + "[" * 200 + "]" * 200 + "}"),
    "deep nesting in another field": file('{"a":{"x":' + "[" * 200 + "]" * 200 + "}}"),
    "comment": file("{/**/}"),
    "comma at the end": file('{"a":' + ENTRY + ",}", b"1"),
    "single quotes": file("{'a':1}"),
    "half a surrogate pair": file('{"\\ud800":' + ENTRY + "}", b"1"),
    "empty name": file('{"":' + ENTRY + "}", b"1"),
    # Read by the reference implementation, refused here.
    "name twice": file('{"a":' + ENTRY + ',"a":' + ENTRY + "}", b"1"),
    "key of metadata twice": file('{"__metadata__":{"a":"b","a":"c"}}'),
    "tensor is a list": file('{"a":["U8",[1],[0,1]]}', b"1"),
    "65 axes": tensors(a=("U8", [1] * 65, [0, 1]), data=b"1"),
}
with open(HERE / "verdicts.tsv", "w") as out:
    out.write(VERSIONS + "# whether the reference implementation reads it, name, file\n")
    for name, content in CASES.items():
        try:
            safetensors.deserialize(content)
            verdict = "reads"
        except safetensors.SafetensorError:
            verdict = "refuses"
        out.write(f"{verdict}\t{name}\t{content.hex()}\n")
