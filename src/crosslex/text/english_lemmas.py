"""English lemmas where the dictionary's are wrong.

The dictionary lists obsolete spellings such as *fixe*, *thinke*, *preferr* and *exemplifie* as
words, and gives today's forms to them; it takes some common words for rare forms of others
(*bare* of *bear*), and some forms for words of their own (*bigger*, *buying*). Rules of spelling
put the first right, two short lists the others.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

_ENDINGS: Final = ("ing", "ed", "es")

# Verbs that end like this have no final -e: x, w and y after a vowel, two consonants other than
# those of change, dance, rinse, solve, waste and breathe, one consonant after two vowels.
_NO_FINAL_E: Final = re.compile(
    r"""
    .* (?:
        .[^a]x | .[aeo][wy]
      | ch | sh | ss | gh
      | [cfnlr]k | sk | ct | ft | nt | pt | rt | lt | mp | rp | lp | sp
      | [lnr]d | rm | lm | rn
      | (?:ai|ea|ee|oa)[dklmnr]
    )
    """,
    re.VERBOSE,
)
_SIBILANT: Final = re.compile(r".*(?:[^a]x|ch|sh|ss)")

# More than one syllable, of which the last may double its consonant: prefer, travel, signal.
_DOUBLING: Final = re.compile(r".*[aeiou].*(?:[^aeiou][aeiou][bdgmnprt]|[^aeiou]el|[nue]al)")

_FORMS: Final = """
    bad: worse baddest          big: bigger              hot: hotter
    close: closer
    bend: bent                  break: broke             feel: felt
    go: gone                    leave: left              shake: shook
    swear: swore                think: thought           win: won
    bathe: bathing              breathe: breathing
    determine: determining      develop: developed       deposit: deposited
    long: longed                program: programmed programming
    sing: singing               smooth: smoothed smoothing
    spring: springing           swing: swinging          wing: winged winging
    con: conned conning         extol: extolled extolling
    follow: following           live: living             buy: buying
    find: finding               sit: sitting             hang: hanging
    handle: handling            burn: burning            beat: beating
    cut: cutting                split: splitting         prove: proving
    borrow: borrowing           strive: striving         scrape: scraping
    belong: belonging           gather: gathering        heal: healing
    hunt: hunting               back: backing            double: doubling
    cost: costing               drown: drowning          fold: folding
    calf: calves                half: halves             loaf: loaves
    life: lives                 sheaf: sheaves           shelf: shelves
    thief: thieves              wife: wives              housewife: housewives
    midwife: midwives           lens: lenses             bus: busses
    sky: skies                  fantasy: fantasies       malady: maladies
    granny: grannies            nanny: nannies           orgy: orgies
    curry: curries              shy: shied shies         envy: envies envied envying
    moral: morals               mean: means              remain: remains
    sale: sales                 greek: greeks            pole: poles
    veggie: veggies             baddie: baddies
"""

# Words that the dictionary takes for forms of others (bare of bear, cola of colon), and forms
# that have become words with a meaning of their own.
_THEMSELVES: Final = """
    analytical ani bare bloke cal capita cf cola cooly dang dice don elder erasure fora galen
    gemini hasta hight hippie hippo holden junkie lan lay least lei literati loca lohr maria media
    memorabilia nam nota og opera overlay pajama partes pent pixie posses pura rei sepia seventh
    slang spade span staid swank thyself tori trivia vis wan
    dining interested interesting lighting meeting painting parking regards related training
    troops understanding united
"""


def _listed_lemmas() -> Iterator[tuple[str, str]]:
    for lemma, forms in re.findall(r"(\w+):((?: \w+\b(?!:))+)", _FORMS):
        for form in forms.split():
            yield form, lemma
    for word in _THEMSELVES.split():
        yield word, word


LISTED_LEMMAS: Final = dict(_listed_lemmas())


def corrected_lemma(word: str, lemma: str, is_lemma: Callable[[str], bool]) -> str:
    """Return the lemma of an English word, given the dictionary's.

    `is_lemma` returns whether the dictionary lists a word as a lemma.

    >>> lemmas = {"fix", "fixe", "waste", "prefer"}
    >>> corrected_lemma("fixed", "fixe", lemmas.__contains__)
    'fix'
    >>> corrected_lemma("wasted", "waste", lemmas.__contains__)
    'waste'
    >>> corrected_lemma("preferring", "preferr", lemmas.__contains__)
    'prefer'
    """
    if word in LISTED_LEMMAS:
        return LISTED_LEMMAS[word]
    if word == lemma:
        # Peoples: Germans, Indians, Koreans.
        is_people = word.endswith("ans") and len(word) > 5
        return word[:-1] if is_people and is_lemma(word[:-1]) else word
    if word.endswith("ly"):
        return word
    ending = next((each for each in _ENDINGS if word.endswith(each)), "")
    stem = word.removesuffix(ending)
    for candidate in _better(stem, ending, lemma):
        if is_lemma(candidate):
            return candidate
    return lemma


def _better(stem: str, ending: str, lemma: str) -> Iterator[str]:
    """Yield the lemma that rules of spelling prefer to the dictionary's, if there is one."""
    if not ending:
        return
    if lemma.endswith("fie"):
        yield lemma.removesuffix("ie") + "y"
    elif lemma == f"{stem}e" and len(stem) > 2:
        if (_SIBILANT if ending == "es" else _NO_FINAL_E).fullmatch(stem):
            yield stem
    elif lemma == stem and stem[-1] == stem[-2] and _DOUBLING.fullmatch(stem[:-1]):
        yield stem[:-1]
