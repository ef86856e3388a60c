"""One round of a field, from the search to its tables: what Swiss and the drawn opponent have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing.best_round import BestRound
from pairing.candidates import Couples, How, target
from pairing.constraints import Constraints
from pairing.fair_sides import seated
from pairing.field import Contestant, Paired, Past, Wishes
from pairing.lots import ALGORITHM, Chance, digest
from pairing.resting import may_rest
from pairing.seating import Bye, Round, Table
from pairing.why_met import Met, broken_by, broken_by_bye, reasons, uneven_seats


def paired(
    field: Sequence[Contestant], past: Past, wishes: Wishes, *, number: int, how: How, name: str, seed: int
) -> Paired:
    """Pair one round of a checked field; its order counts, the first sits at table 1.

    `name` is the version of the calling algorithm; the seed draws sides where nothing else decides.
    """
    asked = Constraints(field, past, wishes, number)
    search = BestRound(asked, how)
    found = search.couples()
    met = _in_table_order(asked, found)
    resting = _resting(asked, found)
    why = reasons(met, asked, how, _as_aimed(asked, found, how))
    tables = _tables(met, past, Chance(seed, f"{name}/sides"))
    return Paired(
        round=Round(
            number=number,
            tables=tuple(replace(table, reasons=said) for table, said in zip(tables, why, strict=True)),
            byes=tuple(Bye(pair) for pair in sorted(one.number for one in [*asked.by_hand, *resting])),
        ),
        notes=(
            *asked.notes,
            *broken_by(met, asked),
            *broken_by_bye(resting, asked, may_rest(asked.free, past), how),
            *uneven_seats(tables, asked),
        ),
        algorithm=f"{name}/{ALGORITHM}",
        seed=seed,
        inputs=inputs(field, past, wishes, number, how),
    )


def _in_table_order(asked: Constraints, found: Couples) -> list[Met]:
    place = {one.number: at for at, one in enumerate(asked.field)}
    free = asked.free
    met = [(free[one], free[two]) for one, two in found if two < len(free)]
    return sorted([*asked.forced, *met], key=lambda couple: place[couple[0].number])


def _resting(asked: Constraints, found: Couples) -> list[Contestant]:
    """Whoever meets the empty place: one in an odd field, else nobody."""
    return [asked.free[one] for one, two in found if two == len(asked.free)]


def _as_aimed(asked: Constraints, found: Couples, how: How) -> set[Met]:
    """The couples that are just what snake or halves give."""
    free = asked.free
    return {
        (free[one], free[two]) for one, two in found if two < len(free) and target(how, len(free), one) == two
    }


def _tables(met: Sequence[Met], past: Past, chance: Chance) -> list[Table]:
    made = []
    for table, (one, other) in enumerate(met, start=1):
        ns, ew = seated((one.number, other.number), past.sides, chance)
        again = past.met.get(frozenset((ns, ew)), 0) > 0
        made.append(Table(ns=ns, ew=ew, table=table, rematch=again))
    return made


def inputs(field: Sequence[Contestant], past: Past, wishes: Wishes, number: int, how: How) -> str:
    """The digest of everything but the seed that a round depends on, the same for any order of its parts."""
    entries = [[one.number, str(one.points), one.rank, one.unit] for one in field]
    return digest(
        {
            "contestants": sorted(entries, key=lambda entry: (entry[2], entry[0])),
            "met": sorted([*sorted(couple), times] for couple, times in past.met.items() if times),
            "byes": sorted([pair, times] for pair, times in past.byes.items() if times),
            "sides": sorted([pair, list(sat)] for pair, sat in past.sides.items() if sat),
            "wishes": _wishes(wishes),
            "number": number,
            "how": how,
        }
    )


def _wishes(wishes: Wishes) -> dict[str, object]:
    return {
        "same_unit": wishes.same_unit,
        "soft_rounds": wishes.soft_rounds,
        "forbidden": sorted(sorted(couple) for couple in wishes.forbidden),
        "forced": sorted(sorted(couple) for couple in wishes.forced),
        "byes": sorted(wishes.byes),
    }
