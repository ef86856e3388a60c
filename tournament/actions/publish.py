"""Make groups, pairings and standings public, each by itself, and take them down again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.utils import timezone

from tournament.actions.carry_points import carry_again
from tournament.actions.check_results import refuse_unchecked
from tournament.actions.draw_groups import entrants_or_refuse, refuse_other_draw
from tournament.actions.results import lock_matches
from tournament.actions.round_clock import without_clock
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import (
    Event,
    Group,
    Match,
    Publication,
    PublicationKind,
    Result,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.checking import unchecked_tables
from tournament.queries.drawing import roster_change, what_fixes_draw
from tournament.queries.frozen import groups_json, pairings_json, standings_json
from tournament.queries.rounds import missing_tables, rounds_of


@action
def publish_groups(
    *,
    stage: Stage,
    by: Actor,
    reason: str = "",
    as_drawn: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Publication:
    """Publish who is in which group. From the first publication on, the event's address stands.

    `based_on` is the number of the draw that the person saw (`Conflict` when it is another). The first time,
    refused with `roster_grew` or, unless `as_drawn`, `roster_shrank` when the list of pairs is no longer
    that of the draw.
    """
    event = locked(stage.event)
    refuse_other_draw(stage, based_on)
    refuse_other_roster(stage, as_drawn=as_drawn)
    rows = groups_json(stage)
    if not rows or stage.entries.filter(position__isnull=True).exists():
        raise ActionRefused("groups_not_drawn", stage=stage.name)
    made = _publish(event, stage, PublicationKind.GROUPS, None, rows, reason)
    record(event, by, "publish_groups", public=True, stage=stage.name, number=made.number)
    return made


@action
def publish_pairings(
    *,
    stage: Stage,
    number: int,
    by: Actor,
    groups: Sequence[Group] = (),
    reason: str = "",
    as_drawn: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Publication:
    """Publish the tables of round `number`; from now on results may be entered there.

    With `groups` only theirs go up, beside those of other groups that are public already; groups of one
    session make a publication of that session. `as_drawn`, `based_on` and what refuses it as in
    `publish_groups`; `no_such_round` (round).
    """
    event = locked(stage.event)
    refuse_other_draw(stage, based_on)
    refuse_other_roster(stage, as_drawn=as_drawn)
    rounds = [one for one in rounds_of(stage, number) if not groups or one.group in groups]
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    drafts = Round.objects.filter(pk__in=[one.pk for one in rounds], state=RoundState.DRAFT)
    drafts.update(state=RoundState.PUBLISHED)
    session = _common_session(groups)
    rows = pairings_json(stage, number, session)
    made = _publish(event, stage, PublicationKind.PAIRINGS, number, rows, reason, session)
    record(event, by, "publish_pairings", public=True, stage=stage.name, round=number, number=made.number)
    return made


def _common_session(groups: Sequence[Group]) -> str:
    """The session that all these groups are of; "" for several, or for groups without one."""
    sessions = {group.session for group in groups}
    return sessions.pop() if len(sessions) == 1 else ""


def refuse_other_roster(stage: Stage, *, as_drawn: bool) -> None:
    """Before anything of the stage is public, its groups must fit who takes part (F16).

    A pair without a place is always refused (`roster_grew`: drawn, pairs, added); one that has left is
    refused (`roster_shrank`: drawn, pairs, gone) unless the person wants the groups as they were drawn.
    """
    if what_fixes_draw(stage) or not stage.entries.exists():
        return
    change = roster_change(stage, coming := entrants_or_refuse(stage))
    drawn, pairs = stage.entries.count(), len(coming.pairs)
    if change.added:
        added = [pair.number for pair in change.added]
        raise ActionRefused("roster_grew", drawn=drawn, pairs=pairs, added=added)
    if change.gone and not as_drawn:
        gone = [pair.number for pair in change.gone]
        raise ActionRefused("roster_shrank", drawn=drawn, pairs=pairs, gone=gone)


@action
def publish_standings(
    *,
    stage: Stage,
    number: int,
    by: Actor,
    session: str = "",
    reason: str = "",
    unchecked: Collection[str] | None = (),
    submission: str = "",
) -> Publication:
    """Publish the standings after round `number`: 成绩公告第 n 号. Needs every table up to there.

    With a `session` only its groups are announced, and only their tables are needed: the morning's result
    may stand before the afternoon has played. A second one for the same round and session is a correction
    (更正) and keeps its `reason`; without one it is refused (`correction_needs_reason`). A correction of all
    sessions takes the place of those of single ones, and points that were carried into later stages follow
    it. Results that nobody has checked are announced only where the person goes on without (`unchecked`, as
    in `close_round`).
    """
    matches = Match.objects.filter(round__group__stage=stage, round__number__lte=number)
    lock_matches(matches.filter(round__group__session=session) if session else matches)
    event = locked(stage.event)
    rounds = Round.objects.filter(group__stage=stage, number__lte=number)
    rounds = rounds.filter(group__session=session) if session else rounds
    if not rounds.filter(number=number).exists():
        raise ActionRefused("no_such_round", round=number)
    if missing := missing_tables(rounds):
        raise ActionRefused("tables_missing", count=len(missing), tables=list(missing))
    refuse_unchecked(unchecked_tables(stage, rounds), unchecked)
    standing = stage.publications.filter(kind=PublicationKind.STANDINGS, round_number=number)
    if not reason and standing.filter(session__in=["", session]).exists():
        raise ActionRefused("correction_needs_reason", field="reason")
    if reason and not session:
        standing.update(is_current=False)
    rows = standings_json(stage, number, session)
    made = _publish(event, stage, PublicationKind.STANDINGS, number, rows, reason, session)
    made.rules = stage.resolved_rules
    made.save(update_fields=["rules"])
    told: dict[str, Any] = {"session": session} if session else {}
    told |= {"carried": names} if reason and (names := carry_again(stage)) else {}
    record(
        event,
        by,
        "publish_standings",
        public=True,
        stage=stage.name,
        round=number,
        number=made.number,
        **told,
    )
    return made


def _publish(
    event: Event,
    stage: Stage,
    kind: PublicationKind,
    round_number: int | None,
    rows: Any,
    reason: str,
    session: str = "",
) -> Publication:
    same = Publication.objects.filter(stage=stage, kind=kind, round_number=round_number, session=session)
    same.filter(is_current=True).update(is_current=False)
    Event.objects.filter(pk=event.pk).update(slug_frozen=True)
    return Publication.objects.create(
        event=event,
        stage=stage,
        kind=kind,
        round_number=round_number,
        session=session,
        number=event.publications.filter(kind=kind).count() + 1,
        rows=rows,
        reason=reason,
        at=timezone.now(),
    )


@action
def withdraw_publication(
    *, publication: Publication, by: Actor, reason: str = "", submission: str = ""
) -> Publication:
    """Take a publication down; it stays in the record, the `reason` in the journal.

    Pairings come down only while nothing was entered (`results_already_entered`); `publication_not_current`.
    """
    if publication.kind == PublicationKind.PAIRINGS:  # their tables may have minutes of their own
        of_round = {"round__group__stage": publication.stage_id, "round__number": publication.round_number}
        lock_matches(Match.objects.filter(**of_round))
    event = locked(publication.event)
    publication = Publication.objects.select_related("stage").get(pk=publication.pk)
    if not publication.is_current:
        raise ActionRefused("publication_not_current")
    if publication.kind == PublicationKind.PAIRINGS:
        _back_to_draft(publication)
    publication.is_current, publication.withdrawn_at = False, timezone.now()
    publication.save(update_fields=["is_current", "withdrawn_at"])
    record(
        event,
        by,
        "withdraw_publication",
        public=True,
        stage=publication.stage.name,
        kind=f"publication.{publication.kind}",
        number=publication.number,
        **({"reason": reason} if reason else {}),
    )
    return publication


def _back_to_draft(publication: Publication) -> None:
    """The rounds that this publication made public are drafts again; those of other sessions stay up."""
    stage, number = publication.stage, publication.round_number or 0
    rounds = Round.objects.filter(group__stage=stage, number=number)
    others = stage.publications.filter(kind=publication.kind, round_number=number, is_current=True)
    if publication.session:
        rounds = rounds.filter(group__session=publication.session)
    else:
        apart = [one.session for one in others if one.session]
        rounds = rounds.exclude(group__session__in=apart)
    # Also results that were cleared again: their history must not go with a redraw.
    if Result.objects.filter(match__round__in=rounds).exists():
        raise ActionRefused("results_already_entered")
    without_clock(rounds, RoundState.DRAFT)
