"""Let a pair that was entered after the draw play from the next round on."""

from __future__ import annotations

from django.db.models import Max

from tournament.actions.publish import publish_groups
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Group, Pair, PublicationKind, Stage, StageEntry
from tournament.queries.late_entry import LatePlace, late_stage


@action
def join_stage(
    *,
    pair: Pair,
    stage: Stage,
    by: Actor,
    group: Group | None = None,
    based_on: int | None = None,
    submission: str = "",
) -> StageEntry:
    """Put `pair` into a stage that is drawn already: it plays from the next round that is not yet paired.

    The rounds before count as missed by the event's score, tables that stand are not touched. `group` None
    takes the smallest. `based_on` is the round that the person was promised. Groups that are public are
    announced again.
    Raises `Conflict` `late_round_moved` (round), and `ActionRefused` as `queries.late_entry.late_stage`, also
    `late_no_round_left` for a group that has none.
    Rule: RULES section 4, entries.
    """
    event = locked(stage.event)
    pair = Pair.objects.get(pk=pair.pk)
    found = late_stage(pair, stage)
    if found.stop is not None:
        raise found.stop
    place = _place(found.places, group, stage)
    if based_on is not None and based_on != place.joined:
        raise Conflict("late_round_moved", current=place.joined, round=place.joined)
    last = place.group.entries.aggregate(last=Max("position"))["last"] or 0
    made = StageEntry.objects.create(
        stage=stage,
        pair=pair,
        group=place.group,
        position=last + 1,
        joined=place.joined if place.joined > 1 else None,
    )
    public = stage.publications.filter(kind=PublicationKind.GROUPS, is_current=True).exists()
    if public:
        publish_groups(stage=stage, by=by, reason=f"{pair.number} 号加入", as_drawn=True)
    told = {"stage": stage.name, "number": pair.number, "group": place.group.name, "round": place.joined}
    record(event, by, "join_stage", public=public, **told)
    return made


def _place(places: tuple[LatePlace, ...], group: Group | None, stage: Stage) -> LatePlace:
    for place in places:
        if group is None or place.group.pk == group.pk:
            return place
    raise ActionRefused("late_no_round_left", stage=stage.name)
