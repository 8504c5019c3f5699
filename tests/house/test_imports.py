"""Modules import each other in one direction, also where a function imports only when it is called."""

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

import grimp


def test_no_module_imports_itself_by_way_of_others():
    graph = grimp.build_graph("ibidem", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    cycle: Sequence[str] = ()
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        cycle = error.args[1]
    assert not cycle, "imported in a circle: " + " <- ".join(cycle)
