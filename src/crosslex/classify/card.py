"""The classifier's card: what a person wants to know who finds its folder."""

from typing import TYPE_CHECKING

from crosslex.markdown import plain

if TYPE_CHECKING:
    from crosslex.classify.classifier import CrossDomainClassifier


def classifier_card(classifier: "CrossDomainClassifier") -> str:
    """Describe a classifier in Markdown."""
    sources = ", ".join(plain(name) for name in classifier.sources_)
    classes = ", ".join(f"`{plain(str(label))}`" for label in classifier.classes_)
    return "\n".join(
        [
            f"# A text classifier for {plain(classifier.target_)}",
            "",
            f"Decides between {classes}. Learned by crosslex with method "
            f"`{classifier.method}` from labels of {sources or plain(classifier.target_)} and "
            f"unlabeled texts of {plain(classifier.target_)}; "
            f"{len(classifier.features_):,} words and bigrams.",
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
