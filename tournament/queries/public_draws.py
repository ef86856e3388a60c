"""Which draws the public may see, and which may be committed to: nothing unpublished shines through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing.rerun import GROUPINGS, WITHOUT_CHANCE
from tournament.models import Draw, DrawKind, Event, Publication, PublicationKind, Stage
from tournament.queries.draw_record import DrawLine, draw_lines
from tournament.queries.drawing import what_fixes_draw
from tournament.queries.paired_rounds import refusal_of, turns_of

ON_RANKS = (DrawKind.LOTS, DrawKind.CUT, DrawKind.AWARD)  # public once the standings are
BY_PLACES = ("snake", "previous_rank")  # grouped by places in an earlier stage, if there is one


def publications_up(event: Event) -> list[Publication]:
    """What is public of `event` now, without its rows. One query."""
    up = Publication.objects.filter(event=event, is_current=True)
    return list(up.select_related("stage").defer("rows", "rules"))


def public_lines(
    event: Event, lines: Iterable[DrawLine] | None = None, up: Sequence[Publication] | None = None
) -> list[DrawLine]:
    """The draws (among `lines`, else all) that the public may see: in force, and what they decided is
    published. `up` are the publications in force where they were read already.

    Groups with the groups, pairings with their round, lots with standings published after they were drawn
    (or shown live). Standings that a draw depended on must be out too: its inputs tell them. Who was drawn to
    be partners is nobody else's affair.
    """
    shown = publications_up(event) if up is None else up
    return [
        line
        for line in (draw_lines(event) if lines is None else lines)
        if line.draw.is_current and _is_public(line.draw, event, shown)
    ]


def _is_public(draw: Draw, event: Event, up: Sequence[Publication]) -> bool:
    stage = draw.stage
    if stage is None:
        return False
    mine = [one for one in up if one.stage_id == stage.pk]
    if draw.kind == DrawKind.GROUPS:
        return _groups_are_up(stage, mine) and may_be_told(stage, None, up, live=event.is_live)
    if draw.kind == DrawKind.PAIRINGS:
        return _round_is_up(draw, mine) and may_be_told(stage, draw.round_number, up, live=event.is_live)
    if draw.kind in ON_RANKS:
        standings = [one for one in mine if one.kind == PublicationKind.STANDINGS]
        live = event.is_live and any(one.kind == PublicationKind.PAIRINGS for one in mine)
        return live or any(one.at >= draw.at for one in standings)
    return False


def _groups_are_up(stage: Stage, mine: list[Publication]) -> bool:
    sessions = {group.session for group in stage.groups.all()}
    shown = {one.session for one in mine if one.kind == PublicationKind.GROUPS}
    return bool(shown) and ("" in shown or sessions <= shown)


def _round_is_up(draw: Draw, mine: list[Publication]) -> bool:
    session = draw.group.session if draw.group else ""
    up = [one for one in mine if one.kind == PublicationKind.PAIRINGS and one.session in ("", session)]
    return any(one.round_number == draw.round_number for one in up)


def may_be_told(stage: Stage, number: int | None, up: Iterable[Publication], *, live: bool) -> bool:
    """Whether the standings that the groups of `stage` (`number` None), or its round `number`, are drawn by
    may be seen: what the draw depends on tells them.

    A later round depends on the standings before it, a first round and groups by places on the earlier stage.
    """
    if live:
        return True
    standings = [one for one in up if one.kind == PublicationKind.STANDINGS]
    if number is not None and number > 1:
        after = [one.round_number or 0 for one in standings if one.stage_id == stage.pk]
        return max(after, default=0) >= number - 1
    by_places = number == 1 or stage.is_knockout or stage.grouping.get("method") in BY_PLACES
    if stage.source_name is None or not by_places:
        return True
    return any(one.stage.name == stage.source_name for one in standings)


def stages_to_commit(event: Event) -> list[Stage]:
    """The stages whose groups the computer may still draw by chance."""
    chance = set(GROUPINGS) - set(WITHOUT_CHANCE)
    return [
        stage
        for stage in event.stages.all()
        if stage.grouping.get("method", "one") in chance and not what_fixes_draw(stage)
    ]


def round_to_commit(stage: Stage) -> int | None:
    """The round of a drawn stage that comes next, for all its groups, where only chance decides it: a drawn
    opponent, or a first round by draw; None where there is none."""
    method = stage.pairing.get("method")
    drawn_first = method == "swiss" and stage.pairing.get("first_round", "draw") == "draw"
    if method != "random" and not drawn_first:
        return None
    if not stage.groups.exists() or stage.entries.filter(position__isnull=True).exists():
        return None
    turns = turns_of(stage)
    numbers = {turn.next for turn in turns}
    if len(numbers) != 1 or any(refusal_of(stage, turn) for turn in turns):
        return None
    (number,) = numbers
    return number if method == "random" or number == 1 else None
