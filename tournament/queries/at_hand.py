"""The tables that the hall is looking for right now: of rounds being played, else of those that come next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Event, Round, RoundState, Stage
from tournament.queries.public import PublicEvent, PublicStage, public_tables
from tournament.queries.rounds import one_a_group
from tournament.queries.table_lines import TableLine


@dataclass(frozen=True, slots=True)
class Seated:
    """The public tables of one round of a stage, of one session where the round has several ("" else).

    Byes stand last.
    """

    stage: Stage
    number: int
    session: str
    lines: tuple[TableLine, ...]


def rounds_at_hand(event: Event) -> list[Round]:
    """One round a group: the last one it is playing, else its first published one; drafts never. One query.

    While anything is played, the groups of other stages and sessions wait unseen; those of the same session
    that are ahead or behind (流水) are shown.
    """
    public = Round.objects.filter(
        group__stage__event=event, state__in=[RoundState.PLAYING, RoundState.PUBLISHED]
    )
    found = one_a_group(public.select_related("group").order_by("number", "group__ordinal"))
    now = {_part(one) for one in found if one.state == RoundState.PLAYING}
    return [one for one in found if not now or _part(one) in now]


def _part(one: Round) -> tuple[int, str]:
    """Those who play at the same time."""
    return one.group.stage_id, one.group.session


def tables_at_hand(shown: PublicEvent) -> list[Seated]:
    """The tables of `rounds_at_hand`, as far as they are published, in the order of stages and rounds.

    One query, and those of `public_tables` for each stage at hand.
    """
    rounds = rounds_at_hand(shown.event)
    found = []
    for one in shown.stages:
        mine = [row for row in rounds if row.group.stage_id == one.stage.pk]
        if mine:
            found += _parts(one, sorted(mine, key=lambda row: (row.number, row.group.ordinal)))
    return found


def _parts(one: PublicStage, rounds: list[Round]) -> list[Seated]:
    """One part a round and session, in the order of their first groups; what is not published has none."""
    wanted = {(row.group.name, row.number) for row in rounds}
    lines = public_tables(one, {row.number for row in rounds})
    kept = [line for line in lines if (line.group, line.round) in wanted]
    parts = dict.fromkeys((row.number, row.group.session) for row in rounds)
    found = (Seated(one.stage, *part, _ordered(kept, *part)) for part in parts)
    return [part for part in found if part.lines]


def _ordered(lines: Iterable[TableLine], number: int, session: str) -> tuple[TableLine, ...]:
    mine = [line for line in lines if (line.round, line.session) == (number, session)]
    return tuple(sorted(mine, key=lambda line: (not line.is_play, line.table or 0, line.ns.number)))
