"""How words are compared between domains."""

from dataclasses import dataclass

from crosslex.checks import check_whole, check_window
from crosslex.errors import InputError
from crosslex.text.words import ADDRESS, NUMBER


@dataclass(frozen=True, kw_only=True)
class ShiftSettings:
    """How words are compared; see `CrossDomainEmbedding.shifts`.

    `window` is how many positions on either side count as context.
    """

    top: int | None = 50
    words: tuple[str, ...] | None = None
    min_count: int = 10
    resamples: int = 200
    smallest_change: float | None = None
    window: int = 10
    numbers: bool = False
    phrases: bool = False
    neighbors: int = 10
    examples: int = 3
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_window(self.window)
        least = {"min_count": 1, "resamples": 20, "neighbors": 0, "examples": 0}
        for name, smallest in least.items():
            check_whole(name, getattr(self, name), least=smallest)
        check_whole("top", self.top, least=1, optional=True)
        check_whole("random_state", self.random_state, least=0, most=None)
        if self.n_jobs != -1:
            check_whole("n_jobs", self.n_jobs, least=1)
        given = self.smallest_change
        if given is not None and not 0 <= given < float("inf"):
            raise InputError(f"smallest_change: found {given}; give a distance from 0 on")
        if self.words is not None and not self.words:
            raise InputError("words: found none; give one or more, or None for the most changed")

    def ranks(self, word: str) -> bool:
        """Say whether a word is ranked, even if nobody asked for it.

        >>> settings = ShiftSettings()
        >>> [word for word in ("plot", "x", "1984", "mp3", "so far") if settings.ranks(word)]
        ['plot', 'mp3']
        """
        if " " in word and not self.phrases:
            return False
        return self.numbers or all(map(is_telling, word.split(" ")))


def is_telling(word: str) -> bool:
    """Say whether a single word is more than a letter, a number or an address.

    >>> [word for word in ("plot", "x", "1984", "mp3", "<number>", "<url>") if is_telling(word)]
    ['plot', 'mp3']
    """
    return len(word) > 1 and word not in (NUMBER, ADDRESS) and any(map(str.isalpha, word))
