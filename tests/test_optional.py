import sys
from pathlib import Path

import pytest

from crosslex.errors import InputError
from crosslex.figures import check_figure, draw_comparison, draw_shifts
from crosslex.lookup import Comparison, Neighborhood
from crosslex.optional import import_optional
from crosslex.shifts import Shifts


@pytest.fixture
def no_matplotlib(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.mark.usefixtures("no_matplotlib")
@pytest.mark.parametrize(
    "draw",
    [
        lambda: draw_shifts(Shifts(("a", "b"), (), 0)),
        lambda: draw_comparison(Comparison("word", (Neighborhood("a", "a", 1, ()),))),
        lambda: check_figure(Path("picture.png")),
        lambda: import_optional("matplotlib", needed_for="a picture"),
    ],
)
def test_without_matplotlib_the_error_says_what_to_install(draw):
    with pytest.raises(InputError) as caught:
        draw()
    assert str(caught.value) == "a picture needs matplotlib: pip install 'crosslex[plot]'"


def test_a_library_that_is_there_is_returned():
    assert import_optional("pandas", needed_for="to_frame").DataFrame
