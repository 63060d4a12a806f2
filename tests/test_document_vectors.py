"""Documents as vectors: the mean of their words' vectors, as scikit-learn's transformers work."""

import pickle

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.pipeline import make_pipeline, make_union
from sklearn.utils import estimator_checks

from crosslex import Corpus, CrossDomainEmbedding, DocumentVectors, TextSettings
from crosslex.errors import InputError
from small_domains import BOOKS, KITCHEN, corpus_of, texts_of, vectors_of

DATABASES = vectors_of("d", novel=[1, 0], story=[3, 4], foreign_key=[0, 2], nothing=[0, 0])
TEXTS = ["A novel story", "Foreign keys!", "Novel. Novel? Story", "nothing known", "", "the of"]


def test_a_document_is_the_unit_mean_of_its_words_vectors() -> None:
    # By hand: novel (1, 0), story (3, 4), foreign key (0, 2), nothing (0, 0).
    found = DocumentVectors(DATABASES).transform(TEXTS)
    summed = np.array([[4, 4], [0, 2], [5, 4], [0, 0], [0, 0], [0, 0]], np.float32)
    lengths = np.array([4 * 2**0.5, 2, 41**0.5, 1, 1, 1], np.float32)
    np.testing.assert_allclose(found, summed / lengths[:, None], rtol=1e-6)
    assert found.dtype == np.float32


def test_each_text_is_transformed_alone_and_as_the_domain_was_analyzed() -> None:
    settings = TextSettings(language="de", stop_words=frozenset())
    model = CrossDomainEmbedding(dimension=6, min_documents=2).fit(
        [corpus_of(name, text_settings=settings) for name in ("films", "tools")]
    )
    transformer, texts = DocumentVectors(model.vectors_["films"]), texts_of("films", seed=1)
    together = transformer.transform(texts)
    for row, text in zip(together, texts, strict=True):
        np.testing.assert_array_equal(transformer.transform([text])[0], row)
    corpus = Corpus.from_texts(texts, name="any", text_settings=settings)
    np.testing.assert_array_equal(transformer.transform(corpus), together)
    with pytest.raises(InputError, match="analyzed with other text settings"):
        transformer.transform(Corpus.from_texts(texts, name="any"))


def test_it_works_in_pipelines_unions_searches_and_pickles() -> None:
    texts, labels = [*["a novel"] * 20, *["a story"] * 20], [0] * 20 + [1] * 20
    both = make_union(DocumentVectors(BOOKS), DocumentVectors(KITCHEN))
    pipeline = make_pipeline(both, LogisticRegression())
    assert (cross_val_predict(pipeline, texts, labels, cv=4) == labels).all()
    search = GridSearchCV(
        make_pipeline(DocumentVectors(BOOKS), LogisticRegression()),
        {"documentvectors__vectors": [BOOKS, KITCHEN]},
        cv=2,
    ).fit(texts, labels)
    assert search.best_params_ == {"documentvectors__vectors": BOOKS}
    again = pickle.loads(pickle.dumps(pipeline.fit(texts, labels)))
    assert (again.predict(texts) == labels).all()


CHECKS = (
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_set_params",
    "check_valid_tag_types",
)


# Older versions of scikit-learn have fewer of them.
@pytest.mark.parametrize("check", [each for each in CHECKS if hasattr(estimator_checks, each)])
def test_it_passes_scikit_learns_checks_that_need_no_numbers(check: str) -> None:
    getattr(estimator_checks, check)("DocumentVectors", DocumentVectors(BOOKS))


def test_data_frames_have_the_texts_rows_and_named_columns() -> None:
    pandas = pytest.importorskip("pandas")
    transformer = DocumentVectors(BOOKS).set_output(transform="pandas")
    frame = pandas.DataFrame({"text": TEXTS}, index=list("uvwxyz"))
    found = transformer.fit_transform(frame["text"])
    assert list(found.columns) == list(transformer.get_feature_names_out()) == ["books0", "books1"]
    np.testing.assert_array_equal(found, DocumentVectors(BOOKS).transform(TEXTS))


@pytest.mark.parametrize(
    ("texts", "message"),
    [("a novel", "text"), (["a novel", None], "None"), ([1.5], "1.5"), (np.eye(2), "X")],
)
def test_what_are_no_texts_is_refused(texts: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        DocumentVectors(BOOKS).transform(texts)


def test_a_model_instead_of_vectors_is_refused_with_what_to_give() -> None:
    with pytest.raises(InputError, match=r'found CrossDomainEmbedding; give .* model.vectors_\["'):
        DocumentVectors(CrossDomainEmbedding()).fit(["a novel"])
