"""Make groups, pairings and standings public, each by itself, and take them down again."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Match, Publication, PublicationKind, Round, RoundState, Stage
from tournament.queries.frozen import groups_json, pairings_json, standings_json
from tournament.queries.rounds import missing_tables, rounds_of


@action
def publish_groups(*, stage: Stage, by: Actor, reason: str = "", submission: str = "") -> Publication:
    """Publish who is in which group. From the first publication on, the event's address stands."""
    event = locked(stage.event)
    rows = groups_json(stage)
    if not rows or stage.entries.filter(position__isnull=True).exists():
        raise ActionRefused("groups_not_drawn", stage=stage.name)
    made = _publish(event, stage, PublicationKind.GROUPS, None, rows, reason)
    record(event, by, "publish_groups", public=True, stage=stage.name, number=made.number)
    return made


@action
def publish_pairings(
    *, stage: Stage, number: int, by: Actor, reason: str = "", submission: str = ""
) -> Publication:
    """Publish the tables of round `number`; from now on results may be entered there."""
    event = locked(stage.event)
    rounds = rounds_of(stage, number)
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    made = _publish(event, stage, PublicationKind.PAIRINGS, number, pairings_json(stage, number), reason)
    drafts = Round.objects.filter(pk__in=[one.pk for one in rounds], state=RoundState.DRAFT)
    drafts.update(state=RoundState.PUBLISHED)
    record(event, by, "publish_pairings", public=True, stage=stage.name, round=number, number=made.number)
    return made


@action
def publish_standings(
    *, stage: Stage, number: int, by: Actor, reason: str = "", submission: str = ""
) -> Publication:
    """Publish the standings after round `number`: 成绩公告第 n 号. Needs every table up to there.

    A second one for the same round is a correction (更正) and keeps its `reason`.
    """
    event = locked(stage.event)
    rounds = Round.objects.filter(group__stage=stage, number__lte=number)
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    if missing := missing_tables(rounds):
        raise ActionRefused("tables_missing", count=len(missing), tables="、".join(map(str, missing)))
    made = _publish(event, stage, PublicationKind.STANDINGS, number, standings_json(stage, number), reason)
    made.rules = stage.resolved_rules
    made.save(update_fields=["rules"])
    record(event, by, "publish_standings", public=True, stage=stage.name, round=number, number=made.number)
    return made


def _publish(
    event: Event, stage: Stage, kind: PublicationKind, round_number: int | None, rows: Any, reason: str
) -> Publication:
    same = Publication.objects.filter(stage=stage, kind=kind, round_number=round_number)
    same.filter(is_current=True).update(is_current=False)
    Event.objects.filter(pk=event.pk).update(slug_frozen=True)
    return Publication.objects.create(
        event=event,
        stage=stage,
        kind=kind,
        round_number=round_number,
        number=event.publications.filter(kind=kind).count() + 1,
        rows=rows,
        reason=reason,
        at=timezone.now(),
    )


@action
def withdraw_publication(
    *, publication: Publication, by: Actor, reason: str = "", submission: str = ""
) -> Publication:
    """Take a publication down; it stays in the record. Pairings come down only while nothing was entered."""
    event = locked(publication.event)
    publication = Publication.objects.select_related("stage").get(pk=publication.pk)
    if not publication.is_current:
        raise ActionRefused("publication_not_current")
    if publication.kind == PublicationKind.PAIRINGS:
        _back_to_draft(publication.stage, publication.round_number or 0)
    publication.is_current, publication.withdrawn_at = False, timezone.now()
    publication.save(update_fields=["is_current", "withdrawn_at"])
    record(
        event,
        by,
        "withdraw_publication",
        public=True,
        stage=publication.stage.name,
        number=publication.number,
    )
    return publication


def _back_to_draft(stage: Stage, number: int) -> None:
    matches = Match.objects.filter(round__group__stage=stage, round__number=number)
    if matches.filter(version__gt=0).exists():
        raise ActionRefused("results_already_entered")
    Round.objects.filter(group__stage=stage, number=number).update(
        state=RoundState.DRAFT, starts_at=None, ends_at=None
    )
