"""Text in shards is counted as if it were whole, wherever it is cut."""

import gzip
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale_texts import write_domain

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.checkpoints import open_checkpoints
from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.corpus.readers import read_documents, read_shard
from crosslex.corpus.sharded import ShardedCorpus, ShardFiles, plan_shards
from crosslex.counts import features as counted_features
from crosslex.counts.features import count_domains
from crosslex.counts.samples import sample_sentences
from crosslex.paper.instances import collect_instances

LINES = st.lists(
    st.sampled_from([b"good film", b"", b"\xef\xbb\xbfdull", b"b\xff", b"a b\r", b"  ", b"x" * 40]),
    max_size=12,
)


@given(LINES, st.booleans(), st.integers(1, 50))
def test_shards_of_a_file_hold_its_documents_and_messages_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], ended: bool, size: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "a.txt"
    path.write_bytes(b"\n".join(lines) + (b"\n" if ended else b""))
    options = ReadOptions(on_error="skip")
    whole = ReadReport()
    expected = list(read_documents(path, options, whole))
    found, messages, skipped = [], [], 0
    for shard in plan_shards([path], options, size):
        report = ReadReport()
        found += list(read_shard(shard, options, report))
        messages += report.messages
        skipped += report.skipped
    assert found == expected
    assert [document.id for document in found] == [document.id for document in expected]
    assert skipped == whole.skipped
    assert messages[:5] == whole.messages


def test_a_compressed_file_stays_whole_whatever_its_format_is_called(tmp_path: Path) -> None:
    path = tmp_path / "films.gz"
    path.write_bytes(gzip.compress(b"Good plot.\n" * 9))
    for name in ("txt", "txt.gz"):
        assert [shard.stop for shard in plan_shards([path], ReadOptions(format=name), 4)] == [None]


@pytest.fixture(scope="module", params=[3_000, 10**9])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Corpus, ShardedCorpus]]:
    """The same text whole and in shards of so many bytes."""
    folder = tmp_path_factory.mktemp("both")
    path = write_domain(folder, "films", 300)
    with open_checkpoints(folder / "m.checkpoints", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=request.param)
        yield Corpus.read(path, name="films"), engine.read(path, name="films")


def test_shards_know_how_much_text_they_hold_together(both) -> None:
    whole, sharded = both
    assert len(sharded) == len(whole)
    assert sharded.n_sentences == whole.n_sentences
    assert sharded.n_tokens == whole.n_tokens
    assert sharded.n_words == len(whole.words)


def test_what_is_too_much_for_memory_is_counted_in_several_passes(both, monkeypatch) -> None:
    expected = count_domains(both[:1], min_count=3)[0].features
    assert sum(" " in feature for feature in expected) > 40
    monkeypatch.setattr(counted_features, "MAX_KEYS", 37)
    for corpus in both:
        assert count_domains([corpus], min_count=3)[0].features == expected


def test_words_that_share_a_key_are_told_apart(both, monkeypatch) -> None:
    expected = count_domains(both[:1], min_count=3)[0].features
    alike = "crosslex.counts.features.word_keys"
    monkeypatch.setattr(alike, lambda words: np.zeros(len(words), np.int64))
    for corpus in both:
        assert count_domains([corpus], min_count=3)[0].features == expected


def test_instances_and_samples_of_shards_are_those_of_the_whole(both) -> None:
    words = count_domains(both[:1], min_documents=2)[0].features
    for limit in (2, 40):
        one, other = (sample_sentences(each, words, max_documents=limit) for each in both)
        for name in ("unigrams", "bigrams", "sentence_offsets", "documents"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
    one, other = (collect_instances(each, words[:9], words) for each in both)
    for name in vars(one):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def test_a_model_of_shards_has_the_bytes_of_a_model_of_the_whole(both, tmp_path: Path) -> None:
    whole, sharded = both
    other = Corpus.read(write_domain(tmp_path, "tools", 200), name="tools")
    for name, corpus in (("whole", whole), ("shards", sharded)):
        model = CrossDomainEmbedding(dimension=8).fit([corpus, other])
        model.save(tmp_path / name)
    for file in (tmp_path / "whole").iterdir():
        assert file.read_bytes() == (tmp_path / "shards" / file.name).read_bytes(), file.name


def test_one_file_of_many_domains_is_cut_as_well(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    files = [write_domain(tmp_path, domain, 60) for domain in ("films", "tools")]
    path.write_bytes(b"".join(file.read_bytes() for file in files))
    expected = Corpus.read_domains(path)
    with open_checkpoints(tmp_path / "m.checkpoints", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=2000, n_jobs=2)
        found = engine.read_domains(path, options=ReadOptions(domain_column="domain"))
        assert [corpus.name for corpus in found] == ["films", "tools"]
        for one, other in zip(count_domains(found), count_domains(expected), strict=True):
            assert one.features == other.features
            assert np.array_equal(one.occurrences, other.occurrences)


def test_learning_reads_the_words_of_a_shard_twice(tmp_path: Path, monkeypatch) -> None:
    read: list[tuple[str, int]] = []

    class Watched(np.ndarray):
        """Word ids that tell once that some of them are taken."""

        def __array_finalize__(self, other: object) -> None:
            self.told = getattr(other, "told", True)

        def __getitem__(self, place: object) -> np.ndarray:
            if not self.told:
                self.told = True
                read.append(self.shard)
            return np.asarray(self)[place]

    def watched(engine: ShardFiles, of: ShardedCorpus, name: str, first: int) -> Corpus:
        corpus = read_file(engine, of, name, first)
        ids = np.asarray(corpus.ids).view(Watched)
        ids.told, ids.shard = False, (of.name, first)
        return replace(corpus, ids=ids)

    read_file = ShardFiles._read
    monkeypatch.setattr(ShardFiles, "_read", watched)
    paths = {name: write_domain(tmp_path, name, 200) for name in ("films", "tools")}
    with open_checkpoints(tmp_path / "m.checkpoints", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=3000)
        corpora = [engine.read(path, name=name) for name, path in paths.items()]
        assert read == []
        model = CrossDomainEmbedding(dimension=8).fit(corpora)
    shards = {(each.name, at) for each in corpora for _, at in each.shards if at < len(each)}
    assert len(shards) > 6
    assert Counter(read) == dict.fromkeys(shards, 2)
    assert model.concordance("good").counts["films"] == model.vectors_["films"].count("good")
