"""EmbeddingSettings: everything a fit of `CrossDomainEmbedding` is told, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from crosslex.checks import check_choice, check_whole
from crosslex.counting.names import CONTEXTS, ContextName
from crosslex.errors import InputError
from crosslex.learn.settings import TrainingSettings
from crosslex.pivots.names import SCOPES, PivotName, Scope
from crosslex.pivots.scores import PivotScore
from crosslex.storage import described_setting


@dataclass(frozen=True, kw_only=True)
class EmbeddingSettings(TrainingSettings):
    """The settings of counting and of training together; see `CrossDomainEmbedding`."""

    pivots: PivotName | PivotScore
    n_pivots: int | None
    scope: Scope
    n_non_pivots: int
    min_count: int
    min_documents: int
    context: ContextName
    window: int
    common_directions: int | None
    max_examples: int

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("n_non_pivots", "window"):
            check_whole(name, getattr(self, name), least=1)
        for name in ("min_count", "min_documents", "max_examples"):
            check_whole(name, getattr(self, name), least=0)
        check_whole("n_pivots", self.n_pivots, least=1, optional=True)
        check_whole("common_directions", self.common_directions, least=0, optional=True)
        check_choice("scope", self.scope, SCOPES)
        check_choice("context", self.context, CONTEXTS)
        if self.trainer == "reference" and self.context != "window":
            raise InputError(f"context: found {self.context!r}; trainer='reference' needs window")
        if not isinstance(self.pivots, str) and not callable(self.pivots):
            raise InputError(f"pivots: found {self.pivots!r}; give a name or a function")
        if self.common_directions is not None and self.common_directions >= self.dimension:
            raise InputError(
                f"common_directions: found {self.common_directions}; give less than the "
                f"dimension, {self.dimension}, for something to be left"
            )

    def describe(self) -> Mapping[str, Any]:
        """Return the settings as JSON holds them.

        Without the number of threads, on which nothing that was learned depends.
        """
        names = sorted(field.name for field in fields(self))
        return {name: described_setting(getattr(self, name)) for name in names if name != "n_jobs"}
