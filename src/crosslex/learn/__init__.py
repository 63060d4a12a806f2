"""Counts to vectors: the paper's objective, its trainers, and the estimator around them."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.learn.estimator import CrossDomainEmbedding as CrossDomainEmbedding
    from crosslex.learn.learned import Epoch as Epoch
    from crosslex.learn.learned import LearnedVectors as LearnedVectors
    from crosslex.learn.settings import TrainingSettings as TrainingSettings
    from crosslex.learn.trainers import train as train
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "estimator": ["CrossDomainEmbedding"],
            "learned": ["Epoch", "LearnedVectors"],
            "settings": ["TrainingSettings"],
            "trainers": ["train"],
        },
    )
