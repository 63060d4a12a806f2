"""Structs in Thrift's compact encoding, of which only the fields that are asked for are kept.

https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
"""

import os
from typing import IO, Any, Final

I32: Final = 5
I64: Final = 6

_TRUE, _FALSE, _BYTE, _I16, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 4, 7, 8, 9, 10, 12
_LONGEST_NUMBER = 9
_DEEPEST = 16

Wanted = dict[int, Any]
"""Fields by their numbers: I32, I64, a struct's own fields, or a list with those of its structs."""


class ThriftError(Exception):
    """What is wrong with a struct."""


def read_struct(file: IO[bytes], wanted: Wanted, room: int) -> dict[int, Any]:
    """Return the wanted fields of the struct that begins here; the file is then at its end.

    A struct of more than `room` values in lists is refused. Fields of another type than
    the wanted one are left out, as Thrift's own readers do.

    >>> import io
    >>> read_struct(io.BytesIO(bytes.fromhex("15061c 15 02 00 00")), {1: I32, 2: {1: I32}}, room=9)
    {1: 3, 2: {1: 1}}
    """
    return _Reader(file, room).struct(wanted)


class _Reader:
    def __init__(self, file: IO[bytes], room: int) -> None:
        self._file = file
        self._room = room

    def struct(self, wanted: Wanted, depth: int = 0) -> dict[int, Any]:
        if depth > _DEEPEST:
            raise ThriftError("a header of endless depth")
        found: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind, asked = head & 15, wanted.get(number)
            if kind in (I32, I64) and kind == asked:
                found[number] = self._signed()
            elif kind == _STRUCT and isinstance(asked, dict):
                found[number] = self.struct(asked, depth + 1)
            elif kind == _LIST and isinstance(asked, list):
                _, size = self._list()
                found[number] = [self.struct(asked[0], depth + 1) for _ in range(size)]
            else:
                self._skip(kind, depth)
        return found

    def _skip(self, kind: int, depth: int, *, in_list: bool = False) -> None:
        if kind in (_TRUE, _FALSE):
            # A field's value is in its kind; in a list it takes a byte.
            self._file.seek(int(in_list), os.SEEK_CUR)
        elif kind == _BYTE:
            self._file.seek(1, os.SEEK_CUR)
        elif kind in (_I16, I32, I64):
            self._number()
        elif kind == _DOUBLE:
            self._file.seek(8, os.SEEK_CUR)
        elif kind == _BINARY:
            # At most, so that a seek cannot overflow; what is behind the end breaks off.
            self._file.seek(min(self._number(), 2**40), os.SEEK_CUR)
        elif kind == _STRUCT:
            self.struct({}, depth + 1)
        elif kind in (_LIST, _SET) and depth <= _DEEPEST:
            inside, size = self._list()
            for _ in range(size):
                self._skip(inside, depth + 1, in_list=True)
        else:
            # Maps are known as well, but not in the files that this is for.
            raise ThriftError(f"a value of kind {kind} in a header")

    def _list(self) -> tuple[int, int]:
        head = self._byte()
        size = self._number() if head >> 4 == 15 else head >> 4
        self._room -= size
        if self._room < 0:
            raise ThriftError("a header of too many values")
        return head & 15, size

    def _signed(self) -> int:
        value = self._number()
        return (value >> 1) ^ -(value & 1)

    def _number(self) -> int:
        value = 0
        for place in range(_LONGEST_NUMBER):
            byte = self._byte()
            value |= (byte & 127) << 7 * place
            if byte < 128:
                return value
        raise ThriftError("a number of too many digits in a header")

    def _byte(self) -> int:
        byte = self._file.read(1)
        if not byte:
            raise ThriftError("a header that breaks off")
        return byte[0]
