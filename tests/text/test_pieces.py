from hypothesis import given
from hypothesis import strategies as st

from crosslex.text import analysis as module
from crosslex.text.analysis import analyze, pieces, raw_sentences


@given(st.text("ab .\n", max_size=200), st.integers(2, 50))
def test_pieces_are_short_and_make_up_the_text(text: str, longest: int) -> None:
    found = list(pieces(text, longest))
    assert "".join(found) == text
    assert all(len(piece) <= longest for piece in found)
    assert all(found) or found == [""]


def test_a_piece_ends_with_a_paragraph_or_else_with_a_line_or_sentence_or_word() -> None:
    assert next(pieces("a b. c\nd\n\ne f. g\nh", longest=12)) == "a b. c\nd\n\n"
    assert next(pieces("a b. c d\ne f. g h", longest=12)) == "a b. c d\n"
    assert next(pieces("a b c d. e f g h", longest=12)) == "a b c d. "
    assert next(pieces("abcd efgh ijkl", longest=12)) == "abcd efgh "


def test_cutting_between_sentences_changes_nothing(monkeypatch) -> None:
    text = "The knives weren't sharp. I don't recommend them!!! A sharp knife is new. " * 30
    whole, raw = analyze(text), raw_sentences(text)
    monkeypatch.setattr(pieces, "__defaults__", (400,))
    assert len(list(module.pieces(text))) > 5
    assert analyze(text) == whole
    assert raw_sentences(text) == raw
