"""Every sentence that people see, gathered from code and templates, and the English catalogue kept beside it.

`python -m tests.messages` adds what is new to the catalogue, drops what is gone, and compiles it (all of it
with Babel, since Windows has no msgfmt). What is still without English is listed.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "locale/en/LC_MESSAGES/django.po"
COMPILED = SOURCE.with_suffix(".mo")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


@dataclass(frozen=True)
class Message:
    """One sentence to translate: its text (with plural, where it has one), its context, where it stands."""

    text: str | tuple[str, ...]
    context: str | None
    place: str = field(compare=False)


def collect() -> list[Message]:
    """Return every message of the product, in the order of files and lines."""
    files = [*code_files(), *sorted((ROOT / "templates").rglob("*.html"))]
    return [message for path in files for message in messages_of(path)]


def code_files() -> list[Path]:
    """Return the Python files whose sentences people see; tests and the pure packages have none."""
    return [path for folder in ("config", "tournament") for path in sorted((ROOT / folder).rglob("*.py"))]


def messages_of(path: Path) -> Iterator[Message]:
    """Yield the messages of one file."""
    text = path.read_text("utf-8")
    source = as_python(text) if path.suffix == ".html" else text
    name = path.relative_to(ROOT).as_posix()
    for line, found, _comments, context in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        if found:
            yield Message(found if isinstance(found, str) else tuple(found), context, f"{name}:{line}")


def as_python(template: str) -> str:
    """Turn a template into what a reader of Python understands, line by line, without its indents."""
    return "\n".join(line.lstrip() for line in templatize(template).splitlines())


def read_catalog() -> Catalog:
    """Read the English catalogue; an empty one where there is none yet."""
    if not SOURCE.exists():
        note = "# The English of every sentence; `python -m tests.messages` keeps it."
        return Catalog(locale="en", header_comment=note, project="guansai", charset="utf-8", fuzzy=False)
    with SOURCE.open("rb") as file:
        return read_po(file, locale="en")


def template_of(messages: list[Message]) -> Catalog:
    """Return the messages as an untranslated catalogue, each once, with its places (files only)."""
    template = Catalog(project="guansai", charset="utf-8", fuzzy=False)
    for message in messages:
        place = (message.place.rpartition(":")[0], None)
        template.add(message.text, context=message.context, locations=[place])  # type: ignore[list-item]
    return template


def update() -> list[str]:
    """Bring catalogue and compiled file up to date; return the texts that still lack English."""
    catalog = read_catalog()
    catalog.update(template_of(collect()), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    SOURCE.parent.mkdir(parents=True, exist_ok=True)
    with SOURCE.open("wb") as file:
        write_po(file, catalog, width=110, sort_output=True, omit_header=False, ignore_obsolete=True)
    COMPILED.write_bytes(compiled(catalog))
    return [str(message.id) for message in catalog if message.id and not translated(message.string)]


def compiled(catalog: Catalog) -> bytes:
    """Return the catalogue as the .mo file that Django reads."""
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def translated(string: object) -> bool:
    """Say whether a translation is there, in all its plural forms."""
    parts = string if isinstance(string, tuple | list) else (string,)
    return all(isinstance(part, str) and part.strip() for part in parts)


if __name__ == "__main__":
    missing = update()
    print("\n".join(missing))
    print(f"{len(missing)} without English", file=sys.stderr)
