"""Make pairs of people who entered alone, by the computer's lot or by lots drawn by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from pairing.lots import ALGORITHM, digest
from pairing.partners import PARTNERS, Single, draw_partners, typed_partners
from tournament.actions.pair_values import PairValues, store_pairs
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Draw, DrawKind, Event, Individual, Pair
from tournament.queries.individuals import (
    last_partners,
    pairs_that_play,
    waiting_people,
    waiting_stamp,
)
from tournament.queries.who_drew import PARTNERS as PARTNERS_VERBS
from tournament.queries.who_drew import who_drew

LIST_VERBS = ("add_individual", "edit_individual", "delete_individual", "undo_partners")
Couples = Sequence[tuple[int, int]]


@action
def draw_individuals(
    *,
    event: Event,
    seed: int,
    by: Actor,
    apart: bool = True,
    based_on: int | None = None,
    submission: str = "",
) -> Draw:
    """Draw partners among all who wait; the pairs get the next free numbers, an odd one waits on.

    `based_on` is the `waiting_stamp` of what the person saw (`Conflict` `partners_drawn_by_another`,
    `individuals_changed`). The draw's result
    is `{"couples": [[a, b], …], "left": […], "pairs": [numbers]}`, people counted from 1 as they wait in the
    order of entry. Raises `too_few_individuals`.
    """
    event = locked(event)
    people = waiting_people(event)
    _refuse_others(event, people, based_on)
    singles = singles_of(people)
    drawn = draw_partners(singles, seed, apart=apart)
    inputs = {
        "draw": "partners",
        "algorithm": f"{PARTNERS}/{ALGORITHM}",
        "people": [[one.number, one.unit, one.category] for one in singles],
        "apart": apart,
    }
    return _store(event, people, drawn.couples, drawn.left, by, seed=seed, inputs=inputs)


@action
def type_partners(
    *,
    event: Event,
    lots: Mapping[int, int],
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Draw:
    """Make the pairs of those who drew one number, by `lots` (number drawn by the person's key).

    Who drew a number alone, or none, waits on. `based_on` as in `draw_individuals`.
    Raises what `pairing.partners.typed_partners` refuses, and
    `too_few_individuals` where no number was drawn by two.
    """
    event = locked(event)
    people = waiting_people(event)
    _refuse_others(event, people, based_on)
    places = {person.pk: place for place, person in enumerate(people, 1)}
    if any(key not in places for key in lots):
        raise Conflict("individuals_changed", current=len(people), count=len(people))
    typed = typed_partners(singles_of(people), {places[key]: lot for key, lot in lots.items()})
    return _store(event, people, typed.couples, typed.left, by)


def _refuse_others(event: Event, people: Sequence[Individual], based_on: int | None) -> None:
    """Nobody draws among others than he has seen: they have partners by now, or the list has changed."""
    if based_on is None or based_on == waiting_stamp(people):
        return
    last = event.journal.filter(verb__in=(*PARTNERS_VERBS, *LIST_VERBS)).first()
    if last is not None and last.verb in PARTNERS_VERBS:
        who = who_drew(event, *PARTNERS_VERBS)
        raise Conflict(
            "partners_drawn_by_another", current=len(people), count=len(people), by=who.by, at=who.at
        )
    raise Conflict("individuals_changed", current=len(people), count=len(people))


@action
def undo_partners(*, event: Event, by: Actor, based_on: int | None = None, submission: str = "") -> Event:
    """Take the pairs of the last draw apart: their people wait again, their numbers are free.

    `based_on` is the draw's ordinal. Raises `no_partners_drawn`, `partners_play` (numbers) once one of the
    pairs has a place in a stage, a result or a ruling; `Conflict` `individuals_changed`.
    """
    event = locked(event)
    draw = last_partners(event)
    if draw is None:
        raise ActionRefused("no_partners_drawn")
    if based_on is not None and based_on != draw.ordinal:
        raise Conflict("individuals_changed", current=draw.ordinal, count=len(waiting_people(event)))
    if numbers := pairs_that_play(draw):
        raise ActionRefused("partners_play", numbers=numbers)
    made = Pair.objects.filter(event=event, number__in=draw.result["pairs"], individuals__isnull=False)
    gone = Pair.objects.filter(pk__in=list(made.values_list("pk", flat=True)))
    count = gone.count()
    gone.delete()
    draw.is_current = False
    draw.save(update_fields=["is_current"])
    record(event, by, "undo_partners", count=count)
    return event


def singles_of(people: Sequence[Individual]) -> list[Single]:
    """The people as the pure package wants them, counted from 1."""
    return [
        Single(place, one.unit.key if one.unit else None, one.category) for place, one in enumerate(people, 1)
    ]


def _store(
    event: Event,
    people: Sequence[Individual],
    couples: Couples,
    left: Sequence[int],
    by: Actor,
    *,
    seed: int | None = None,
    inputs: dict[str, object] | None = None,
) -> Draw:
    if not couples:
        raise ActionRefused("too_few_individuals")
    both = [(people[first - 1], people[second - 1]) for first, second in couples]
    pairs = store_pairs(event, [values_of(*couple) for couple in both])
    for pair, couple in zip(pairs, both, strict=True):
        Individual.objects.filter(pk__in=[one.pk for one in couple]).update(pair=pair)
    made = Draw.objects.create(
        event=event,
        kind=DrawKind.PARTNERS,
        ordinal=event.draws.filter(kind=DrawKind.PARTNERS).count() + 1,
        seed="" if seed is None else str(seed),
        inputs=inputs,
        inputs_digest="" if inputs is None else digest(inputs),
        algorithm="" if inputs is None else str(inputs["algorithm"]),
        result={
            "couples": [list(one) for one in couples],
            "left": list(left),
            "pairs": [pair.number for pair in pairs],
        },
        at=timezone.now(),
    )
    record(event, by, "draw_partners" if inputs else "type_partners", count=len(pairs))
    return made


def values_of(first: Individual, second: Individual) -> PairValues:
    """Two people as a pair; it belongs to a unit only where both do."""
    same = first.unit_id == second.unit_id and first.unit is not None
    return PairValues(
        players=(first.name, second.name),
        unit=first.unit.name if same and first.unit else "",
        phones=(first.phone, second.phone, ""),
        category=first.category,
    )
