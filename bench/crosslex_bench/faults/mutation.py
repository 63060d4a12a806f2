"""Damaged copies of valid files."""

import random

TOKENS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b'"', b"'", b",", b"\t", b"{", b"}",
    b"[" * 2000, b"\\ud800", b"\\u0000", b"1e999", b"-1", b"99999999999999999999", b"NaN", b"null",
    b"true", b"\x1f\x8b\x08\x00",
    b"PAR1", b"A" * 70_000, "\N{LINE SEPARATOR}".encode(), "\N{COMBINING ACUTE ACCENT}".encode(),
    b"&#xD800;", b"&#1114112;", b"&lt;",
]  # fmt: skip


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return data with changed bits, bytes or tokens, and with pieces cut, doubled or moved."""
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 4, 8])):
        place = chance.randrange(len(data) + 1)
        end = min(len(data), place + chance.choice([1, 2, 8, 64, 512]))
        match chance.randrange(8):
            case 0 if place < len(data):
                data[place] ^= 1 << chance.randrange(8)
            case 1 if place < len(data):
                data[place] = chance.randrange(256)
            case 2:
                data[place:place] = chance.choice(TOKENS)
            case 3:
                data[place:end] = chance.choice(TOKENS)
            case 4:
                del data[place:end]
            case 5:
                data[place:place] = data[place:end]
            case 6:
                del data[place:]
            case _:
                data[place:end] = chance.randbytes(end - place)
    return bytes(data)
