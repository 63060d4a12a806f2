"""Pages whose every figure is known."""

from crosslex.explore.data import (
    DomainData,
    Example,
    Neighborhood,
    PageData,
    PairData,
    SenseData,
    SensesData,
    ShiftFigures,
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
    "sharp": (3.0, 0.001),
    "light": (2.0, 0.03),
    "plot": (1.0, 0.2),
    "book": (0.5, 0.4),
    "knife": (-0.5, 0.8),
    "steel": (-1.0, 0.04),
}
# Distance and its interval in ten-thousandths, where it matters: 100 is the smallest of interest.
DISTANCES = {"light": (400, 300, 500), "plot": (20, -30, 70)}
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


def hand_made(words=WORDS, names=("books", "kitchen"), title="Hand-made") -> PageData:
    number = {word: place for place, word in enumerate(WORDS)}
    domains = []
    for name, letter in zip(names, "abab", strict=False):
        neighborhoods = []
        for word, count in zip(WORDS, COUNTS[letter], strict=True):
            near = NEAR[letter].get(word, ("lamp", "book") if word != "lamp" else ("book", "light"))
            numbers = tuple(number[other] for other in near if other != word)
            neighborhoods.append(
                Neighborhood(numbers, tuple(90 - place for place in range(len(numbers))))
                if count
                else None
            )
        # In each domain most of the word rare is borrowed.
        own = tuple(20 if word == "rare" else 90 for word in WORDS)
        near, typical = tuple(neighborhoods), DISTINCTIVE[letter]
        domains.append(
            DomainData(name, COUNTS[letter], near, typical, own, NEIGHBOR_STABILITY[letter])
        )
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    points = [
        sum(
            1 + len(domain.neighborhoods[place].words) for domain in domains if domain.counts[place]
        )
        for place in range(len(WORDS))
    ]
    planes = tuple(tuple((37 * at) % 199 - 99 for at in range(2 * size)) for size in points)
    senses = tuple(_senses(word, len(names)) for word in WORDS)
    return PageData(
        title,
        "0",
        tuple(words),
        planes,
        SENTENCES,
        tuple(domains),
        tuple(map(_pair, pairs)),
        senses,
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
            (
                SenseData(("lamp", "dark"), shares, first),
                SenseData(("pan", "heavy"), rest, second),
            ),
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


def _pair(domains: tuple[int, int]) -> PairData:
    # Another pair has the opposite order, so that a change of pair can be seen.
    turn = 1 if domains == (0, 1) else -1
    ranked = sorted(CHANGES, key=lambda word: -turn * CHANGES[word][0])
    shifts, examples = [], []
    for word in WORDS:
        if word in CHANGES:
            value, q = CHANGES[word]
            change = (turn * value, turn * value - 0.5, turn * value + 0.5, q)
            distance = DISTANCES.get(word, (200, -100, 500))
            shifts.append(ShiftFigures(ranked.index(word) + 1, change, distance))
        else:
            shifts.append(None)
        if word == "light":
            # The clef takes two of JavaScript's units: lights stands at 7, not at 6.
            first = (Example(0, (7, 13)), Example(2, (17, 22)))
            examples.append((first, (Example(1, (2, 7)),)))
        elif word == "sharp":
            examples.append(((Example(3, (4, 9)),), ()))
        else:
            examples.append(((), ()))
    return PairData(domains, 6, 3, 0.01, tuple(shifts), tuple(examples))
