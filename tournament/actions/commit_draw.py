"""Commit–reveal: publish what a draw depends on first, then draw with a seed that came after it."""

from __future__ import annotations

from django.utils import timezone

from pairing.lots import commitment as commitment_of
from pairing.lots import keeps_commitment, revealed_seed
from pairing.rerun import GROUPINGS, WITHOUT_CHANCE, Inputs
from tournament.actions.draw_groups import (
    draw_groups,
    entrants_or_refuse,
    inputs_of_groups,
    refuse_after_start,
)
from tournament.actions.work import Actor, action, locked, locked_row, record
from tournament.errors import ActionRefused
from tournament.models import Commitment, DrawKind, Event, Stage
from tournament.names.cleaning import tidy
from tournament.queries.draw_record import open_commitments

TEXT_LIMIT = 200


@action
def commit_draw(*, stage: Stage, source: str, by: Actor, submission: str = "") -> Commitment:
    """Publish the digest of everything the draw of a stage's groups depends on but its seed.

    `source` says in words where the seed will come from (当晚福彩 3D 号码). An earlier, still open commitment
    of the same draw is replaced and stays in the record. Until the seed is told or the commitment given up,
    the groups can be made in no other way.
    Raises `ActionRefused`: `source_needed`, `grouping_by_hand`, `draw_uses_no_chance`, and what stops the
    draw itself; `PairingError` `too_few_pairs`.
    """
    locked(stage.event)
    refuse_after_start(stage)
    where = _told(source, "source", "source_needed")
    inputs = _group_inputs(stage)
    open_commitments(stage, DrawKind.GROUPS).update(is_current=False)
    made = Commitment.objects.create(
        stage=stage,
        kind=DrawKind.GROUPS,
        digest=commitment_of(inputs),
        inputs=inputs,
        source=where,
        at=timezone.now(),
    )
    Event.objects.filter(pk=stage.event_id).update(slug_frozen=True)
    record(stage.event, by, "commit_draw", public=True, stage=stage.name)
    return made


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
    if method in WITHOUT_CHANCE:
        raise ActionRefused("draw_uses_no_chance")
    return inputs_of_groups(stage, entrants_or_refuse(stage))


@action
def reveal_draw(*, commitment: Commitment, seed_text: str, by: Actor, submission: str = "") -> Commitment:
    """Draw the groups with the text that came after the commitment.

    Any text will do; width and spaces are free. Raises `ActionRefused`: `commitment_closed`,
    `commitment_broken` when the entries or the rules of the draw are no longer those that were published;
    `seed_text_needed`; and what stops the draw.
    """
    stage = commitment.stage
    locked(stage.event)
    standing = _open(commitment)
    text = _told(seed_text, "seed_text", "seed_text_needed")
    if not keeps_commitment(standing.digest, _group_inputs(stage)):
        raise ActionRefused("commitment_broken")
    standing.seed_text, standing.revealed_at = text, timezone.now()
    standing.save(update_fields=["seed_text", "revealed_at"])
    standing.draw = draw_groups(stage=stage, seed=revealed_seed(standing.digest, text), by=by)
    standing.save(update_fields=["draw"])
    record(stage.event, by, "reveal_draw", public=True, stage=stage.name)
    return standing


@action
def give_up_commitment(*, commitment: Commitment, by: Actor, submission: str = "") -> Commitment:
    """Take back a commitment whose seed is not told yet; it stays in the record, marked."""
    stage = commitment.stage
    locked(stage.event)
    standing = _open(commitment)
    standing.is_current = False
    standing.save(update_fields=["is_current"])
    record(stage.event, by, "give_up_commitment", public=True, stage=stage.name)
    return standing


def _open(commitment: Commitment) -> Commitment:
    standing = locked_row(Commitment.objects.all(), commitment)
    if not standing.is_current or standing.revealed_at is not None:
        raise ActionRefused("commitment_closed")
    return standing
