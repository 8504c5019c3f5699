"""Python files outside the package, such as those of `bench/`, as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def module_at(path: Path) -> ModuleType:
    """The module of a file, registered by its name, so that the files beside it can import it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def module_beside(path: Path, *beside: str) -> ModuleType:
    """The module of a file that imports these files of its folder. None stays registered: tests/turn is no bench/turn.py."""
    before = {name: sys.modules.get(name) for name in (*beside, path.stem)}
    try:
        for name in beside:
            module_at(path.with_stem(name))
        return module_at(path)
    finally:
        for name, other in before.items():
            sys.modules.pop(name, None)
            if other is not None:
                sys.modules[name] = other
