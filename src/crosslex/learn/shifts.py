"""A fitted model's words by change of meaning."""

from crosslex.checkpoints import Checkpoints
from crosslex.errors import InputError
from crosslex.learn.model import FittedModel
from crosslex.shift import Evidence, Shifts, ShiftSettings, domain_pairs, find_shifts


def shifts_of(
    model: FittedModel,
    domains: tuple[str, str] | None,
    settings: ShiftSettings,
    checkpoints: Checkpoints | None,
) -> Shifts:
    """Return the words of two of a model's domains by change of meaning."""
    names = model.vocabulary.domains
    pairs = domain_pairs(names, domains)
    if len(pairs) > 1:
        raise InputError(
            f"domains: the model has {len(names)}; name two of {', '.join(names)}, "
            "or call all_shifts"
        )
    first, second = (names.index(name) for name in pairs[0])
    evidence = Evidence(
        pairs[0],
        model.vocabulary,
        (model.sentence_samples[first], model.sentence_samples[second]),
        model.vectors,
        (model.examples[first], model.examples[second]),
        model.text_settings,
    )
    return find_shifts(evidence, settings, checkpoints)
