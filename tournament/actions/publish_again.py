"""Publish again what people have read of a stage, when who plays has changed."""

from __future__ import annotations

from django.utils import timezone

from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.work import Actor
from tournament.models import PublicationKind, Round, RoundState, Stage


def publish_again(stage: Stage, by: Actor, reason: str) -> None:
    """Put up what is public of `stage` as it stands now, groups and pairings, with the `reason`.

    Pairings of a round that no group has any more come down. Drafts stay drafts.
    """
    public = list(stage.publications.filter(is_current=True).values_list("kind", "round_number"))
    if (PublicationKind.GROUPS, None) in public:
        publish_groups(stage=stage, by=by, reason=reason)
    for number in sorted({one for kind, one in public if kind == PublicationKind.PAIRINGS and one}):
        _publish_round_again(stage, number, by, reason)


def _publish_round_again(stage: Stage, number: int, by: Actor, reason: str) -> None:
    shown = Round.objects.filter(group__stage=stage, number=number).exclude(state=RoundState.DRAFT)
    groups = [one.group for one in shown.select_related("group")]
    if groups:
        publish_pairings(stage=stage, number=number, groups=groups, by=by, reason=reason)
        return
    up = stage.publications.filter(kind=PublicationKind.PAIRINGS, round_number=number, is_current=True)
    up.update(is_current=False, withdrawn_at=timezone.now())
