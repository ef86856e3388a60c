"""A rehearsal: the event copied as a practice event, in which nothing is real, and its end."""

from __future__ import annotations

from typing import Final

from tournament.actions.copy_event import copy_event
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Membership, Pair, PairStatus, Player
from tournament.names.cleaning import name_key
from tournament.names.pinyin import pinyin_key

MARK: Final = "演练："  # before the name, so that every paper, file and picture says it
MOST: Final = 80  # characters of a name
PLAYING = (PairStatus.ACTIVE, PairStatus.RESERVE, PairStatus.HOUSE)


def marked(name: str) -> str:
    """The name of a practice event: it says so by itself, however it is edited."""
    return name if name.startswith(MARK[:2]) else f"{MARK}{name}"[:MOST]


@action
def start_rehearsal(*, source: Event, by: Actor, real_names: bool = True, submission: str = "") -> Event:
    """Copy `source` with its plan, rules, settings, staff, units and pairs as a practice event.

    Nothing that is personal but names comes along: no phones, no notes, no own columns; with `real_names`
    off not even those, players are then called after their pair's number. Nobody is checked in, nothing is
    drawn. `source` itself is only read. Raises `ActionRefused` `rehearsal_of_rehearsal`.
    """
    if source.is_practice:
        raise ActionRefused("rehearsal_of_rehearsal")
    event: Event = copy_event(source=source, name=marked(source.name), by=by, bring="units")
    event.is_practice = True
    event.save(update_fields=["is_practice"])
    _bring_people(source, event)
    _bring_pairs(source, event, real_names=real_names)
    record(event, by, "start_rehearsal", count=event.pairs.count())
    return event


def _bring_people(source: Event, event: Event) -> None:
    """Everybody who works in the real event works in the rehearsal too."""
    there = set(event.memberships.values_list("person_id", "role"))
    Membership.objects.bulk_create(
        Membership(event=event, person_id=person, role=role)
        for person, role in source.memberships.values_list("person_id", "role")
        if (person, role) not in there
    )


def _bring_pairs(source: Event, event: Event, *, real_names: bool) -> None:
    """The pairs that play, with their numbers, seeds and fixed tables."""
    units = {unit.key: unit for unit in event.units.all()}
    old = list(source.pairs.filter(status__in=PLAYING).select_related("unit").prefetch_related("players"))
    new = Pair.objects.bulk_create(
        Pair(
            event=event,
            number=pair.number,
            unit=units[pair.unit.key] if pair.unit else None,
            name=pair.name if real_names else "",
            category=pair.category,
            status=pair.status,
            fixed_table=pair.fixed_table,
            seed=pair.seed,
        )
        for pair in old
    )
    Player.objects.bulk_create(
        _player(after, player, real_names=real_names)
        for before, after in zip(old, new, strict=True)
        for player in before.players.all()
    )


def _player(pair: Pair, player: Player, *, real_names: bool) -> Player:
    if real_names:
        return Player(pair=pair, seat=player.seat, name=player.name, key=player.key, pinyin=player.pinyin)
    name = f"{'甲乙丙'[player.seat - 1]}{pair.number}"
    return Player(pair=pair, seat=player.seat, name=name, key=name_key(name), pinyin=pinyin_key(name))


@action
def end_rehearsal(*, event: Event, by: Actor, submission: str = "") -> str:
    """Delete a practice event with everything in it, and return its name. Raises `not_a_rehearsal`."""
    fresh = locked(event)
    refuse_real(fresh)
    name = fresh.name
    record(None, by, "end_rehearsal", deleted=name)
    fresh.delete()
    return name


def refuse_real(event: Event) -> None:
    """Stop whatever may happen to practice events alone. Raises `not_a_rehearsal`."""
    if not event.is_practice:
        raise ActionRefused("not_a_rehearsal")
