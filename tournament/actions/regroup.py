"""Make a group that lost pairs before it played into a smaller one, or one with another group."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.errors import PairingError
from tournament.actions.make_rounds import FEWEST, make_group
from tournament.actions.publish_again import publish_again
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Draw, Group, Match, Round, RoundState, Stage, StageEntry
from tournament.queries.hall import free_hall, sessions_meet
from tournament.queries.regrouping import KNOWN_METHODS, begun_groups, staying


@action
def close_ranks(*, group: Group, by: Actor, based_on: int | None = None, submission: str = "") -> Stage:
    """Let a group play without the pairs that left: smaller, its rounds made again, the others untouched.

    The pairs that left lose their place, and forfeits written for them go with the old rounds; what is public
    goes up again. `based_on` is the size that the person was shown (`Conflict` `group_changed`).
    Refused: `regroup_not_here`, `group_has_begun` (group), `group_is_whole`, `group_too_small`; and
    `PairingError` as the movement.
    Rule: RULES section 4, entries: the last of the remedies, a smaller group or a bye.
    """
    stage = _lock([group])
    entries = _entries(group)
    present = staying(entries)
    _refuse(stage, [group], len(present), based_on)
    if len(present) == len(entries):
        raise ActionRefused("group_is_whole", group=group.name)
    public = _remake(stage, [group], group, present)
    publish_again(stage, by, f"{_called(group)}重新编排")
    record(stage.event, by, "close_ranks", public=public, group=group.name, count=len(present))
    return stage


@action
def merge_groups(
    *, group: Group, into: Group, by: Actor, based_on: int | None = None, submission: str = ""
) -> Stage:
    """Put the pairs of `group` behind those of `into` and make the rounds of the joined group again.

    `group` is no more; its tables go along. Pairs that left lose their place in both. Nothing takes this back
    but drawing the stage again. `based_on` and the refusals are those of `close_ranks`; also
    `merge_with_itself`, and `PairingError` `not_enough_tables`.
    Rule: RULES section 4, entries: the third of the remedies.
    """
    stage = _lock([group, into])
    if group.pk == into.pk or group.stage_id != into.stage_id:
        raise ActionRefused("merge_with_itself", field="into")
    present = staying([*_entries(into), *_entries(group)])
    _refuse(stage, [group, into], len(present), based_on)
    told = {"group": group.name, "into": into.name, "count": len(present)}
    public = _remake(stage, [group, into], into, present)
    publish_again(stage, by, f"{_called(group)}并入 {_called(into)}")
    record(stage.event, by, "merge_groups", public=public, **told)
    return stage


def _called(group: Group) -> str:
    return group.name if group.name.endswith("组") else f"{group.name} 组"


def _lock(groups: Sequence[Group]) -> Stage:
    lock_matches(Match.objects.filter(round__group__in=groups))
    stage = groups[0].stage
    stage.event = locked(stage.event)
    return stage


def _entries(group: Group) -> list[StageEntry]:
    return list(group.entries.select_related("pair__unit").order_by("position"))


def _refuse(stage: Stage, groups: Sequence[Group], size: int, based_on: int | None) -> None:
    if stage.pairing.get("method") not in KNOWN_METHODS:
        raise ActionRefused("regroup_not_here")
    begun = begun_groups(groups)
    for group in groups:
        if not Group.objects.filter(pk=group.pk).exists():
            raise ActionRefused("gone_meanwhile")
        if group.pk in begun:
            raise ActionRefused("group_has_begun", group=group.name)
    if based_on is not None and based_on != size:
        raise Conflict("group_changed", current=size, count=size)
    if size < FEWEST:
        raise ActionRefused("group_too_small", count=size)


def _remake(stage: Stage, groups: Sequence[Group], kept: Group, present: list[StageEntry]) -> bool:
    """Seat `present` in `kept` and make its rounds again where there were any; whether tables were public."""
    rounds = Round.objects.filter(group__in=groups)
    had_rounds = rounds.exists()
    public = set(rounds.exclude(state=RoundState.DRAFT).values_list("number", flat=True))
    tables = _tables(stage, groups, kept, len(present) // 2) if had_rounds else []
    rounds.delete()
    StageEntry.objects.filter(group__in=groups).exclude(pk__in=[one.pk for one in present]).delete()
    StageEntry.objects.filter(group__in=groups).update(position=None)
    for position, entry in enumerate(present, 1):
        entry.group, entry.position = kept, position
    StageEntry.objects.bulk_update(present, ["group", "position"])
    gone = Group.objects.filter(pk__in=[one.pk for one in groups if one.pk != kept.pk])
    Draw.objects.filter(group__in=gone).update(is_current=False)
    gone.delete()
    if had_rounds:
        make_group(stage, kept, present, tables)
    Round.objects.filter(group=kept, number__in=public).update(state=RoundState.PUBLISHED)
    return bool(public)


def _tables(stage: Stage, groups: Sequence[Group], kept: Group, needed: int) -> list[int]:
    """The tables that the groups had, and where they do not suffice the next that nobody else uses."""
    rows = Match.objects.filter(round__group__stage=stage, table__isnull=False).order_by()
    mine = set(rows.filter(round__group__in=groups).values_list("table", flat=True))
    others = rows.exclude(round__group__in=groups).values_list("round__group__session", "table").distinct()
    taken = {table for session, table in others if sessions_meet(kept.session, session)}
    own = sorted(table for table in mine if table is not None and table not in taken)
    spare = [one for one in free_hall(stage).tables(kept.session) if one not in taken | set(own)]
    found = own + spare[: max(needed - len(own), 0)]
    if len(found) < needed:
        raise PairingError("not_enough_tables", needed=needed, have=len(found))
    return found[:needed]
