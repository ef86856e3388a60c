"""The English of the site: every sentence has one, with the same places, and no page of it speaks Chinese.

What people typed (names, reasons, texts) and what a rule book is called stay as they are written.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any
from unicodedata import normalize

import pytest
from babel.messages.catalog import Catalog
from django.test import Client
from django.urls import resolve
from django.utils.translation import override

from pairing.lots import commitment, digest
from tests import messages
from tests.messages import COMPILED, ROOT, Message
from tests.tournament.archive.everything import rich
from tests.tournament.factories import make_person
from tournament import archive, wording
from tournament.actions.work import COMMAND
from tournament.models import Event
from tournament.wording.plans import BOOK_NAMES

CHINESE = re.compile("[\u3000-\u3012\u3014-\u303f\u4e00-\u9fff\uff00-\uffef]+")
PLACES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w+")
LINK = re.compile(r'(?:href|src|data-url|hx-get)="(/[^"#]*)"')
TAGS = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
PAGES_OF_A_KIND = 3
# The other language's name, and words that an event keeps as they are and pages translate.
LANGUAGE_AND_STORED = {"简体中文", *(f'value="{word}"' for word in ("单位", "参赛队", "组合"))}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return messages.read_catalog()


@pytest.fixture(scope="module")
def sentences() -> list[Message]:
    """Every sentence of the product; gathered when asked for, since every worker imports this file."""
    return messages.collect()


def texts(message: Message) -> tuple[str, ...]:
    return (message.text,) if isinstance(message.text, str) else message.text


def english(catalog: Catalog, message: Message) -> tuple[str, ...]:
    """The translation of a message in all its plural forms; () if there is none."""
    found = catalog.get(message.text, context=message.context)  # type: ignore[arg-type]
    if found is None or found.fuzzy or not messages.translated(found.string):
        return ()
    return (found.string,) if isinstance(found.string, str) else tuple(found.string)


def test_sentences_are_found_in_code_and_templates(sentences: list[Message]) -> None:
    """Gathering that finds nothing would make the other tests empty."""
    assert {message.place.split("/")[0] for message in sentences} == {"config", "templates", "tournament"}
    assert len(sentences) > 1500


def test_every_sentence_has_its_english(catalog: Catalog, sentences: list[Message]) -> None:
    assert [f"{one.place} {one.text}" for one in sentences if not english(catalog, one)] == []


def test_english_keeps_the_places_to_fill(catalog: Catalog, sentences: list[Message]) -> None:
    different = [
        (one.place, text, translation)
        for one in sentences
        for text, translation in zip(texts(one) * 2, english(catalog, one), strict=False)
        if Counter(PLACES.findall(text)) != Counter(PLACES.findall(translation))
    ]
    assert different == []


def test_english_has_no_chinese_but_a_sign_to_type(catalog: Catalog) -> None:
    """Partners in one cell of an entry list are parted by a Chinese comma."""
    allowed = {"、"}
    left = [
        (one.id, rest)
        for one in catalog
        if one.id and (rest := set(CHINESE.findall(str(one.string))) - allowed)
    ]
    assert left == []


def test_the_catalogue_holds_nothing_else_and_is_compiled(catalog: Catalog, sentences: list[Message]) -> None:
    """`python -m tests.messages` does both."""
    wanted = {(texts(one)[0], one.context) for one in sentences}
    held = {(one.id if isinstance(one.id, str) else one.id[0], one.context) for one in catalog if one.id}
    assert held == wanted
    assert COMPILED.read_bytes() == messages.compiled(catalog)


def test_places_are_filled_in_english() -> None:
    with override("en"):
        assert wording.sentence("tables_missing", {"count": 2, "tables": [3, 8]}) == (
            "Tables without a result: 3, 8 (2)."
        )


def romanised(document: Any, known: dict[str, str]) -> Any:
    """The document with every piece of Chinese replaced by a word in Latin letters, the same for the same."""
    if isinstance(document, dict):
        return {romanised(key, known): romanised(value, known) for key, value in document.items()}
    if isinstance(document, list):
        return [romanised(value, known) for value in document]
    if not isinstance(document, str):
        return document
    plain = normalize("NFKC", document)
    return CHINESE.sub(lambda found: known.setdefault(found[0], f"N{len(known)}"), plain)


def digested(document: Any) -> Any:
    """The document with the digests of what its draws depend on now."""
    for one in document["event"].get("commitments", []):
        one["digest"] = commitment(one["depends_on"])
    for one in document["event"].get("draws", []):
        if "inputs" in one and "depends_on" in one:
            one["inputs"] = digest(one["depends_on"])
    return document


@pytest.fixture
def events(db: None) -> list[Event]:
    """The demo event, and one with every fact that an archive can hold; no Chinese in either."""
    demo = json.loads((ROOT / "fixtures/demo.json").read_text("utf-8"))
    return [
        archive.load(archive.read(json.dumps(digested(romanised(one, {})))), slug=slug, by=COMMAND)
        for one, slug in ((demo, "demo"), (rich(), "rich"))
    ]


def pages(client: Client, starts: list[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached from `starts` by links: of one kind (address and query) only a few."""
    waiting, seen, kinds = list(starts), set(starts), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        path, _mark, query = address.partition("?")
        kind = f"{resolve(path).view_name} {sorted(part.split('=')[0] for part in query.split('&'))}"
        kinds[kind] += 1
        if kinds[kind] > PAGES_OF_A_KIND:
            continue
        response = client.get(address, headers={"accept-language": "en"})
        if not response.get("Content-Type", "").startswith("text/"):
            kinds[kind] = PAGES_OF_A_KIND  # a file is no page, and takes long to make
            continue
        text = response.content.decode()
        yield address, text
        for link in map(unescape, LINK.findall(text)):
            if link not in seen and not link.startswith("/static/"):
                seen.add(link)
                waiting.append(link)


def quoted() -> list[str]:
    """What rule books say in Chinese of themselves, and the name of the other language; longest first."""

    def strings(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for one in value.values() if isinstance(value, dict) else value:
                yield from strings(one)

    books = (ROOT / "scoring/rulebooks").glob("*.toml")
    said = {text for book in books for text in strings(tomllib.loads(book.read_text("utf-8")))}
    return sorted({one for one in said if CHINESE.search(one)} | LANGUAGE_AND_STORED, key=len, reverse=True)


def leftovers(text: str, allowed: list[str]) -> list[str]:
    """The pieces of Chinese in a page, without what it quotes."""
    for one in allowed:
        text = text.replace(one, "")
    return [text[max(0, found.start() - 40) : found.end() + 20] for found in CHINESE.finditer(text)]


def test_every_rule_book_has_its_name_among_the_sentences() -> None:
    """Pages translate the names; a name that is not gathered would stay Chinese."""
    books = (ROOT / "scoring/rulebooks").glob("*.toml")
    names = {tomllib.loads(book.read_text("utf-8"))["name"] for book in books}
    assert set(BOOK_NAMES) == names


def test_templates_hold_no_chinese_outside_their_translations() -> None:
    """A sign between two values, such as a full-width colon, is translated like a sentence."""
    left = [
        (path.name, found[0])
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for found in CHINESE.finditer(TAGS.sub("", path.read_text("utf-8")))
    ]
    assert left == []


def test_pages_in_english_hold_no_chinese(events: list[Event]) -> None:
    allowed = quoted()
    visitor, owner = Client(), Client()
    owner.force_login(
        make_person("owner", name="Owner", owner=True), backend="django.contrib.auth.backends.ModelBackend"
    )
    starts = ["/", "/login/", *(event.get_absolute_url() for event in events)]
    desks = [event.get_desk_url() for event in events]
    found = [
        (address, left)
        for client, begin in ((visitor, starts), (owner, [*starts, *desks]))
        for address, text in pages(client, begin)
        if (left := leftovers(unescape(text), allowed))
    ]
    assert found == []
