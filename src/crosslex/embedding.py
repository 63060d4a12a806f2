"""CrossDomainEmbedding: the texts of several domains in, one vector per word and domain out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from numpy.typing import NDArray

from crosslex.corpus.by_domain import corpora_by_domain
from crosslex.corpus.concordance import (
    Concordance,
    ConcordanceSettings,
    Side,
    find_concordance,
    with_senses,
)
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.distinctive import Distinctiveness, distinctive_words
from crosslex.export import Exported, ExportFormat, export
from crosslex.lookup import WordLookup
from crosslex.methods_paragraph import model_paragraph
from crosslex.model import EmbeddingSettings, FittedModel, fit_model
from crosslex.senses import Senses, find_senses, senses_of_sentences
from crosslex.shifts import (
    ComparedDomains,
    Shifts,
    ShiftSettings,
    UseEncoder,
    compare_groups,
    domain_pair,
    find_shifts,
)
from crosslex.space.pretrained import check_vectors
from crosslex.storage.model import as_saved, load_model, save_model
from crosslex.text.settings import TextSettings
from crosslex.timeline import (
    GroupedVectors,
    GroupTables,
    GroupTimeline,
    GroupTurns,
    OrderedVectors,
    Timeline,
    Turns,
    ordered_vectors,
)
from crosslex.vectors import DomainVectors

if TYPE_CHECKING:
    from crosslex.explore import WrittenPage


class CrossDomainEmbedding(EmbeddingSettings, WordLookup):
    """Learn one vector per word per domain, all in one comparable space, without labels.

    The context counts of all texts together have one set of leading directions (a singular value
    decomposition of their positive PMI). A word's counts in one domain are projected onto them,
    and the vector is shrunk toward the word's vector in all texts if the domain has little
    evidence. For the method of the ACL 2015 paper see `crosslex.paper.PaperEmbedding`.

    Parameters
    ----------
    dimension
        Length of the vectors, at most the number of words.
    window
        Positions on either side of a word that count as its context. Stop words count; other
        words that are too rare to be a context word do not.
    n_contexts
        Number of context words (columns of the count matrix): stop words and the most frequent
        words.
    min_documents
        In how many documents a feature must occur, over all domains together.
    min_count
        How often a feature must occur, over all domains together.
    pretrained
        Pre-trained vectors that complement the text if there is little of it: anything that has
        vectors by word, such as a dictionary or gensim's KeyedVectors, or a file of word2vec's
        (text or binary) or GloVe's. They are part of `dimension`.
    ordered
        Whether the domains are periods, in the order in which they are given: then there are
        `timeline` and `turns`.
    max_examples
        Maximum number of example sentences for each word and domain; 0 keeps no text at all.
    random_state
        Seed of everything random.
    n_jobs
        Threads that compute the domains' vectors, -1 for all cores. The result does not depend on
        it.

    Attributes
    ----------
    vectors_ : dict of DomainVectors
        The vectors of each domain, by its name.
    vocabulary_ : Vocabulary
        The features of all domains.
    contexts_ : tuple of str
        The context words.
    sentence_samples_ : tuple of SentenceSample
        A sample of each domain's sentences, as features.
    fitted_ : FittedModel
        All that was learned.

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["a sharp plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a sharp drill", "a dull drill"] * 10, name="tools")
    >>> model = CrossDomainEmbedding(dimension=8).fit([films, tools])
    >>> sorted(model.vectors_)
    ['films', 'tools']
    >>> "drill" in model.vectors_["tools"], "drill" in model.vectors_["films"]
    (True, False)
    """

    text_settings_: TextSettings
    vocabulary_: Vocabulary
    contexts_: tuple[str, ...]
    sentence_samples_: tuple[SentenceSample, ...]
    vectors_: dict[str, DomainVectors]
    fitted_: FittedModel

    def fit(
        self,
        X: Mapping[str, Iterable[str]]
        | Mapping[tuple[str, str], Iterable[str]]
        | Sequence[AnyCorpus]
        | Iterable[str],
        *,
        sample_domain: Sequence[str] | NDArray[Any] | None = None,
    ) -> Self:
        """Learn from the texts of two or more domains.

        Parameters
        ----------
        X
            Texts by the name of their domain, or by (period, group); or texts, such as a column of
            a data frame, with the domain of each in `sample_domain`; or corpora, analyzed alike,
            one per domain.
        sample_domain
            The domain of each text; with `ordered`, numbers or dates, which are sorted.

        Texts are analyzed as English; `Corpus.from_texts` takes other `text_settings`.

        Examples
        --------
        >>> texts = {"films": ["a sharp plot"] * 10, "tools": ["a sharp drill"] * 10}
        >>> sorted(CrossDomainEmbedding(dimension=4).fit(texts).vectors_)
        ['films', 'tools']
        """
        self.check_settings()
        if isinstance(self.pretrained, str | Path):
            check_vectors(self.pretrained)
        model = fit_model(corpora_by_domain(X, sample_domain, ordered=self.ordered), self)
        if isinstance(model.turns, GroupTables):
            settings = ShiftSettings(random_state=self.random_state, n_jobs=self.n_jobs)
            model = replace(model, turns=compare_groups(model, model.turns, settings))
        return self._keep(model)

    def shifts(
        self,
        *,
        domains: tuple[str, str] | None = None,
        top: int | None = 50,
        words: Sequence[str] | None = None,
        min_count: int = 10,
        resamples: int = 200,
        min_effect: float | None = None,
        numbers: bool = False,
        phrases: bool = False,
        names: bool = True,
        neighbors: int = 10,
        examples: int = 3,
        encoder: UseEncoder | None = None,
        random_state: int = 0,
        n_jobs: int = 1,
    ) -> Shifts:
        """Return the words of two domains by change of meaning, with intervals and p-values.

        Parameters
        ----------
        domains
            Which two; may be left out where the model has two.
        top
            Maximum number of words that differ; None returns all that were tested.
        words
            Return these words only, typed as in a text; all are tested nevertheless.
        min_count
            How often a word must occur in each of the two, not counting texts that repeat another.
        resamples
            Permutations of each word's documents.
        min_effect
            The distance between the domains above which a word counts as different; 0 tests
            for any difference. None takes the median distance of words between two halves of
            one domain, divided by topic.
        numbers
            Whether numbers and words of one letter are ranked too.
        phrases
            Whether two-word phrases are ranked too.
        names
            Whether words are shown that are names in one of the domains, or in no dictionary.
        neighbors
            Number of words per domain that are near there and not in the other; 0 gives none.
        examples
            Number of sentences per word and domain; 0 gives none.
        encoder
            Makes vectors of uses instead of ours: a function of sentences and of where the word
            begins and ends in each, to one row per sentence, such as XL-LEXEME. It sees the kept
            sentences (`max_examples` per word and domain).
        random_state
            Seed of everything random.
        n_jobs
            Threads, -1 for all cores; the result does not depend on it.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.shifts(domains=("books", "kitchen"), top=20)[0].word  # doctest: +SKIP
        'sharp'
        """
        settings = ShiftSettings(
            top=top,
            words=None if words is None else (words,) if isinstance(words, str) else tuple(words),
            min_count=min_count,
            resamples=resamples,
            min_effect=min_effect,
            numbers=numbers,
            phrases=phrases,
            names=names,
            neighbors=neighbors,
            examples=examples,
            encoder=encoder,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        model = self._fitted()
        pair = domain_pair(model.vocabulary.domains, domains)
        return find_shifts(ComparedDomains(model, pair), settings)

    def timeline(self, word: str, *, top: int = 10) -> Timeline | GroupTimeline:
        """Return a word's similarity, frequency and neighbors per period, and where it turns.

        If the periods are divided into groups, there is one timeline per group, and the periods in
        which the groups differ.

        Parameters
        ----------
        word
            The word as typed: `Knives` finds `knife`.
        top
            Number of neighbors per period.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.timeline("energy").turn  # doctest: +SKIP
        '1970-1992'
        """
        return self._ordered().timeline(word, top=top)

    def turns(
        self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5
    ) -> Turns | GroupTurns:
        """Return the words of ordered domains that turn, and those that only came or went.

        If the periods are divided into groups, these are per group, and the words that differ
        between groups come first.

        Parameters
        ----------
        top
            Maximum number of words, and of those that came and went; None returns all.
        min_count
            How often a word must occur before its turn, and how often after.
        neighbors
            Number of words near it only before, and only after.
        """
        return self._ordered().turns(top=top, min_count=min_count, neighbors=neighbors)

    def senses(
        self,
        word: str,
        *,
        contexts: int = 6,
        examples: int = 3,
        encoder: UseEncoder | None = None,
        random_state: int = 0,
    ) -> Senses:
        """Return the senses of a word: groups of its uses, with their share in each domain.

        Parameters
        ----------
        word
            The word as typed: `Knives` finds `knife`.
        contexts
            How many typical context words to name a sense by.
        examples
            How many sentences to give for each sense and domain; 0 gives none.
        encoder
            Makes vectors of uses instead of ours; see `shifts`.
        random_state
            Seed of everything random.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.senses("china")[0].contexts  # doctest: +SKIP
        ('history', 'war', 'country', 'world', 'japan', 'chinese')
        """
        return find_senses(
            self._all_domains,
            word,
            contexts=contexts,
            examples=examples,
            encoder=encoder,
            random_state=random_state,
        )

    def concordance(
        self,
        word: str,
        *,
        domain: str | None = None,
        sense: int | Literal["all"] | None = None,
        sort: Side | None = None,
        matching: str | None = None,
        near: str | None = None,
        within: int | None = None,
        random_state: int = 0,
    ) -> Concordance:
        """Return every use of a word as it was written, with its sentence and document.

        Parameters
        ----------
        word
            The word as typed: `Knives` finds every form of `knife`.
        domain
            One domain or period; None takes all.
        sense
            Only uses of this sense, numbered as `senses` lists them; `all` gives the sense of
            each use.
        sort
            Sort the uses of each domain by the words to the `left` or to the `right`; None keeps
            the order of the texts.
        matching
            Only sentences that match this regular expression, in any case.
        near
            Only uses near this word, in the same sentence.
        within
            How far away the word nearby may be: 1 is the next word; None means 10.
        random_state
            Seed of the senses.

        Examples
        --------
        >>> texts = ["A sharp knife.", "Knives? Not these."] * 5
        >>> model = CrossDomainEmbedding(dimension=2).fit({"kitchen": texts, "shop": texts})
        >>> found = model.concordance("knife", domain="kitchen")
        >>> len(found), found[1].text, found[1].keyword, found[1].document
        (10, 'Knives?', 'Knives', '1')
        """
        settings = ConcordanceSettings(
            domain=domain, sense=sense, sort=sort, matching=matching, near=near, within=within
        )
        model = self._fitted()
        found = find_concordance(
            word,
            model.texts,
            model.vectors,
            model.vocabulary.number,
            model.text_settings,
            settings,
        )
        if sense is None or not found:
            return found
        sentences: dict[str, list[str]] = {name: [] for name in found.counts}
        for use in found:
            sentences[use.domain].append(use.text)
        numbers, size = senses_of_sentences(self._all_domains, found.word, sentences, random_state)
        return with_senses(found, [each for of in numbers.values() for each in of], sense, size)

    def examples(self, word: str, domain: str) -> list[str]:
        """Return the first sentence with a word from each of its first documents in a domain.

        There are at most `max_examples`, and none if the model keeps no texts.
        """
        return self._fitted().examples(word, domain)

    def distinctive_words(self) -> Distinctiveness:
        """Return the words that distinguish each domain from the others, by their log-odds.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.distinctive_words().top("kitchen", 2)  # doctest: +SKIP
        [('pan', 31.2), ('knife', 22.9)]
        """
        vocabulary = self._fitted().vocabulary
        return distinctive_words(vocabulary.domains, vocabulary.features, vocabulary.counts)

    def explore(
        self,
        path: str | Path,
        *,
        words: int = 5000,
        senses: int = 100,
        examples: int | None = None,
        title: str | None = None,
    ) -> "WrittenPage":
        """Write one HTML page that shows how the domains use words.

        Parameters
        ----------
        path
            The page, such as `page.html`; an older page is replaced, any other file is refused.
        words
            How many words the page contains.
        senses
            How many of the words that change most are shown with senses.
        examples
            Sentences per word and domain; 0 leaves all text out of the page. None means all that
            the model keeps, and fewer where they would make the page larger than 6 MB.
        title
            The page's heading; None names the domains.
        """
        # Imported here: only the page needs it.
        from crosslex.explore import explore

        self._fitted()
        # A turn needs three periods; two are compared as any two domains.
        ordered = self._ordered() if self.ordered and len(self.vectors_) > 2 else None
        return explore(
            self, ordered, path, words=words, senses=senses, examples=examples, title=title
        )

    def export(self, folder: str | Path, *, format: ExportFormat = "word2vec") -> Exported:
        """Write the vectors for other programs, one file per domain, into a folder.

        Parameters
        ----------
        folder
            A folder of their own; an earlier export is replaced, any other content is refused.
        format
            `word2vec` is its binary format, `word2vec-text` its text format.
        """
        return export(self._vectors(), format, folder)

    def methods_paragraph(self) -> str:
        """Return a paragraph for a paper: texts, settings, tests, versions and references."""
        return model_paragraph(as_saved(self._fitted(), self))

    def save(self, folder: str | Path) -> None:
        """Write the model to a folder, in one step; see the documentation's file formats."""
        self.check_settings()
        save_model(self._fitted(), self, folder)

    @classmethod
    def load(cls, folder: str | Path, *, text_settings: TextSettings | None = None) -> Self:
        """Return a model from its folder, of which nothing is executed.

        Give `text_settings` where the text was analyzed by functions of your own.
        """
        settings, model = load_model(folder, text_settings)
        return cls(**settings)._keep(model)

    def _fitted(self) -> FittedModel:
        if not hasattr(self, "fitted_"):
            self._vectors()  # says that the model has learned nothing
        return self.fitted_

    @cached_property
    def _all_domains(self) -> ComparedDomains:
        model = self._fitted()
        return ComparedDomains(model, model.vocabulary.domains)

    def _ordered(self) -> OrderedVectors | GroupedVectors:
        model = self._fitted()
        return ordered_vectors(model.vocabulary, model.vectors, model.turns)

    def _keep(self, model: FittedModel) -> Self:
        for name in ("text_settings", "vocabulary", "sentence_samples", "contexts"):
            setattr(self, f"{name}_", getattr(model, name))
        self.vectors_ = dict(model.vectors)
        self.fitted_ = model
        vars(self).pop("_all_domains", None)  # of what was learned before
        return self
