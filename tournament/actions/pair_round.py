"""Make the next round of a stage that is paired round by round."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.errors import PairingError
from pairing.field import Paired
from pairing.random_draw import random_round
from pairing.rerun import round_inputs
from pairing.seating import Bye, note
from pairing.seating import Round as SeatedRound
from pairing.swiss import FirstHow, first_round, next_round
from tournament.actions.draw_groups import keep_draw
from tournament.actions.knockout_rounds import pair_knockout_round
from tournament.actions.make_rounds import drawn_entries
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import DrawKind, Group, Match, MatchKind, Round, Stage
from tournament.models.stages import json_of_reasons
from tournament.queries.draw_record import open_commitments
from tournament.queries.hall import seats_in_hall
from tournament.queries.paired_rounds import METHODS, GroupTurn, refusal_of, turns_of
from tournament.queries.pairing_field import GroupField, group_field
from tournament.queries.slow_tables import prepared_seed
from tournament.queries.standings import StageStandings, stage_standings
from tournament.queries.who_drew import ROUNDS, who_drew

FEWEST = 2  # contestants that make a round


@action
def pair_round(
    *,
    stage: Stage,
    by: Actor,
    seed: int,
    groups: Sequence[Group] = (),
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Make the next round of the named `groups`, else of all that are ready for one, as a draft.

    `based_on` is the number of the round that the person asked for: who comes second is told who made it
    (`Conflict` `round_paired_by_another`), and nothing is made twice.
    Every group is ranked anew, penalties included, and its round keeps
    what it was paired from (`Round.basis`), every broken wish (`Round.notes`) and its draw.
    Raises `ActionRefused`: `not_paired_by_rounds`, `groups_not_drawn`, `round_already_paired` (round),
    `round_not_next` (round, next), `earlier_tables_missing` (round, next, count, tables),
    `all_rounds_paired` (stage, rounds), `knockout_over` (stage), `commitment_stands`; and `PairingError`
    `too_few_pairs` (pairs).
    """
    lock_matches(Match.objects.filter(round__group__stage=stage))
    locked(stage.event)
    if stage.pairing.get("method") not in METHODS:
        raise ActionRefused("not_paired_by_rounds", stage=stage.name)
    if open_commitments(stage, DrawKind.PAIRINGS).exists():
        raise ActionRefused("commitment_stands")
    drawn_entries(stage)
    ready = _ready(stage, groups, based_on)
    table = _standings(stage, ready)
    for turn in ready:
        if stage.is_knockout:
            pair_knockout_round(stage, turn.group, turn.next, seed, by)
        else:
            _pair_group(stage, turn.group, turn.next, seed, table)
    record(stage.event, by, "pair_round", stage=stage.name, round=max(turn.next for turn in ready))
    return stage


def _ready(stage: Stage, groups: Sequence[Group], based_on: int | None) -> list[GroupTurn]:
    """The groups whose next round can be made now, or the reason why none can."""
    keys = {group.pk for group in groups}
    turns = [turn for turn in turns_of(stage) if not keys or turn.group.pk in keys]
    refusals = [refusal_of(stage, turn, based_on) for turn in turns]
    ready = [turn for turn, refusal in zip(turns, refusals, strict=True) if refusal is None]
    stopped = next((one for one in refusals if one is not None), None)
    if stopped is not None and (keys or not ready):
        if based_on is not None and stopped.code == "round_already_paired":
            raise paired_by_another(stage, based_on)
        raise stopped
    if not ready:
        raise ActionRefused("groups_not_drawn", stage=stage.name)
    return ready


def paired_by_another(stage: Stage, number: int) -> Conflict:
    """The refusal of whoever comes second to round `number`: who was first, and when."""
    who = who_drew(stage.event, *ROUNDS, stage=stage.name)
    return Conflict("round_paired_by_another", round=number, by=who.by, at=who.at)


def _standings(stage: Stage, ready: Sequence[GroupTurn]) -> StageStandings | None:
    """The standings that the next round is paired from; a first round and a bracket need none."""
    needed = not stage.is_knockout and any(turn.next > 1 for turn in ready)
    return stage_standings(stage) if needed else None


def _pair_group(stage: Stage, group: Group, number: int, seed: int, table: StageStandings | None) -> Round:
    group.stage = stage
    field = group_field(group, number, table)
    if len(field.contestants) >= FEWEST:
        prepared = prepared_seed(group, number)
        seed = seed if prepared is None else prepared
        return store_paired(field, paired(stage, field, seed), seed)
    if stage.groups.count() == 1:
        raise PairingError("too_few_pairs", pairs=len(field.contestants))
    return store_paired(field, _alone(field), None)


def _alone(field: GroupField) -> Paired:
    """Whoever is left alone in one of several groups has a bye, and that is told; the others play on."""
    byes = tuple(Bye(one.number) for one in field.contestants)
    notes = tuple(note("alone_in_group", pair=bye.who, group=field.group.name) for bye in byes)
    return Paired(SeatedRound(field.number, (), byes), notes)


def paired(stage: Stage, field: GroupField, seed: int) -> Paired:
    """The round by the stage's own method; nothing is stored."""
    if stage.pairing["method"] == "random":
        return random_round(field.contestants, field.past, field.wishes, number=field.number, seed=seed)
    if field.number == 1:
        how = how_of(stage)
        return first_round(field.contestants, how=how, wishes=field.wishes, seed=seed)
    return next_round(field.contestants, field.past, field.wishes, number=field.number, seed=seed)


def how_of(stage: Stage) -> FirstHow:
    """How the first round of a Swiss is made; the later ones follow the standings."""
    how: FirstHow = stage.pairing.get("first_round", "draw")
    return how


def store_paired(field: GroupField, made: Paired, seed: int | None) -> Round:
    """Store a paired round of a group as a draft at the hall's tables, with its draw.

    The draw's result is `{"tables": [[南北, 东西], …], "byes": […], "missed": […]}`, tables in table order.
    """
    stage = field.group.stage
    hall, unkept = seats_in_hall(stage, field.group, [(one.ns, one.ew) for one in made.round.tables])
    round_ = Round.objects.create(
        group=field.group,
        number=field.number,
        basis=field.basis,
        notes=json_of_reasons((*made.notes, *unkept)),
    )
    Match.objects.bulk_create(_matches(round_, field, made, hall))
    if made.algorithm:
        _keep(field, made, seed)
    return round_


def _keep(field: GroupField, made: Paired, seed: int | None) -> None:
    """Keep the draw of a round with all that it depended on."""
    stage, method = field.group.stage, str(field.group.stage.pairing["method"])
    keep_draw(
        stage,
        DrawKind.PAIRINGS,
        {
            "tables": [[table.ns, table.ew] for table in made.round.tables],
            "byes": [bye.who for bye in made.round.byes],
            "missed": list(field.missed),
        },
        seed="" if made.seed is None else str(seed if seed is not None else made.seed),
        inputs=round_inputs(
            field.contestants,
            field.past,
            field.wishes,
            method=method,
            number=field.number,
            algorithm=made.algorithm,
            how=how_of(stage) if (method, field.number) == ("swiss", 1) else "",
        ),
        algorithm=made.algorithm,
        group=field.group,
        round_number=field.number,
    )


def _matches(round_: Round, field: GroupField, made: Paired, hall: Sequence[int]) -> list[Match]:
    pairs = field.pairs
    tables = [
        Match(
            round=round_,
            table=hall[place],
            ns=pairs[table.ns],
            ew=pairs[table.ew],
            rematch=table.rematch,
            reasons=json_of_reasons(table.reasons),
        )
        for place, table in enumerate(made.round.tables)
    ]
    byes = [Match(round=round_, kind=MatchKind.BYE, ns=pairs[bye.who]) for bye in made.round.byes]
    missed = [Match(round=round_, kind=MatchKind.MISSED, ns=pairs[number]) for number in field.missed]
    return tables + byes + missed
