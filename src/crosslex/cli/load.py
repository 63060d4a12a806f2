"""Classifiers from their folders, with the encoder that they were learned with."""

from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainClassifier


def load_classifier(folder: Path, encoder: Path | None) -> "CrossDomainClassifier":
    """Return a saved classifier, with the encoder that it was learned with, if any.

    That is the one in the folder given, if its checksum is the same.
    """
    from crosslex import CrossDomainClassifier
    from crosslex.classify import EncoderFolder

    loaded = CrossDomainClassifier.load(folder)
    view = loaded.fitted_.encoder
    if view is None:
        if encoder is not None:
            raise InputError("encoder: this classifier was learned without one; leave it out")
        return loaded
    found = EncoderFolder.remembered(view.name, encoder)
    return CrossDomainClassifier.load(folder, encoder=found)
