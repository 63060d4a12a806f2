"""Pages whose every figure is known."""

from dataclasses import replace

from crosslex.explore.data import (
    DomainData,
    Example,
    GroupData,
    PageData,
    PageNeighborhood,
    PairData,
    SenseData,
    SensesData,
    ShiftFigures,
    TimelineData,
    TurnData,
    WordTimeline,
)

WORDS = ("light", "sharp", "book", "knife", "lamp", "plot", "steel", "novel", "drill", "rare")
IMAGE = "<img src=x onerror=alert(1)>"
SCRIPT = "</script><script>alert(1)</script>"

# In a (the first domain) light is near lamp and book, in b near lamp and knife.
NEAR = {
    "a": {"light": ("lamp", "book"), "sharp": ("plot", "novel"), "novel": ("book", "plot")},
    "b": {"light": ("lamp", "knife"), "sharp": ("knife", "steel"), "drill": ("steel", "knife")},
}
COUNTS = {
    "a": (900, 80, 500, 20, 40, 300, 15, 250, 0, 3),
    "b": (700, 160, 30, 600, 90, 12, 200, 0, 150, 2),
}
# Change, q: of the words that both domains use.
CHANGES = {
    "sharp": (0.9, 0.001),
    "light": (0.6, 0.03),
    "plot": (0.5, 0.2),
    "book": (0.4, 0.4),
    "knife": (0.3, 0.8),
    "steel": (0.2, 0.04),
}
# Near in the first domain alone, and in the second.
CONTRASTS = {"sharp": (("plot", "novel"), ("steel",)), "light": (("book",), ("knife",))}
MARKS = {"steel": "name in kitchen", "book": "in no dictionary"}
VERDICT = "books and kitchen: 3 of 6 words are used differently."
# z-scores by which words are typical of one domain or the other.
DISTINCTIVE = {
    "a": (5.0, -4.0, 9.0, -8.0, -3.0, 8.5, -7.0, 8.0, -6.0, 0.0),
    "b": (-5.0, 4.0, -9.0, 8.0, 3.0, -8.5, 7.0, -8.0, 6.0, 0.0),
}
# In percent: the neighbors of plot in b would not hold.
NEIGHBOR_STABILITY = {"a": (80,) * 10, "b": (80, 80, 80, 80, 80, 22, 80, 80, 80, None)}
SENTENCES = (
    "The 𝄞 lights went out.",
    "A light pan.",
    f"Nobody expects a light {IMAGE} here.",
    f"Nor sharp {SCRIPT} there.",
)
# The clef takes two of JavaScript's units: lights stands at 7, not at 6.
QUOTED = {
    "a": {"light": (Example(0, (7, 13)), Example(2, (17, 22))), "sharp": (Example(3, (4, 9)),)},
    "b": {"light": (Example(1, (2, 7)),)},
}


def hand_made(words=WORDS, names=("books", "kitchen"), title="Hand-made") -> PageData:
    # Of four, the first two are as the first of two.
    letters = "aabb" if len(names) == 4 else "ababa"
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    return PageData(
        title,
        "0",
        tuple(words),
        SENTENCES,
        tuple(_domain(name, letter) for name, letter in zip(names, letters, strict=False)),
        tuple(map(_pair, pairs)),
        tuple(_senses(word, len(names)) for word in WORDS),
    )


def _domain(name: str, letter: str) -> DomainData:
    neighborhoods, examples = [], []
    for place, (word, count) in enumerate(zip(WORDS, COUNTS[letter], strict=True)):
        near = NEAR[letter].get(word, ("lamp", "book") if word != "lamp" else ("book", "light"))
        numbers = tuple(WORDS.index(other) for other in near if other != word)
        cosines = tuple(90 - at for at in range(len(numbers)))
        start = 37 * place + ord(letter)
        points = tuple((start + 71 * at) % 199 - 99 for at in range(2 * (1 + len(numbers))))
        neighborhoods.append(PageNeighborhood(numbers, cosines, points) if count else None)
        examples.append(QUOTED[letter].get(word, ()))
    # In each domain most of the word rare is borrowed.
    own = tuple(20 if word == "rare" else 90 for word in WORDS)
    return DomainData(
        name,
        COUNTS[letter],
        tuple(neighborhoods),
        tuple(examples),
        DISTINCTIVE[letter],
        own,
        NEIGHBOR_STABILITY[letter],
    )


def _senses(word: str, size: int) -> SensesData | None:
    """Two senses of light, which each domain has mostly one of, one of sharp and topics of plot."""
    if word == "light":
        mostly, hardly = (75, 65, 85), (25, 15, 35)
        shares = tuple(hardly if place % 2 else mostly for place in range(size))
        rest = tuple(mostly if place % 2 else hardly for place in range(size))
        first = ((Example(0, (7, 13)),),) + ((),) * (size - 1)
        second = ((), (Example(1, (2, 7)),), *((),) * (size - 2))
        return SensesData(
            tuple(range(size)),
            (SenseData(("lamp", "dark"), shares, first), SenseData(("pan", "heavy"), rest, second)),
        )
    if word == "plot":
        halves = ((50, 40, 60),) * size
        groups = tuple(SenseData(each, halves, ((),) * size) for each in (("shop",), ()))
        return SensesData(tuple(range(size)), groups, note="They may be topics.")
    if word == "sharp":
        every = ((100, 96, 100),) * size
        return SensesData(tuple(range(size)), (SenseData(("edge", IMAGE), every, ((),) * size),))
    return None


def hostile() -> PageData:
    """A page whose words, domains and title are attempts to run something."""
    words = (IMAGE, SCRIPT, *WORDS[2:])
    return hand_made(words, (f"a{IMAGE}", f"b{SCRIPT}"), f"{SCRIPT}{IMAGE}")


def hostile_order() -> PageData:
    """A page of periods, the same way."""
    names = (f"a{IMAGE}", f"b{SCRIPT}", f"c{IMAGE}", f"d{SCRIPT}")
    page = in_order((IMAGE, SCRIPT, *WORDS[2:]), names)
    turns = (TurnData(0, 2, ((IMAGE,), (SCRIPT,))),)
    return replace(page, title=f"{SCRIPT}{IMAGE}", timeline=replace(page.timeline, turns=turns))


def _pair(domains: tuple[int, int]) -> PairData:
    # Another pair has the opposite order, so that a change of pair can be seen.
    values = {
        word: value if domains == (0, 1) else 1 - value for word, (value, _) in CHANGES.items()
    }
    # Words that are known to differ come first.
    ranked = sorted(CHANGES, key=lambda word: (CHANGES[word][1] > 0.05, -values[word]))
    shifts = {}
    for word, value in values.items():
        near = CONTRASTS.get(word, ((), ()))
        first, second = (tuple(map(WORDS.index, side)) for side in near)
        change = (value, value - 0.05, value + 0.05, CHANGES[word][1])
        rank, mark = ranked.index(word) + 1, MARKS.get(word, "")
        shifts[word] = ShiftFigures(rank, change, (first, second), mark)
    return PairData(domains, VERDICT, 6, 0.45, tuple(map(shifts.get, WORDS)))


PERIODS = ("1800s", "1850s", "1900s", "1950s")


def in_order(words=WORDS, names=PERIODS) -> PageData:
    """Return a page of four periods: light turns with the third, novel goes and drill comes."""
    plain = hand_made(words, names, "In order")
    light = ((40, 30, 50), (50, 40, 60), (90, 85, 95), (100, 100, 100))
    timelines = {
        "light": WordTimeline(light, 2, 0.62, 0.001, (("book",), ("knife", "steel"))),
        "lamp": WordTimeline(light, 1, 0.5145, 0.001, (("wick",), ("bulb",))),
        # Too few uses in the period in which it turns.
        "steel": WordTimeline((*light[:2], None, light[3]), 2, 0.5, 0.01, (("sword",), ("mill",))),
        "sharp": WordTimeline(((97, 96, 98),) * 3 + ((100, 100, 100),), -1, 0.05, 0.01),
        "book": WordTimeline(((80, 50, 90), None, (85, 60, 95), (100, 100, 100)), -1, 0.4, 0.6),
    }
    timeline = TimelineData(
        "1 of 3 words turns, in 1900s",
        3,
        (0, 0, 1, 0),
        (100_000, 100_000, 100_000, 200_000),
        (TurnData(WORDS.index("light"), 2, (("book",), ("knife", "steel"))),),
        tuple(timelines.get(word, WordTimeline((None,) * 4)) for word in WORDS),
        ((WORDS.index("drill"), 2),),
        ((WORDS.index("novel"), 2),),
    )
    # Sentence 0 has light in the first period, sentence 1 in the last.
    quoted = (Example(0, (7, 13)),), (), (), (Example(1, (2, 7)),)
    domains = tuple(
        replace(domain, examples=(shown, *((),) * (len(WORDS) - 1)))
        for domain, shown in zip(plain.domains, quoted, strict=True)
    )
    return replace(plain, domains=domains, pairs=(), timeline=timeline)


GROUPS = ("whigs", "tories \u202e")
"""The second has a character that reverses what follows it."""


def in_groups() -> PageData:
    """Return a page of two groups: light differs in the last period, tories begin in the second."""
    cells = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2))
    periods = ("1800s", "1850s", "1900s")
    plain = hand_made(names=tuple(f"{GROUPS[group]} {periods[at]}" for group, at in cells))
    light = ((60, 50, 70), (80, 70, 90), (85, 75, 95), (95, 90, 99), (70, 60, 80))
    # Both are certain, the first is little.
    compared = ((1, 0, 1, 0.004, False), (2, 0, 1, 0.01, True))
    rest = WordTimeline((None,) * len(cells))
    timeline = TimelineData(
        "1 of 3 words in periods differs",
        3,
        (0, 0, 1),
        (100_000,) * len(cells),
        (TurnData(WORDS.index("light"), 2, (("book",), ("knife", "steel")), (0, 1)),),
        (WordTimeline(light), *(rest,) * (len(WORDS) - 1)),
        groups=GroupData(
            GROUPS, periods, cells, (compared, compared[:1], *((),) * (len(WORDS) - 2))
        ),
    )
    return replace(plain, pairs=(), timeline=timeline)
