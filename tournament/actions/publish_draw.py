"""Publish a whole draw at once: the groups and every round's pairings, each under its own number."""

from __future__ import annotations

from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.work import Actor, action, locked
from tournament.errors import ActionRefused
from tournament.models import PublicationKind, Round, RoundState, Stage
from tournament.queries.rounds import round_numbers


@action
def publish_draw(
    *, stage: Stage, by: Actor, as_drawn: bool = False, based_on: int | None = None, submission: str = ""
) -> Stage:
    """Publish what is not public yet of groups and pairings, all of it or nothing.

    Raises what `publish_groups` and `publish_pairings` raise, and `nothing_to_publish`.
    """
    locked(stage.event)
    current = stage.publications.filter(is_current=True)
    public = set(current.values_list("kind", "round_number"))
    drafts = set(
        Round.objects.filter(group__stage=stage, state=RoundState.DRAFT).values_list("number", flat=True)
    )
    numbers = [
        one for one in round_numbers(stage) if one in drafts or (PublicationKind.PAIRINGS, one) not in public
    ]
    has_groups = (PublicationKind.GROUPS, None) in public
    if has_groups and not numbers:
        raise ActionRefused("nothing_to_publish")
    if not has_groups:
        publish_groups(stage=stage, by=by, as_drawn=as_drawn, based_on=based_on)
    for number in numbers:
        publish_pairings(stage=stage, number=number, by=by, as_drawn=as_drawn, based_on=based_on)
    return stage
