"""Prize giving: awards in the order in which they are called, with who is called and who hands over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.models.printing import Handing
from tournament.queries.awards import AwardsDesk, Place, PrizeList
from tournament.queries.standing_sheets import Who
from tournament.wording.awards import list_name

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Honoured:
    """Somebody who is called: a pair, or a unit or person by name (`who` is text).

    `place` names the group or category where an award is given in several; `is_open` while somebody must
    decide whether this pair has the award.
    """

    who: Who | str
    rank: int | None = None
    place: str = ""
    is_open: bool = False

    @property
    def number(self) -> int | None:
        """The pair's number."""
        return self.who.number if isinstance(self.who, Who) else None

    @property
    def names(self) -> str:
        """Both partners, or the name as it was typed."""
        return self.who.text if isinstance(self.who, Who) else self.who

    @property
    def unit(self) -> str:
        """The pair's unit."""
        return self.who.unit if isinstance(self.who, Who) else ""


@dataclass(slots=True)
class Called:
    """One award as it is called; its winners with the champion last."""

    award: str
    stage: str = ""  # as the award's set names it
    presenter: str = ""
    prize: str = ""
    honoured: list[Honoured] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """Which award it is, as `Handing` names it."""
        return self.stage, self.award


def called_awards(desk: AwardsDesk, handings: Sequence[Handing]) -> list[Called]:
    """All awards of an event in calling order.

    As stored in `handings`; those that it does not name stand where they would by themselves: typed awards
    first, then the sets, the last one first, in each the lowest award first.
    """
    found = {one.key: one for one in _natural(desk)}
    for told in handings:
        if one := found.get(told.key):
            one.presenter, one.prize = told.presenter, told.prize
    stored = [told.key for told in handings if told.key in found]
    return [found[key] for key in _merged(list(found), list(dict.fromkeys(stored)))]


def _merged(natural: Iterable[Key], stored: list[Key]) -> list[Key]:
    """The stored order; each key that it lacks behind the one that it naturally follows."""
    order, before = list(stored), None
    for key in natural:
        if key not in stored:
            order.insert(order.index(before) + 1 if before else 0, key)
        before = key
    return order


def _natural(desk: AwardsDesk) -> list[Called]:
    made: dict[Key, Called] = {}
    for given in desk.given:
        one = made.setdefault(("", given.name), Called(given.name))
        one.honoured += [Honoured(to) for to in given.to]
    for at in reversed(range(len(desk.awards.sets))):
        _call_set(made, desk, at)
    return list(made.values())


def _call_set(made: dict[Key, Called], desk: AwardsDesk, at: int) -> None:
    prize_set = desk.awards.sets[at]
    lists = [one for one in desk.lists if one.at == at]
    by_list = [_honoured(one, several=len(lists) > 1) for one in lists]
    for prize in reversed(prize_set.prizes):
        key = (prize_set.stage, prize.name)
        one = made.setdefault(key, Called(prize.name, prize_set.stage))
        for honoured in by_list:
            one.honoured += honoured.pop(prize.name, [])


def _honoured(one: PrizeList, *, several: bool) -> dict[str, list[Honoured]]:
    """A list's winners by the name of the award, the best last; those on an open edge with the better one."""
    place = list_name(one) if several else ""
    found: dict[str, list[Honoured]] = {}
    waiting: set[int] = set()
    for result in one.prizes:
        edge = [each for each in result.edge if each.pair not in waiting]
        waiting |= {each.pair for each in edge}
        sure = [_one(each, place) for each in result.winners]
        opened = [_one(each, place, is_open=True) for each in edge]
        found.setdefault(result.prize.name, [])[:0] = [*reversed(opened), *reversed(sure)]
    return found


def _one(at: Place, place: str, *, is_open: bool = False) -> Honoured:
    return Honoured(at.who, at.rank, place, is_open)
