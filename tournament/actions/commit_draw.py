"""Commit–reveal: publish what a draw depends on first, then draw with a seed that came after it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from pairing.errors import PairingError
from pairing.lots import ALGORITHM, keeps_commitment, revealed_seed
from pairing.lots import commitment as commitment_of
from pairing.random_draw import RANDOM
from pairing.rerun import GROUPINGS, WITHOUT_CHANCE, Inputs, round_inputs
from pairing.swiss import FIRST
from tournament.actions.draw_groups import (
    draw_groups,
    entrants_or_refuse,
    inputs_of_groups,
    refuse_after_start,
)
from tournament.actions.pair_round import how_of, pair_round
from tournament.actions.work import Actor, action, locked, locked_row, record
from tournament.errors import ActionRefused
from tournament.models import Commitment, Draw, DrawKind, Event, Group, PreparedRound, Stage
from tournament.names.cleaning import tidy
from tournament.queries.draw_record import open_commitments
from tournament.queries.pairing_field import group_field
from tournament.queries.public_draws import may_be_told, publications_up, round_to_commit

TEXT_LIMIT = 200
Told = tuple[Group | None, Inputs]


@action
def commit_draw(*, stage: Stage, source: str, by: Actor, submission: str = "") -> Commitment:
    """Publish the digest of everything the draw of a stage's groups (a bracket) depends on but its seed.

    `source` says in words where the seed will come from (当晚福彩 3D 号码). An earlier, still open commitment
    of the same draw is replaced and stays in the record. Until the seed is told or the commitment given up,
    the groups can be made in no other way.
    Raises `ActionRefused`: `source_needed`, `grouping_by_hand`, `draw_uses_no_chance`, `standings_first`
    where it would tell standings that are not published, and what stops the draw itself; `PairingError`
    `too_few_pairs`.
    """
    locked(stage.event)
    refuse_after_start(stage)
    where = _told(source, "source", "source_needed")
    return _commit(stage, None, where, [(None, _group_inputs(stage))], by)


@action
def commit_round(*, stage: Stage, number: int, source: str, by: Actor, submission: str = "") -> Commitment:
    """Likewise for round `number`, of every group one commitment: a drawn opponent, or a first round by draw.

    One text is told for all of them. Raises `round_not_to_commit` (round) where this is not the round that
    comes next, or not chance alone decides it; else as `commit_draw`. Returns the first.
    """
    locked(stage.event)
    where = _told(source, "source", "source_needed")
    if round_to_commit(stage) != number:
        raise ActionRefused("round_not_to_commit", round=number)
    return _commit(stage, number, where, _inputs_of_round(stage, number), by)


def _commit(stage: Stage, number: int | None, source: str, told: Sequence[Told], by: Actor) -> Commitment:
    if not may_be_told(stage, number, publications_up(stage.event), live=stage.event.is_live):
        raise ActionRefused("standings_first")
    kind = DrawKind.GROUPS if number is None else DrawKind.PAIRINGS
    open_commitments(stage, kind).update(is_current=False)
    at = timezone.now()
    made = [
        Commitment.objects.create(
            stage=stage,
            group=group,
            group_name=group.name if group else "",
            kind=kind,
            round_number=number,
            digest=commitment_of(inputs),
            inputs=inputs,
            source=source,
            at=at,
        )
        for group, inputs in told
    ]
    Event.objects.filter(pk=stage.event_id).update(slug_frozen=True)
    record(stage.event, by, "commit_draw", public=True, stage=stage.name)
    return made[0]


def _told(text: str, field: str, code: str) -> str:
    plain = tidy(text)
    if not plain:
        raise ActionRefused(code, field=field)
    if len(plain) > TEXT_LIMIT:
        raise ActionRefused("commitment_text_long", field=field, limit=TEXT_LIMIT)
    return plain


def _group_inputs(stage: Stage) -> Inputs:
    method = stage.grouping.get("method", "one")
    if method not in GROUPINGS:
        raise ActionRefused("grouping_by_hand")
    if method in WITHOUT_CHANCE and not stage.is_knockout:
        raise ActionRefused("draw_uses_no_chance")
    return inputs_of_groups(stage, entrants_or_refuse(stage))


def _inputs_of_round(stage: Stage, number: int) -> list[Told]:
    method = str(stage.pairing["method"])
    version = RANDOM if method == "random" else FIRST
    told: list[Told] = []
    for group in stage.groups.order_by("ordinal"):
        group.stage = stage
        field = group_field(group, number)
        if len(field.contestants) > 1:  # a pair alone in its group meets nobody
            how = how_of(stage) if method == "swiss" else ""
            facts = (field.contestants, field.past, field.wishes)
            algorithm = f"{version}/{ALGORITHM}"
            inputs = round_inputs(*facts, method=method, number=number, algorithm=algorithm, how=how)
            told.append((group, inputs))
    if not told:
        raise ActionRefused("round_not_to_commit", round=number)
    return told


@action
def reveal_draw(*, commitment: Commitment, seed_text: str, by: Actor, submission: str = "") -> Commitment:
    """Draw with the text that came after the commitment; a round in all groups that were committed to.

    Any text will do; width and spaces are free. Raises `ActionRefused`: `commitment_closed`,
    `commitment_broken` when the entries or the rules of the draw are no longer those that were published;
    `seed_text_needed`; and what stops the draw.
    """
    stage = commitment.stage
    locked(stage.event)
    standing = _open(commitment)
    text = _told(seed_text, "seed_text", "seed_text_needed")
    together = list(open_commitments(stage, DrawKind(standing.kind)).select_related("group"))
    now = _inputs_now(stage, standing)
    if {one.group_id for one in together} != set(now) or not all(
        keeps_commitment(one.digest, now[one.group_id]) for one in together
    ):
        raise ActionRefused("commitment_broken")
    at = timezone.now()
    for one in together:
        one.seed_text, one.revealed_at = text, at
        one.save(update_fields=["seed_text", "revealed_at"])
    for one in together:
        one.draw = _drawn(stage, one, revealed_seed(one.digest, text), by)
        one.save(update_fields=["draw"])
    record(stage.event, by, "reveal_draw", public=True, stage=stage.name)
    return next(one for one in together if one.pk == standing.pk)


def still_holds(commitment: Commitment) -> bool:
    """Whether a draw now would depend on exactly what the commitment's digest was made of. Writes nothing."""
    try:
        now = _inputs_now(commitment.stage, commitment)
    except (ActionRefused, PairingError):
        return False
    found = now.get(commitment.group_id)
    return found is not None and keeps_commitment(commitment.digest, found)


def _inputs_now(stage: Stage, standing: Commitment) -> dict[int | None, Inputs]:
    """What the draw would depend on now, by group."""
    if standing.kind == DrawKind.GROUPS:
        return {None: _group_inputs(stage)}
    number = standing.round_number or 0
    if round_to_commit(stage) != number:
        raise ActionRefused("commitment_broken")
    return {group.pk if group else None: inputs for group, inputs in _inputs_of_round(stage, number)}


def _drawn(stage: Stage, one: Commitment, seed: int, by: Actor) -> Draw:
    if one.kind == DrawKind.GROUPS or one.group is None:
        return draw_groups(stage=stage, seed=seed, by=by)
    # A round that was prepared beforehand has its own seed, which would go before this one.
    PreparedRound.objects.filter(group=one.group, number=one.round_number or 0).delete()
    pair_round(stage=stage, by=by, seed=seed, groups=[one.group])
    return Draw.objects.get(
        group=one.group, kind=DrawKind.PAIRINGS, round_number=one.round_number, is_current=True
    )


@action
def give_up_commitment(*, commitment: Commitment, by: Actor, submission: str = "") -> Commitment:
    """Take back a commitment whose seed is not told yet, of a round in all groups; it stays in the record,
    marked. Raises `commitment_closed`."""
    stage = commitment.stage
    locked(stage.event)
    standing = _open(commitment)
    open_commitments(stage, DrawKind(standing.kind)).update(is_current=False)
    record(stage.event, by, "give_up_commitment", public=True, stage=stage.name)
    return standing


def _open(commitment: Commitment) -> Commitment:
    standing = locked_row(Commitment.objects.all(), commitment)
    if not standing.is_current or standing.revealed_at is not None:
        raise ActionRefused("commitment_closed")
    return standing
