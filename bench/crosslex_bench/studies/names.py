"""Names of studies, typed; light enough for `--help` to import."""

from typing import Final, Literal, get_args

StudyName = Literal[
    "dimension", "lambda", "pivots", "context", "pool", "labels", "steps", "claims", "controls"
]
STUDY_NAMES: Final[tuple[StudyName, ...]] = get_args(StudyName)
