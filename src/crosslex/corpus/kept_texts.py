"""The texts of a domain as a model keeps them: raw, with the place of every use of a word."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Bools, GrowingArray, Int64s, offsets_of, release_pages, scratch_array

ARRAYS: Final[Mapping[str, type[np.generic]]] = {
    "starts": np.int64,
    "ends": np.int64,
    "id_offsets": np.int64,
    "use_offsets": np.int64,
    "documents": np.int32,
    "uses": np.int32,
    "content": np.uint8,
    "ids": np.uint8,
}
"""The arrays of a domain's texts, by their types; the largest first, so that all are aligned."""


class TextArrays:
    """The arrays of a domain's texts by name; those of a file are checked where they are read."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._arrays = arrays

    def check(self, name: str, starts: Int64s, stops: Int64s) -> None:
        """Refuse damaged parts of an array; in memory there are none."""

    def size(self, name: str) -> int:
        """Return the length of an array."""
        return len(self._arrays[name])

    def cut(self, name: str, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """Return a slice of an array, by default all of it."""
        stop = self.size(name) if stop is None else stop
        self.check(name, np.array([start]), np.array([stop]))
        return self._arrays[name][start:stop]

    def take(self, name: str, places: Int64s) -> NDArray[Any]:
        """Return some elements of an array."""
        self.check(name, places, places + 1)
        return self._arrays[name][places]

    def texts(self, name: str, starts: Int64s, stops: Int64s) -> list[str]:
        """Return slices of an array of UTF-8."""
        self.check(name, starts, stops)
        content = self._arrays[name].data
        pairs = zip(starts.tolist(), stops.tolist(), strict=True)
        return [str(content[start:stop], "utf-8", "replace") for start, stop in pairs]


class UseUnits(NamedTuple):
    """Sentences that use features, or texts of your own analyzer: where, and how often each.

    `places` are those of the features among the ones that were asked for, in their order.
    """

    places: Int64s
    starts: Int64s
    ends: Int64s
    documents: Int64s
    counts: Int64s

    def select(self, chosen: NDArray[Any]) -> "UseUnits":
        """Return some of the units."""
        return UseUnits(*(each[chosen] for each in self))

    def first_per_document(self, most: int) -> "UseUnits":
        """Return the first unit of each feature's first documents, at most so many."""
        first = np.flatnonzero(_changes(self.places, self.documents))
        sizes = np.bincount(self.places[first])
        rank = np.arange(len(first)) - np.repeat(offsets_of(sizes)[:-1], sizes)
        return self.select(first[rank < most])


@dataclass(frozen=True, eq=False)
class KeptTexts:
    """The texts of one domain, its sentences, and the sentences that use each feature.

    `content` is all raw text in UTF-8; a sentence is the slice from `starts` to `ends` of the
    document `documents`. `ids` are the ids of documents one after the other, at `id_offsets`.
    `uses` are the numbers of the sentences of all uses, those of feature i from `use_offsets[i]`
    to `use_offsets[i + 1]`.
    """

    domain: str
    arrays: TextArrays

    def units(self, features: Int64s, most: int | None = None) -> UseUnits:
        """Return where features are used, in the order of the text, or their first uses alone."""
        first, stops = (self.arrays.take("use_offsets", features + end) for end in (0, 1))
        self.arrays.check("uses", first, stops)
        sizes = stops - first if most is None else np.minimum(stops - first, most)
        offsets = offsets_of(sizes)
        within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)
        uses = self.arrays.take("uses", np.repeat(first, sizes) + within).astype(np.int64)
        starts, ends = self.arrays.take("starts", uses), self.arrays.take("ends", uses)
        places = np.repeat(np.arange(len(features)), sizes)
        # All uses in one sentence, or in all sentences of a text that was not cut into slices.
        new = np.flatnonzero(_changes(places, starts, ends))
        counts = np.diff(np.append(new, len(uses)))
        documents = self.arrays.take("documents", uses[new]).astype(np.int64)
        return UseUnits(places[new], starts[new], ends[new], documents, counts)

    def texts(self, units: UseUnits) -> list[str]:
        """Return the units as they were written."""
        return self.arrays.texts("content", units.starts, units.ends)

    def ids(self, units: UseUnits) -> list[str]:
        """Return the ids of the units' documents."""
        starts = self.arrays.take("id_offsets", units.documents)
        return self.arrays.texts("ids", starts, self.arrays.take("id_offsets", units.documents + 1))


def _changes(*values: Int64s) -> Bools:
    """Return where one of several sequences has another value than before."""
    return np.asarray(np.any([np.diff(each, prepend=-1) != 0 for each in values], axis=0))


class TextsBuilder:
    """Joins the texts of parts of a domain, given how often all of them use each feature.

    Memory holds one part; what is large is in unnamed temporary files.
    """

    def __init__(self, domain: str, counts: Int64s) -> None:
        self._domain = domain
        grown = [name for name in ARRAYS if name not in ("uses", "use_offsets")]
        self._grown = {name: GrowingArray(ARRAYS[name]) for name in grown}
        self._grown["id_offsets"].append(np.zeros(1, np.int64))
        self._offsets = offsets_of(counts)
        self._uses = scratch_array(int(self._offsets[-1]), np.int32)
        self._place = self._offsets[:-1].copy()
        self._sizes = dict.fromkeys(("starts", "id_offsets", "content", "ids"), 0)

    def append(self, part: KeptTexts) -> None:
        """Add the texts of the next part."""
        arrays, before = {name: part.arrays.cut(name) for name in ARRAYS}, self._sizes
        own = np.diff(arrays["use_offsets"])
        shift = np.repeat(self._place - arrays["use_offsets"][:-1], own)
        self._uses[np.arange(len(shift)) + shift] = before["starts"] + arrays["uses"]
        self._place += own
        release_pages(self._uses)
        arrays["id_offsets"] = arrays["id_offsets"][1:]
        counted = {"starts": "content", "ends": "content", "id_offsets": "ids"}
        counted["documents"] = "id_offsets"
        for name, grown in self._grown.items():
            grown.append(before[counted[name]] + arrays[name] if name in counted else arrays[name])
        self._sizes = {name: size + len(arrays[name]) for name, size in before.items()}

    def finish(self) -> KeptTexts:
        """Return the texts of all parts, one after the other."""
        arrays = {name: array.finish() for name, array in self._grown.items()}
        arrays |= {"uses": self._uses, "use_offsets": self._offsets}
        return KeptTexts(self._domain, TextArrays(arrays))
