"""Settings and fixtures that all tests share."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

# The same examples on every machine, however loaded it is; `--hypothesis-profile=explore`
# draws new ones, and more of them.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("steady")

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt this process and its children, as a shell's background jobs do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def gold_lemmas() -> Path:
    """The annotated sentences of Universal Dependencies English-EWT."""
    path = DATA / "ewt" / "pos.jsonl.gz"
    if not path.exists():
        pytest.skip("needs the gold lemmas of ../shared/data/ewt, which are not here")
    return path


@pytest.fixture(scope="session")
def task() -> Any:
    """Films and books with labels, and tools, the target, without."""
    from generated_domains import three_domains

    return three_domains()


@pytest.fixture(scope="session")
def ordered() -> Any:
    """A model of six periods, in which `plant` turns in 1930."""
    from crosslex import CrossDomainEmbedding
    from timeline.periods import periods

    return CrossDomainEmbedding(dimension=12, ordered=True).fit(periods())


@pytest.fixture(scope="session")
def groups() -> Any:
    """A model of two groups that use `plant` differently from 1930 on."""
    from crosslex import CrossDomainEmbedding
    from timeline.periods import grouped

    return CrossDomainEmbedding(dimension=30, ordered=True).fit(grouped())
