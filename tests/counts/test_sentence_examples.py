from hypothesis import given
from hypothesis import strategies as st

from counting_twins import STOP_WORDS, feature_documents
from crosslex.corpus.corpus import Corpus
from crosslex.counts.samples import collect_examples
from crosslex.text.analysis import analyze, features
from crosslex.text.settings import TextSettings

SETTINGS = TextSettings(stop_words=STOP_WORDS)
WORDS = ["Plots", "the", "saw", "of", "sawn", "<b>dull</b>", "dull", "."]
texts_strategy = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=8)
asked_strategy = st.lists(
    st.sampled_from(["plot", "saw", "dull", "plot dull", "dull plot", "zebra"]), unique=True
)


@given(texts_strategy, asked_strategy, st.integers(1, 4))
def test_examples_hold_their_word_and_are_enough(texts, asked, limit):
    corpus = Corpus.from_texts(texts, name="x", text_settings=SETTINGS)
    examples = collect_examples(corpus, asked, limit=limit)
    assert set(examples.of_word) <= set(asked)
    held = feature_documents([analyze(text, SETTINGS) for text in texts])
    for feature in asked:
        numbers = examples.of_word.get(feature, ())
        assert min(limit, held[feature]) <= len(numbers) <= limit
        for number in numbers:
            [sentence] = analyze(examples.sentences[number], SETTINGS)
            assert feature in features(sentence, SETTINGS)
            assert "<" not in examples.sentences[number]


def test_a_corpus_without_texts_has_no_examples():
    corpus = Corpus.from_texts(["A dull plot."], name="x", keep_texts=False)
    examples = collect_examples(corpus, ["dull"])
    assert (examples.sentences, examples.of_word) == ((), {})


def test_long_sentences_are_cut():
    corpus = Corpus.from_texts(["dull " * 500], name="x")
    [sentence] = collect_examples(corpus, ["dull"]).sentences
    assert 0 < len(sentence) < 1000
