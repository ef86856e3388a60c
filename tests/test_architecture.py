"""The house's walls: who may import whom, where writes happen, and what templates may not hold."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = ("scoring", "pairing")
# Each layer may use itself and what stands below it; `tournament.x` is a file or a folder.
LAYERS: list[set[str]] = [
    {"config"},
    {"tournament.urls", "tournament.management", "tournament.apps"},
    {"tournament.views"},
    {
        "tournament.forms",
        "tournament.lists",
        "tournament.making",
        "tournament.archive",
        "tournament.imports",
        "tournament.templatetags",
    },
    {
        "tournament.actions",
        "tournament.backups",
        "tournament.queries",
        "tournament.exports",
        "tournament.wording",
        "tournament.permissions",
    },
    {"tournament.models", "tournament.migrations", "tournament.errors", "tournament.names"},
    set(PURE),
]
IMPURE_MODULES = {
    "time", "random", "datetime", "os", "io", "pathlib", "socket", "secrets", "uuid", "subprocess", "logging",
}  # fmt: skip
LOADER = ROOT / "scoring/rulebooks/__init__.py"  # reads its own package data, once
WRITES = {"save", "create", "update", "delete", "get_or_create", "update_or_create"}
BULK_WRITES = {"bulk_create", "bulk_update"}
MOST_LINES = 400


def sources(*folders: str) -> list[Path]:
    """Return the Python files below `folders`; none at all is an error, not an empty success."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, f"no Python files below {folders}"
    return found


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> Iterator[str]:
    """Yield each imported name in full, relative imports resolved, also those inside functions."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def layer_of(name: str) -> int | None:
    """Return how far down `name` stands, None for what is not ours."""
    for depth, layer in enumerate(LAYERS):
        if any(name == part or name.startswith(part + ".") for part in layer):
            return depth
    return None


def points_up(own: int | None, other: int | None) -> bool:
    return own is not None and other is not None and other < own


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", sources("config", "tournament", *PURE), ids=ids)
def test_imports_point_down(path: Path) -> None:
    own = layer_of(module_of(path))
    assert own is not None or module_of(path) == "tournament", "a new part of the house needs its layer here"

    assert [name for name in imports_of(path) if points_up(own, layer_of(name))] == []


@pytest.mark.parametrize("path", sources(*PURE), ids=ids)
def test_pure_packages_know_no_django_no_clock_no_chance_and_not_each_other(path: Path) -> None:
    other = next(package for package in PURE if not module_of(path).startswith(package))
    forbidden = {"django", "config", "tournament", other} | (set() if path == LOADER else IMPURE_MODULES)

    assert [name for name in imports_of(path) if name.split(".")[0] in forbidden] == []


@pytest.mark.parametrize("path", [ROOT / "start.py", *sources(*PURE)], ids=ids)
def test_django_stays_in_tournament_and_config(path: Path) -> None:
    assert [name for name in imports_of(path) if name.split(".")[0] == "django"] == []


@pytest.mark.parametrize("path", sources("tournament/exports"), ids=ids)
def test_exports_take_values_and_know_no_orm_and_no_request(path: Path) -> None:
    forbidden = ("tournament.models", "django.db", "django.http")
    assert [name for name in imports_of(path) if name.startswith(forbidden)] == []


@pytest.mark.parametrize(
    "path", sources("tournament/views", "tournament/queries", "tournament/lists"), ids=ids
)
def test_only_actions_write(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and writes(node)]

    assert [f"line {call.lineno}" for call in calls] == []


def writes(call: ast.Call) -> bool:
    """Tell `rows.update(name=…)` from a dict's `found.update(more)`: the ORM takes names, not values."""
    verb = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return verb in BULK_WRITES or (verb in WRITES and not call.args)


def templates() -> list[Path]:
    found = sorted((ROOT / "templates").rglob("*.html"))
    assert found, "no templates"
    return found


INLINE = re.compile(r"<style\b|\sstyle\s*=|\son[a-z]+\s*=|<script(?![^>]*\ssrc=)|javascript:", re.IGNORECASE)
FOREIGN = re.compile(r"""(?:src|href|action)\s*=\s*["'](?:https?:)?//""", re.IGNORECASE)


@pytest.mark.parametrize("path", templates(), ids=ids)
def test_templates_hold_no_style_no_script_and_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")

    assert INLINE.findall(text) == []
    assert FOREIGN.findall(text) == []


@pytest.mark.parametrize("path", sources("config", "tournament", "tests", *PURE), ids=ids)
def test_files_stay_short_enough_to_read(path: Path) -> None:
    if "migrations" in path.parts:
        return
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES
