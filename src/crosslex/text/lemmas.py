"""Tokens to lemmas: contractions, numbers and lengthened spellings, then a dictionary or yours.

The English dictionary lists obsolete spellings such as *fixe*, *thinke*, *preferr* and *exemplifie*
as words, and gives today's forms to them; it takes some common words for rare forms of others
(*bare* of *bear*), and some forms for words of their own (*bigger*, *buying*). Rules of spelling
correct the first, two short lists the others.
"""

import operator
import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final

import simplemma
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from crosslex.errors import InputError
from crosslex.text.segmenters import SEGMENTERS, Segmenter, Word, segmenter
from crosslex.text.settings import TextSettings, meaningful_words
from crosslex.text.tokens import ADDRESS, SENTENCE_END, SENTENCE_MARKS, SILENT, number_word

MOST_REMEMBERED = 2**19
"""Lemmas, of some hundred bytes each; a language's frequent words are a tenth of this number."""
LONGEST_REMEMBERED = 64
"""Characters: longer words are addresses, or runs without spaces, which do not come again."""

CAPITAL_NOUNS = ("de", "lb")
"""Languages that write nouns with a capital letter."""

_WITHOUT_SILENT: Final = str.maketrans("", "", "".join(SILENT))


class _Lemmas(dict[str, str]):
    """Each token's lemmas, computed when it is first seen; emptied when it grows too large."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def __missing__(self, token: str) -> str:
        lemma = self._make(token)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        if len(token) <= LONGEST_REMEMBERED:
            self[token] = lemma
        return lemma


@lru_cache(maxsize=8)
def token_lemmas(settings: TextSettings) -> dict[str, str]:
    """Return the lemmas of any token, with spaces between, as these settings make them."""
    language = settings.language
    if settings.lemmatizer is not None:
        base: Callable[[str], str] = partial(_own_lemma, lemmatizer=settings.lemmatizer)
    elif not settings.lemmatize or language in SEGMENTERS:
        base = str
    elif has_dictionary(language):
        base = partial(lemmatize, language=language)
    else:
        raise InputError(
            f"language: found {language!r}, which has no dictionary of lemmas; give one of "
            f"{', '.join(sorted({*SUPPORTED_LANGUAGES, *SEGMENTERS}))}, your own lemmatizer, "
            "or lemmatize=False"
        )
    if not settings.finds_words:
        return _Lemmas(base)
    segment = run_words(settings)
    known: Callable[[str], bool] = partial(operator.contains, ())
    if segment is not None:
        base, known = partial(_run_lemmas, segment=segment), bool
    elif has_dictionary(language):
        known = partial(simplemma.is_known, lang=language)
    return _Lemmas(partial(lemmas_of, lemmatize=base, known=known, language=language))


@lru_cache(maxsize=8)
def run_words(settings: TextSettings) -> Segmenter | None:
    """Return what cuts a run of letters into words, as these settings make them.

    It is None where spaces are between words.
    """
    segment = segmenter(settings.language)
    if segment is None or (settings.lemmatize and settings.lemmatizer is None):
        return segment
    own = settings.lemmatizer

    def words(run: str) -> Iterator[Word]:
        for _, start, end in segment(run):
            spelled = run[start:end]
            yield Word(spelled if own is None else _own_lemma(spelled, own), start, end)

    return words


def _run_lemmas(run: str, segment: Segmenter) -> str:
    return run if run.isascii() else " ".join([word.lemma for word in segment(run)])


def _own_lemma(word: str, lemmatizer: Callable[[str], str]) -> str:
    lemma = lemmatizer(word)
    if not isinstance(lemma, str):
        raise InputError(f"lemmatizer returned {lemma!r} for {word!r}: it must return a string")
    # A line break would end the sentence.
    return " ".join(lemma.split())


def has_dictionary(language: str) -> bool:
    """Return whether a language has a dictionary of lemmas."""
    return language in SUPPORTED_LANGUAGES


def lemmatize(word: str, language: str = "en") -> str:
    """Return the lemma of a lower-case word; a negated verb, as Czech *není*, is left as it is.

    Where nouns have a capital letter, a word that is the base form of one is taken for it: German
    *haus* is no form of *hausen*.

    >>> lemmatize("knives"), lemmatize("better"), lemmatize("ran"), lemmatize("není", "cs")
    ('knife', 'good', 'run', 'není')
    >>> lemmatize("haus", "de"), lemmatize("kinder", "de"), lemmatize("schöne", "de")
    ('haus', 'kind', 'schön')
    """
    try:
        lemma = simplemma.lemmatize(word, lang=language).lower()
    except UnicodeEncodeError:
        # Half a character, as broken files have it, is in no dictionary.
        return word
    if language == "en":
        return corrected_lemma(word, lemma, _is_lemma)
    if language in CAPITAL_NOUNS and lemma != word and _is_lemma(word.capitalize(), language):
        return word
    meaningful = meaningful_words(language)
    return word if word in meaningful and lemma not in meaningful else lemma


def _is_lemma(word: str, lang: str = "en") -> bool:
    return simplemma.is_known(word, lang) and simplemma.lemmatize(word, lang) == word


_LENGTHENED = re.compile(r"(.)\1{2,}")
_UNMARKED_NEGATION = re.compile(
    r"(do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt"
)
_IRREGULAR = {
    "can't": "can not",
    "cannot": "can not",
    "cant": "can not",
    "won't": "will not",
    "wont": "will not",
    "shan't": "shall not",
    "ain't": "be not",
    "aint": "be not",
    "let's": "let us",
    "y'all": "you all",
    "ma'am": "madam",
    "o'clock": "o'clock",
    "n't": "not",
}
_NUMBER_MARKS = str.maketrans("", "", ".,:/")
_ENDINGS = {"m": "be", "re": "be", "ve": "have", "ll": "will", "d": "would", "s": ""}


def lemmas_of(
    token: str, lemmatize: Callable[[str], str], known: Callable[[str], bool], language: str = "en"
) -> str:
    """Return the lemmas of one token, with spaces between; a sentence's end is a line break.

    >>> lemmas_of("shouldn't", str, bool)
    'should not'
    >>> lemmas_of("1,000", str, bool), lemmas_of("5", str, bool)
    ('<number>', '5')
    """
    if token[0] in SENTENCE_MARKS or token[0] == SENTENCE_END:
        return SENTENCE_END
    # Not isdigit, which is also true of digits that int does not read.
    if token[0].isdecimal() and token.translate(_NUMBER_MARKS).isdecimal():
        return number_word(token)
    if token.startswith(("http:", "https:", "www.")):
        return ADDRESS
    if token.endswith("."):
        return token[:-1]
    if "." in token:
        return ADDRESS
    if language == "en":
        return _word(token, lemmatize, known)
    word = token.translate(_WITHOUT_SILENT)
    # Three letters in a row are right in some languages: Schifffahrt.
    return lemmatize(word if known(word) else _shorten(word, known))


def _word(word: str, lemmatize: Callable[[str], str], known: Callable[[str], bool]) -> str:
    word = word.replace("'nt", "n't")
    stem, apostrophe, ending = word.rpartition("'")
    if apostrophe and ending in _ENDINGS and word not in _IRREGULAR:
        return f"{_stem(stem, lemmatize, known)} {_ENDINGS[ending]}"
    return _stem(word, lemmatize, known)


def _stem(word: str, lemmatize: Callable[[str], str], known: Callable[[str], bool]) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("n't"):
        return f"{lemmatize(word[:-3])} not"
    if unmarked := _UNMARKED_NEGATION.fullmatch(word):
        return f"{lemmatize(unmarked[1])} not"
    return lemmatize(_shorten(word, known))


def _shorten(word: str, known: Callable[[str], bool]) -> str:
    """Return a lengthened spelling as it should be: goooood as good, sooo as so."""
    if not _LENGTHENED.search(word):
        return word
    twice = _LENGTHENED.sub(r"\1\1", word)
    if known(twice):
        return twice
    once = _LENGTHENED.sub(r"\1", word)
    return once if known(once) else twice


_INFLECTIONS: Final = ("ing", "ed", "es")

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
    ending = next((each for each in _INFLECTIONS if word.endswith(each)), "")
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
