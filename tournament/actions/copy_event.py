"""Next year's event from this year's: rules, plan, units and settings, without anybody's results."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions.create_event import save_under_free_slug
from tournament.actions.edit_booklet import keep_logo
from tournament.actions.edit_table_entry import new_pin
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import (
    ColumnMapping,
    Event,
    Membership,
    Pair,
    PairStatus,
    Player,
    Role,
    Screen,
    Stage,
    TableEntry,
    Unit,
)
from tournament.models.booklet import write_booklet
from tournament.models.printing import write_printing
from tournament.queries.booklet import logo_of
from tournament.queries.old_ranks import final_order, old_ranks, source_event

Bring = Literal["nobody", "units", "pairs"]

COPIED = (
    "venue",
    "organiser",
    "rulebook",
    "rulebook_version",
    "rulebook_digest",
    "rules",
    "resolved_rules",
    "unit_word",
    "pair_word",
    "public_view",
    "table_entry",
    "checking",
    "uses_ladder",
    "hears_appeals",
    "areas",
    "unit_ranking",
    "max_per_unit",
    "logo_digest",
    "own_columns",
)
OF_STAGE = (
    "ordinal",
    "name",
    "entry",
    "grouping",
    "pairing",
    "same_unit",
    "first_table",
    "areas",
    "rulebook",
    "rules",
    "resolved_rules",
)

OF_SCREEN = ("ordinal", "name", "shows", "areas", "seconds")


@action
def copy_event(
    *,
    source: Event,
    name: str,
    by: Actor,
    bring: Bring = "units",
    starts_on: date | None = None,
    ends_on: date | None = None,
    submission: str = "",
) -> Event:
    """Make a new event that is laid out as `source`, and make its maker the director.

    It has the same rules, stages without groups, words, tables, prizes, limits, facts of the 秩序册,
    certificates, screens, and columns of entry lists told apart by hand; no results, penalties,
    publications, announcements or dates. `bring` says who comes along: `nobody`, the `units`, or the `pairs`
    too: as reserves (候补) that are to be confirmed, seeded in the final order of `source`, without phones.
    Raises `ActionRefused` `no_name`, `dates_reversed`.
    """
    if not name.strip():
        raise ActionRefused("no_name", field="name")
    if starts_on and ends_on and ends_on < starts_on:
        raise ActionRefused("dates_reversed", field="ends_on")
    event = Event(
        name=name.strip(),
        starts_on=starts_on,
        ends_on=ends_on,
        made_from=source.slug,
        awards=[one for one in source.awards or [] if "given_to" not in one] or None,
        booklet=write_booklet(source.booklet_facts.without_days()),
        printing=write_printing(source.printing_facts.without_presenters()),
        # Its own from the start: the source's opens nothing here, and without one no referee gets in.
        table_pin="" if source.table_entry == TableEntry.READ_ONLY else new_pin(),
        created_at=timezone.now(),
        **{key: getattr(source, key) for key in COPIED},
    )
    save_under_free_slug(event)
    keep_logo(event, logo_of(source))
    Stage.objects.bulk_create(
        Stage(event=event, **{key: getattr(stage, key) for key in OF_STAGE}) for stage in source.stages.all()
    )
    ColumnMapping.objects.bulk_create(
        ColumnMapping(event=event, digest=one.digest, roles=one.roles) for one in source.column_mappings.all()
    )
    Screen.objects.bulk_create(
        Screen(event=event, **{key: getattr(one, key) for key in OF_SCREEN}) for one in source.screens.all()
    )
    if bring != "nobody":
        units = _copy_units(source, event)
        if bring == "pairs":
            _copy_pairs(source, event, units)
    if by.person is not None:
        Membership.objects.create(person=by.person, event=event, role=Role.DIRECTOR)
    record(event, by, "copy_event", source=source.name, pairs=event.pairs.count())
    return event


def _copy_units(source: Event, event: Event) -> dict[int, Unit]:
    """The new unit by the old one's key."""
    old = list(source.units.all())
    new = Unit.objects.bulk_create(Unit(event=event, name=unit.name, key=unit.key) for unit in old)
    return {before.pk: after for before, after in zip(old, new, strict=True)}


def _copy_pairs(source: Event, event: Event, units: dict[int, Unit]) -> None:
    there = [PairStatus.ACTIVE, PairStatus.RESERVE]
    old = list(source.pairs.filter(status__in=there).prefetch_related("players"))
    seeds = {number: seed for seed, number in enumerate(_ranked(source, old), 1)}
    new = Pair.objects.bulk_create(
        Pair(
            event=event,
            number=pair.number,
            unit=units.get(pair.unit_id or 0),
            name=pair.name,
            category=pair.category,
            status=PairStatus.RESERVE,
            seed=seeds.get(pair.number),
            note=_("上届参赛，待确认"),
        )
        for pair in old
    )
    Player.objects.bulk_create(
        Player(pair=after, seat=player.seat, name=player.name, key=player.key, pinyin=player.pinyin)
        for before, after in zip(old, new, strict=True)
        for player in before.players.all()
    )


def _ranked(source: Event, pairs: Iterable[Pair]) -> list[int]:
    here = {pair.number for pair in pairs}
    return [number for number in final_order(source) if number in here]


@action
def take_old_seeds(*, event: Event, by: Actor, submission: str = "") -> int:
    """Seed the pairs by the final order of the event that this one was made from; returns how many.

    Those who were not in it lose a seed they had, so that seeds are 1, 2, 3 … without doubles.
    Raises `ActionRefused` `no_earlier_event`, `nobody_is_back`.
    """
    fresh = locked(event)
    source = source_event(fresh)
    if source is None:
        raise ActionRefused("no_earlier_event")
    found = old_ranks(fresh, source)
    if not found.seeded:
        raise ActionRefused("nobody_is_back", source=source.name)
    seeds = {one.pair.pk: one.seed for one in found.seeded}
    pairs = list(fresh.pairs.all())
    for pair in pairs:
        if pair.seed != seeds.get(pair.pk):
            pair.seed = seeds.get(pair.pk)
            pair.version += 1
    Pair.objects.bulk_update(pairs, ["seed", "version"], batch_size=500)
    record(fresh, by, "take_old_seeds", source=source.name, count=len(seeds))
    return len(seeds)
