"""Change what the entry list says about one pair: spelling, unit, number, players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Q

from scoring.rules import Side
from scoring.scoresheet import Forfeit
from tournament.actions.pair_values import (
    PairValues,
    kept_own,
    player_of,
    refuse_overstep,
    refuse_taken_numbers,
    units_by_key,
)
from tournament.actions.results import columns_of, lock_matches, write_version
from tournament.actions.work import Actor, action, changes_of, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Match, Pair, PairStatus, Player
from tournament.names.cleaning import clean_unit
from tournament.queries.entries import is_drawn, is_shown
from tournament.queries.swapping import SwapNeeds, next_open_match, swap_rule

SUBSTITUTED = "换人"
PLAIN = ("number", "name", "category", "seed", "status", "note", "fixed_table", "own")


@action
def edit_pair(
    *,
    pair: Pair,
    values: PairValues,
    by: Actor,
    swapped: bool = False,
    agreed: SwapNeeds | None = None,
    reason: str = "",
    on_purpose: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Pair:
    """Write `values` over the pair; the journal names what changed, never the values.

    A name may be corrected at any time. `swapped` says that another person plays: what that needs is the
    event's rule (`queries.swapping.swap_rule`), and `agreed` exactly what was agreed to, with the `reason`,
    which the journal keeps; where the rules count it as a forfeit, the pair's next open match becomes one.
    Raises `Conflict`; `ActionRefused`: `number_is_fixed`, `status_is_fixed` (drawn pairs), `number_taken`,
    `swap_refused`, `swap_needs_leader`, `swap_needs_consent`, `swap_is_forfeit`, `swap_needs_reason`;
    `entries_closed`, `unit_is_full` unless `on_purpose`.
    """
    if swapped:
        lock_matches(Match.objects.filter(Q(ns=pair) | Q(ew=pair)))
    event = locked(pair.event)
    pair = current(pair, based_on)
    pair.event = event
    if values.number is None:
        values = replace(values, number=pair.number)
    values = replace(values, own=kept_own(event, values.own))
    _refuse_fixed(pair, values)
    _refuse_full(pair, values, on_purpose)
    ground = _swap(pair, agreed, reason, by) if swapped else {}
    before = _told(pair)
    changed = _write_plain(pair, values) + _write_people(pair, values)
    if not changed and not ground:
        return pair
    pair.version += 1
    pair.save()
    verb = "swap_player" if swapped else "edit_pair"
    told = {"fields": sorted(set(changed)), "changes": changes_of("pair", before, _told(pair)), **ground}
    record(event, by, verb, public=is_shown(pair), number=pair.number, **told)
    return pair


def _told(pair: Pair) -> dict[str, Any]:
    """What the journal may say of a pair: nothing of its people, nothing they wrote."""
    plain = ("number", "category", "seed", "status", "fixed_table")
    return {**{key: getattr(pair, key) for key in plain}, "unit": pair.unit.name if pair.unit else None}


def _refuse_fixed(pair: Pair, values: PairValues) -> None:
    drawn = is_drawn(pair)
    if values.number is not None and values.number != pair.number:
        if drawn:
            raise ActionRefused("number_is_fixed", field="number")
        refuse_taken_numbers(pair.event, [values.number])
    if values.status != pair.status and drawn:
        raise ActionRefused("status_is_fixed", field="status")


def _refuse_full(pair: Pair, values: PairValues, on_purpose: bool) -> None:
    """Only a pair that moves to another unit, or becomes active, can make that unit too full."""
    moves = clean_unit(values.unit).key != (pair.unit.key if pair.unit else "")
    becomes_active = pair.status != PairStatus.ACTIVE
    if not on_purpose and values.status == PairStatus.ACTIVE and (moves or becomes_active):
        refuse_overstep(pair.event, [values.unit])


REFUSALS = {
    SwapNeeds.LEADER: "swap_needs_leader",
    SwapNeeds.CONSENT: "swap_needs_consent",
    SwapNeeds.FORFEIT: "swap_is_forfeit",
}


def _swap(pair: Pair, agreed: SwapNeeds | None, reason: str, by: Actor) -> dict[str, str]:
    """Let the event's rule judge the change of a player; on what ground it happens, for the journal."""
    needs = swap_rule(pair.event).needs
    if needs is SwapNeeds.REFUSED:
        raise ActionRefused("swap_refused", field="change")
    if agreed is not needs:
        raise ActionRefused(REFUSALS[needs], field="agreed")
    if needs is not SwapNeeds.LEADER and not reason:
        raise ActionRefused("swap_needs_reason", field="reason")
    if needs is SwapNeeds.FORFEIT:
        _forfeit_next(pair, by)
    return {"ground": f"swap.{needs}", **({"reason": reason} if reason else {})}


def _forfeit_next(pair: Pair, by: Actor) -> None:
    match = next_open_match(pair)
    if match is not None:
        write_version(match, columns_of(Forfeit(side=Side(match.side_of(pair)))), by, SUBSTITUTED)


def _write_plain(pair: Pair, values: PairValues) -> list[str]:
    changed = [f"pair.{key}" for key in PLAIN if getattr(pair, key) != getattr(values, key)]
    for key in PLAIN:
        setattr(pair, key, getattr(values, key))
    units = units_by_key(pair.event, [values.unit])
    unit = units.get(clean_unit(values.unit).key) if values.unit else None
    if (unit.pk if unit else None) != pair.unit_id:
        pair.unit = unit
        changed.append("pair.unit")
    return changed


def _write_people(pair: Pair, values: PairValues) -> list[str]:
    """Rewrite players seat by seat; which kinds of their fields changed."""
    before = {player.seat: player for player in pair.players.all()}
    changed = []
    for seat, name, phone in values.people:
        old = before.pop(seat, None)
        if old is None or old.name != name:
            changed.append("pair.players" if seat in (1, 2) else "pair.substitute")
        if (old.phone if old else "") != phone:
            changed.append("pair.phone")
        new = player_of(pair, seat, name, phone)
        new.pk = old.pk if old else None
        new.save()
    if before:
        changed.append("pair.substitute")
        Player.objects.filter(pk__in=[player.pk for player in before.values()]).delete()
    return changed
