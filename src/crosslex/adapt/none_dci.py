"""Words and profiles alone, to see what the other views of crosslex's method add."""

from typing import ClassVar

from crosslex.adapt.crosslex import Crosslex


class WordsAndProfiles(Crosslex):
    """The first and the third view of `Crosslex`."""

    randomized: ClassVar[bool] = False


METHOD = WordsAndProfiles(documents=False, self_taught=False)
