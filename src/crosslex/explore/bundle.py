"""The page's JavaScript modules as one: a file that is opened from a disk cannot import others."""

import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function) (?:(\w+)|\{([^}]*)\}))", re.MULTILINE)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    r"""Join a module and all that it imports, each once and after what it needs.

    Each becomes a function that is called at once, so that what it does not export stays its
    own. Only what our modules use is understood: `import { … } from "./name.js";` and `export`
    before a function or a constant, and no two modules that import each other.

    >>> modules = {
    ...     "main.js": 'import { one } from "./one.js";\nconsole.log(one);',
    ...     "one.js": "export const one = 1;",
    ... }
    >>> print(bundle("main.js", modules.__getitem__))
    const module_one = (() => {
    const one = 1;
    return { one };
    })();
    const module_main = (() => {
    const { one } = module_one;
    console.log(one);
    return {  };
    })();
    """
    joined: dict[str, str] = {}

    def add(name: str) -> None:
        source = read(f"{name}.js").strip()
        for _, needed in _IMPORT.findall(source):
            if needed not in joined:
                add(needed)
        exported = [one or several.strip() for one, several in _EXPORT.findall(source)]
        body = _EXPORT.sub("", _IMPORT.sub(r"const \1 = module_\2;", source))
        joined[name] = (
            f"const module_{name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
        )

    add(entry.removesuffix(".js"))
    return "\n".join(joined.values())
