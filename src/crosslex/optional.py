"""Libraries that only some features need, imported when one of these is used."""

from importlib import import_module
from types import ModuleType

from crosslex.errors import InputError

_INSTALL = {
    "matplotlib": "pip install 'crosslex[plot]'",
    "pandas": "pip install pandas",
}


def import_optional(module: str, *, needed_for: str) -> ModuleType:
    """Return a module, or raise an error that says how to install it.

    >>> import_optional("pandas", needed_for="to_frame").__name__
    'pandas'
    """
    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{needed_for} needs {library}: {_INSTALL[library]}") from None
