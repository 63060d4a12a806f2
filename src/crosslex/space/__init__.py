"""The space of all domains: positive PMI, decomposition, projection, shrinkage, stability."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.space.pretrained import PretrainedVectors as PretrainedVectors
    from crosslex.space.pretrained import check_vectors as check_vectors
    from crosslex.space.pretrained import read_vectors as read_vectors
    from crosslex.space.space import learn_space as learn_space
else:
    __all__, __getattr__ = lazy_names(__name__)
