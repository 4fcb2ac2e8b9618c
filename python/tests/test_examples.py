"""The examples of docs/python.md, and whether the stubs have what the module has."""

import ast
import doctest
import importlib.util
import inspect
import pathlib
import re

import gbr_pgn
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_manual_are_true(number, monkeypatch):
    monkeypatch.chdir(ROOT)
    block = BLOCKS[number]
    for name in re.findall(r"import (chess|polars|duckdb)", block):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"there is no {name}")
    names = {name: getattr(gbr_pgn, name) for name in gbr_pgn.__all__} | {"gbr_pgn": gbr_pgn}
    examples = doctest.DocTestParser().get_doctest(block, names, f"example {number}", "docs/python.md", 0)
    assert len(examples.examples) > 0
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert found.failed == 0


def test_the_manual_has_examples():
    assert len(BLOCKS) >= 6


def described():
    """Names in the stubs, and of each class the names in it."""
    stubs = ast.parse((ROOT / "python" / "gbr_pgn.pyi").read_text())
    found = {}
    for node in stubs.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = [arg.arg for arg in node.args.args + node.args.kwonlyargs]
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            named = [it.name for it in node.body if isinstance(it, ast.FunctionDef)]
            found[node.name] = named + [it.target.id for it in node.body if isinstance(it, ast.AnnAssign)]
    return found


def test_the_stubs_describe_what_there_is():
    public = {name for name in gbr_pgn.__all__ if not name.startswith("_")}
    assert public == set(described())
    for name, parts in described().items():
        item = getattr(gbr_pgn, name)
        assert item.__doc__
        if inspect.isclass(item):
            own = {part for part in vars(item) if not part.startswith("_")}
            assert own == {part for part in parts if not part.startswith("_")}, name
        else:
            assert list(inspect.signature(item).parameters) == parts, name
            assert "Ellipsis" not in str(inspect.signature(item)), f"help({name}) does not say what is meant"


def test_what_only_the_stubs_have_cannot_be_imported_by_mistake():
    stubs = ast.parse((ROOT / "python" / "gbr_pgn.pyi").read_text())
    names = [target.id for node in stubs.body if isinstance(node, ast.Assign) for target in node.targets]
    assert len(names) > 3 and all(name.startswith("_") for name in names)
    assert sorted(gbr_pgn.__all__) == ast.literal_eval(next(node.value for node in stubs.body if isinstance(node, ast.Assign)))


def test_the_package_says_that_it_is_typed():
    assert (pathlib.Path(gbr_pgn.__file__).parent / "py.typed").exists()
