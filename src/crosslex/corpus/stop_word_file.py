"""Stop words out of a file of the user's."""

from dataclasses import replace
from pathlib import Path

from crosslex.errors import InputError
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings

LARGEST_FILE = 2**22


def read_stop_words(path: str | Path, text_settings: TextSettings) -> frozenset[str]:
    r"""Return the words of a UTF-8 file, as they are and as the settings analyze them.

    Words are separated by spaces or line ends.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.txt").write_text("the\nknives\n")
    ...     sorted(read_stop_words(Path(folder, "mine.txt"), TextSettings()))
    ['knife', 'knives', 'the']
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: over {LARGEST_FILE:,} bytes; give a list of stop words")
        words = path.read_text("utf-8-sig").split()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not valid UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror or error}); give a file of stop words, "
            "none or default"
        ) from None
    if not words:
        raise InputError(f"{path}: no words in it; give none to keep all words")
    # No stop words while they are analyzed.
    plain = replace(text_settings, stop_words=frozenset())
    analyzed = {lemma for word in words for sentence in analyze(word, plain) for lemma in sentence}
    return frozenset({*words, *analyzed})
