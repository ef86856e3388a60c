"""Store a whole event from its archive: all of it or nothing."""

from __future__ import annotations

from base64 import b64decode
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring import rulebooks
from tournament.actions.archived import Json, Parsed, optional_moment
from tournament.actions.edit_booklet import keep_logo, logo_digest
from tournament.actions.load_hall import load_hall
from tournament.actions.load_records import load_records
from tournament.actions.load_stages import Pairs, fill_carried, load_stage
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import ColumnMapping, Event, Individual, Membership, Pair, Player, Role, Unit
from tournament.models.booklet import read_booklet, write_booklet
from tournament.models.printing import read_printing, write_printing
from tournament.names.cleaning import clean_category, clean_name, clean_team_name, name_key, pinyin_key, tidy


@action
def load_event(*, parsed: Parsed, slug: str, by: Actor, submission: str = "") -> Event:
    """Create the event that `parsed` (from `archive.read`) describes, under `slug`.

    One transaction, one journal entry; the person who loads it directs it. Raises `ActionRefused`
    `archive_slug_taken` (slug). What the file does not date is dated to the moment of loading.
    """
    if Event.objects.filter(slug=slug).exists():
        raise ActionRefused("archive_slug_taken", slug=slug)
    document = parsed.document
    event = _event(parsed, slug)
    if logo := _logo(parsed):
        keep_logo(event, logo)
    load_hall(event, document["event"])
    pairs = _pairs(event, document)
    columns = document["event"].get("entries", {}).get("columns", {})
    ColumnMapping.objects.bulk_create(
        ColumnMapping(event=event, digest=digest, roles=roles) for digest, roles in columns.items()
    )
    stages = [
        load_stage(event, ordinal, stage, rules, pairs, by)
        for ordinal, (stage, rules) in enumerate(
            zip(document.get("stages", []), parsed.stage_rules, strict=True), 1
        )
    ]
    load_records(event, document, pairs, by)
    for stage, raw in zip(stages, document.get("stages", []), strict=True):
        fill_carried(stage, raw)
    if by.person is not None:
        Membership.objects.create(person=by.person, event=event, role=Role.DIRECTOR)
    record(event, by, "load_event", count=len(pairs))
    return event


KEPT = ("unit_word", "pair_word", "public_view", "checking", "uses_ladder")


def _logo(parsed: Parsed) -> bytes:
    return b64decode(parsed.document["event"].get("logo", ""))


def _event(parsed: Parsed, slug: str) -> Event:
    raw = parsed.document["event"]
    entries = raw.get("entries", {})
    fields = {
        "name": tidy(raw["name"]),
        "starts_on": _day(raw.get("starts_on")),
        "ends_on": _day(raw.get("ends_on")),
        "venue": tidy(raw.get("venue")),
        "organiser": tidy(raw.get("organiser")),
        "rules": raw.get("rules", {}),
        "resolved_rules": parsed.rules,
        "areas": raw.get("areas", []),
        "awards": raw.get("awards"),
        "unit_ranking": raw.get("unit_ranking"),
        "booklet": write_booklet(read_booklet(raw.get("booklet"))),
        "printing": write_printing(read_printing(raw.get("printing"))),
        "logo_digest": logo_digest(logo) if (logo := _logo(parsed)) else "",
        "max_per_unit": entries.get("max_per_unit"),
        "entries_close_at": optional_moment(entries.get("closes_at")),
        "slug_frozen": bool(parsed.document.get("published") or raw.get("commitments")),
        "check_in_closes_at": optional_moment(raw.get("check_in_closes_at")),
        "check_in_closed_at": optional_moment(raw.get("check_in_closed_at")),
        "made_from": raw.get("made_from", ""),
        "hears_appeals": raw.get("hears_appeals", False),
        "is_practice": raw.get("practice", False),
        "own_columns": raw.get("own_columns", []),
        **{key: raw[key] for key in KEPT if key in raw},
    }
    try:
        with transaction.atomic():
            return Event.objects.create(slug=slug, created_at=timezone.now(), **_edition(raw), **fields)
    except IntegrityError:  # somebody else took the slug in the same moment
        raise ActionRefused("archive_slug_taken", slug=slug) from None


def _edition(raw: Json) -> dict[str, str]:
    """Which edition of the rule book the event was made by: the file's, else this program's."""
    book = rulebooks.load(raw["rulebook"])
    return {
        "rulebook": book.key,
        "rulebook_version": str(raw.get("rulebook_version", book.version)),
        "rulebook_digest": raw.get("rulebook_digest", book.digest),
    }


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _pairs(event: Event, document: Json) -> Pairs:
    """Store units, pairs and players; the pairs by number."""
    units = Unit.objects.bulk_create(
        Unit(event=event, name=tidy(raw["name"]), key=name_key(raw["name"]))
        for raw in document.get("units", [])
    )
    by_key = {unit.key: unit for unit in units}
    rows = document.get("pairs", [])
    pairs = Pair.objects.bulk_create(
        (_pair(event, raw, by_key.get(name_key(raw.get("unit", "")))) for raw in rows), batch_size=500
    )
    _individuals(event, document, by_key, pairs)
    players = [player for pair, raw in zip(pairs, rows, strict=True) for player in _players(pair, raw)]
    Player.objects.bulk_create(players, batch_size=500)
    return {pair.number: pair for pair in pairs}


def _individuals(event: Event, document: Json, units: dict[str, Unit], pairs: list[Pair]) -> None:
    """Store who entered alone, each with the pair that a lot made of him."""
    made = {pair.number: pair for pair in pairs}
    Individual.objects.bulk_create(
        Individual(
            event=event,
            unit=units.get(name_key(raw.get("unit", ""))),
            pair=made.get(raw.get("pair", 0)),
            name=clean_name(raw["name"]).text,
            key=name_key(clean_name(raw["name"]).text),
            pinyin=pinyin_key(clean_name(raw["name"]).text),
            phone=tidy(raw.get("phone")),
            category=clean_category(raw.get("category")).text,
        )
        for raw in document["event"].get("individuals", [])
    )


def _pair(event: Event, raw: Json, unit: Unit | None) -> Pair:
    plain = ("number", "status", "fixed_table", "seed")
    return Pair(
        event=event,
        unit=unit,
        name=clean_team_name(raw.get("name")).text,
        category=clean_category(raw.get("category")).text,
        note=tidy(raw.get("note")),
        own=_own(event, raw),
        checked_in_at=optional_moment(raw.get("checked_in_at")),
        **{key: raw[key] for key in plain if key in raw},
    )


def _own(event: Event, raw: Json) -> dict[str, str]:
    """What the pair has in the event's own columns, in one line as typed text is."""
    read = {title: tidy(text) for title, text in raw.get("own", {}).items()}
    return {title: text for title, text in read.items() if text and title in event.own_columns}


def _players(pair: Pair, raw: Json) -> list[Player]:
    """The partners in seats 1 and 2, the substitute in 3, each with a phone where the file has one."""
    names = [*raw["players"], *([raw["substitute"]] if "substitute" in raw else [])]
    phones = [*raw.get("phones", []), "", "", ""]
    return [
        _player(pair, seat, name, phone)
        for seat, (name, phone) in enumerate(zip(names, phones, strict=False), 1)
    ]


def _player(pair: Pair, seat: int, name: str, phone: str) -> Player:
    cleaned = clean_name(name)
    text = cleaned.text
    return Player(
        pair=pair, seat=seat, name=text, key=name_key(text), pinyin=pinyin_key(text), phone=tidy(phone)
    )
