"""Counts to vectors: the paper's objective, its trainers, and the estimator around them."""

from crosslex.learn.estimator import CrossDomainEmbedding
from crosslex.learn.learned import Epoch, LearnedVectors
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.train import train

__all__ = ["CrossDomainEmbedding", "Epoch", "LearnedVectors", "TrainingSettings", "train"]
