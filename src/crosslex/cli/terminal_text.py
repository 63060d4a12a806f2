"""Text made safe for a terminal, and messages of the library in the terms of the options."""

import re

# Control characters, which can control a terminal; marks that reverse the order of what follows;
# line separators; halves of surrogate pairs, which no output can encode.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_ARGUMENTS = (
    "text_column label_column domain_column on_error min_count min_documents n_pivots n_non_pivots "
    "resamples pivots trainer domain among top document language tokens stop_words smallest_change "
    "n_contexts scope dimension context window regularization backoff epochs engine scheduler "
    "prior words method methods target target_shares threshold study variants pairs tune "
    "tune_pairs exclude_pairs validation seeds"
)
_OPTIONS = {name: f"--{name.replace('_', '-')}" for name in _ARGUMENTS.split()}
_OPTIONS |= {"n_jobs": "--jobs", "random_state": "--seed"}
# Arguments that are columns or numbers of a command, at the beginning of a message.
_OTHERS = {"y": "labels", "X": "texts", "n": "--count"}
_SETTING = re.compile(rf"""(?<![\w/\\.-])({"|".join(_OPTIONS)})=(?:(["'])([\w-]*)\2|([\d.]+))""")
# What a check of an argument begins with.
_ARGUMENT = re.compile(rf"^({'|'.join(_OPTIONS | _OTHERS)})(?=: )")
_NAME = re.compile(rf"(?<![\w/\\.-])({'|'.join(n for n in _OPTIONS if '_' in n)})(?![\w/\\.='\"-])")


def plain(text: str) -> str:
    r"""Replace characters that could control a terminal with �.

    >>> plain("caf\u00e9 \x1b[31mred")
    'café �[31mred'
    """
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    r"""Return a message with its lines joined.

    >>> one_line("Choose from:\n\tnpz,\n\tword2vec")
    'Choose from: npz, word2vec'
    """
    return " ".join(text.split())


def in_options(message: str) -> str:
    """Return a message with the names of arguments replaced by those of options.

    >>> in_options('fix it, or leave bad lines out with on_error="skip"')
    'fix it, or leave bad lines out with --on-error skip'
    >>> in_options("n_pivots: asked for 9; lower min_count=5, see min_count.txt")
    '--n-pivots: asked for 9; lower --min-count 5, see min_count.txt'
    >>> in_options("domain: found 'dvd'; give one of books, kitchen")
    "--domain: found 'dvd'; give one of books, kitchen"
    >>> in_options("y: found 'good'; the classes are 0, 1")
    "labels: found 'good'; the classes are 0, 1"
    """
    spelled = _SETTING.sub(lambda found: f"{_OPTIONS[found[1]]} {found[3] or found[4]}", message)
    spelled = _ARGUMENT.sub(lambda found: (_OPTIONS | _OTHERS)[found[1]], spelled)
    return _NAME.sub(lambda found: _OPTIONS[found[1]], spelled)
