"""Words as numbers of one size: counts of millions of them take little room."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray


def word_keys(words: Iterable[str]) -> NDArray[np.int64]:
    """Return a number from 0 to 2⁶³ − 1 for each word, the same on every machine.

    Two words share a number with a chance of one in 2⁶³.

    >>> word_keys(["plot", "saw", "plot"]).tolist()
    [8458654659903134552, 7211290252563494664, 8458654659903134552]
    """
    # Half a character, as broken files have it, is a word to somebody's own analyzer.
    encoded = (word.encode(errors="surrogatepass") for word in words)
    digests = b"".join(blake2b(word, digest_size=8).digest() for word in encoded)
    return (np.frombuffer(digests, "<u8") >> np.uint64(1)).astype(np.int64)
