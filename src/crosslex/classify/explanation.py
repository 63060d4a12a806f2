"""Why a text was classified as it was: which words pushed, and how they were understood."""

from dataclasses import dataclass
from typing import Any

from crosslex.corpus.document import Label
from crosslex.optional import import_optional
from crosslex.tables import html_table, text_table


@dataclass(frozen=True)
class Contribution:
    """What one word or bigram of a document adds to the score.

    Parameters
    ----------
    feature
        The word, or two with a space.
    weight
        How far it pushes towards the predicted class; negative pushes away.
    understood_by
        Its nearest neighbors, with cosines, among the source words that the classifier weighs
        most; empty where the method has no word vectors.
    """

    feature: str
    weight: float
    understood_by: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Explanation:
    """A decision and what led to it.

    The contributions of all of a text's features, the classifier's intercept and, with
    `threshold="rate"`, its offset make up the score; the latter two, which say nothing of the
    text, are not listed.

    Parameters
    ----------
    label
        The predicted class.
    probability
        Its probability.
    source, target
        The domains' names.
    contributions
        The document's features, the strongest first.

    Examples
    --------
    >>> sturdy = Contribution("sturdy", 0.09, (("excellent", 0.42),))
    >>> print(Explanation(1, 0.83, "books", "kitchen", (sturdy,)))
    1 (probability 0.83)
    word (kitchen)  push    understood by (books)
    sturdy          +0.090  excellent 0.42
    """

    label: Label
    probability: float
    source: str
    target: str
    contributions: tuple[Contribution, ...]

    def __str__(self) -> str:
        return f"{self._title()}\n{text_table(self._rows())}"

    def _repr_html_(self) -> str:
        return html_table(self._title(), self._rows())

    def to_frame(self) -> Any:
        """Return the contributions as a pandas data frame."""
        return import_optional("pandas", needed_for="to_frame").DataFrame(
            {
                "feature": [each.feature for each in self.contributions],
                "weight": [each.weight for each in self.contributions],
                "understood_by": [
                    ", ".join(word for word, _ in each.understood_by) for each in self.contributions
                ],
            }
        )

    def _title(self) -> str:
        return f"{self.label} (probability {self.probability:.2f})"

    def _rows(self) -> list[tuple[str, str, str]]:
        rows = [(f"word ({self.target})", "push", f"understood by ({self.source})")]
        for each in self.contributions:
            near = ", ".join(f"{word} {cosine:.2f}" for word, cosine in each.understood_by)
            rows.append((each.feature, f"{each.weight:+.3f}", near))
        return rows
