"""The README of a saved classifier: what it does, and how to load it."""

from crosslex.classify.learned import LearnedClassifier
from crosslex.markdown import plain


def classifier_card(learned: LearnedClassifier, method: str) -> str:
    """Return a description of a classifier, in Markdown."""
    sources = ", ".join(plain(name) for name in learned.sources)
    classes = ", ".join(f"`{plain(str(label))}`" for label in learned.classes)
    return "\n".join(
        [
            f"# A text classifier for {plain(learned.target)}",
            "",
            f"Decides between {classes}. Learned by crosslex with method "
            f"`{plain(method)}` from labels of {sources or plain(learned.target)} and "
            f"unlabeled texts of {plain(learned.target)}; "
            f"{len(learned.features):,} words and bigrams.",
            "",
            "```python",
            "from crosslex import CrossDomainClassifier",
            "",
            'classifier = CrossDomainClassifier.load("path/to/this/folder")',
            'classifier.predict(["a text"])',
            'print(classifier.explain("a text"))',
            "```",
            "",
        ]
    )
