from counting_twins import corpus_of, document_features, documents, features, occurrences
from hypothesis import given
from hypothesis import strategies as st

from crosslex.counting import sample_occurrences


@given(documents, features, st.integers(1, 4))
def test_sentences_of_the_first_documents_of_each_feature_are_kept_whole(texts, asked, limit):
    first_documents = {
        feature: [
            number for number, text in enumerate(texts) if feature in document_features(text)
        ][:limit]
        for feature in asked
    }
    expected = []
    for number, text in enumerate(texts):
        for sentence in text:
            found = occurrences(sentence)
            if any(number in first_documents.get(each.feature, ()) for each in found):
                expected.append((number, sorted((each.first, each.feature) for each in found)))
    sample = sample_occurrences(corpus_of(texts), asked, max_documents=limit)
    assert sample.documents.tolist() == [number for number, _ in expected]
    assert len(sample.sentence_offsets) == len(expected) + 1
    for place, (_, held) in enumerate(expected):
        start, stop = sample.sentence_offsets[place], sample.sentence_offsets[place + 1]
        assert stop - start == sum(" " not in feature for _, feature in held)
        kept = [
            (position, asked[number])
            for column in (sample.unigrams, sample.bigrams)
            for position, number in enumerate(column[start:stop])
            if number >= 0
        ]
        assert sorted(kept) == [pair for pair in held if pair[1] in asked]
