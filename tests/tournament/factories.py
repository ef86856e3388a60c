"""Small events for tests: invented people, real shapes."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.utils import timezone

from pairing.lots import Chance
from scoring import rulebooks
from scoring.rules import Side, resolve, to_json
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.remembered import remembered
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.work import Actor
from tournament.models import Event, Match, Membership, Pair, Person, Player, Role, Stage, Unit

SURNAMES = "赵钱孙李周吴郑王冯陈许何顾陆白方苏严叶林"
GIVEN = [
    "一鸣",
    "小满",
    "百川",
    "清和",
    "子衿",
    "晓岚",
    "禾",
    "守拙",
    "小川",
    "望舒",
    "今也",
    "一苇",
    "南枝",
    "星野",
    "露",
    "知行",
    "青",
    "冬阳",
    "知秋",
    "深",
]
UNITS = ["历史系", "数学系", "图书馆", "后勤处", "外语系", "体育部", "物理系", "工会"]
TEST = Actor(name="测试员", source="command")
_serial = count(1)


def invented_name(index: int) -> str:
    """A different full name for every index below 400, then numbered ones."""
    name = SURNAMES[index % 20] + GIVEN[(index // 20 + index) % 20]
    return name if index < 400 else f"{name}{index}"


def make_event(
    *, pairs: int = 8, rulebook: str = "library-rotation", rules: dict[str, Any] | None = None, **fields: Any
) -> Event:
    """An event with `pairs` pairs spread over eight units and no stage yet."""
    book = rulebooks.load(rulebook)
    event = Event.objects.create(
        **{
            "slug": f"sai-{next(_serial)}",
            "name": "图书馆掼蛋赛",
            "rulebook": book.key,
            "rulebook_version": book.version,
            "rulebook_digest": book.digest,
            "rules": rules or {},
            "resolved_rules": to_json(resolve(book.values, rules or {})),
            "created_at": timezone.now(),
            **fields,
        }
    )
    _make_pairs(event, pairs)
    return event


def _make_pairs(event: Event, count: int) -> None:
    """Pairs 1 to `count` as `make_pair` makes them, all at once."""
    units = Unit.objects.bulk_create(Unit(event=event, key=name, name=name) for name in UNITS[:count])
    made = Pair.objects.bulk_create(
        Pair(event=event, number=number, unit=units[(number - 1) % len(UNITS)])
        for number in range(1, count + 1)
    )
    Player.objects.bulk_create(
        Player(pair=pair, seat=seat, name=name, key=name, pinyin=name)
        for pair in made
        for seat in (1, 2)
        for name in [invented_name(2 * pair.number + seat - 3)]
    )


def make_pair(
    event: Event, number: int, *, unit: str | None = None, names: tuple[str, str] | None = None, **fields: Any
) -> Pair:
    """A pair with two players; its unit goes round the eight unless given ("" for none)."""
    unit_name = UNITS[(number - 1) % len(UNITS)] if unit is None else unit
    owner = (
        Unit.objects.get_or_create(event=event, key=unit_name, defaults={"name": unit_name})[0]
        if unit_name
        else None
    )
    pair = Pair.objects.create(event=event, number=number, unit=owner, **fields)
    first, second = names or (invented_name(2 * number - 2), invented_name(2 * number - 1))
    for seat, name in ((1, first), (2, second)):
        Player.objects.create(pair=pair, seat=seat, name=name, key=name, pinyin=name)
    return pair


def make_stage(
    event: Event | None = None,
    *,
    pairs: int = 8,
    group_size: int = 4,
    rounds: int = 3,
    rounds_played: int = 0,
    drawn: bool = True,
    published: bool = True,
    seed: int = 1,
    **fields: Any,
) -> Stage:
    """A 分组三轮移位 stage; by default drawn and published, the first `rounds_played` rounds played."""
    event = event or make_event(pairs=pairs)
    stage = Stage.objects.create(
        event=event,
        ordinal=event.stages.count() + 1,
        **{
            "name": f"第 {event.stages.count() + 1} 阶段" if event.stages.exists() else "预赛",
            "entry": "all",
            "grouping": {"method": "draw", "size": group_size},
            "pairing": {"method": "rotation", "rounds": rounds},
            "same_unit": "apart",
            "resolved_rules": event.resolved_rules,
            **fields,
        },
    )
    if not drawn:
        return stage
    draw_and_play(stage, seed=seed, published=published, rounds_played=rounds_played)
    return stage


@remembered
def draw_and_play(stage: Stage, *, seed: int, published: bool, rounds_played: int) -> None:
    """Draw the groups, make all rounds, publish and play as many of them."""
    draw_groups(stage=stage, seed=seed, by=TEST)
    make_rounds(stage=stage, by=TEST)
    if published:
        publish_all(stage)
    for number in range(1, rounds_played + 1):
        play_round(stage, number)


@remembered
def publish_all(stage: Stage) -> None:
    """Publish the groups and every round's pairings."""
    publish_groups(stage=stage, by=TEST)
    for number in sorted(set(stage.groups.values_list("rounds__number", flat=True)) - {None}):
        publish_pairings(stage=stage, number=number, by=TEST)


@remembered
def play_round(stage: Stage, number: int, seed: int = 1) -> None:
    """Enter a plausible result at every table of round `number`, the same for the same seed."""
    chance = Chance(seed, f"results-{number}")
    for match in Match.objects.filter(round__group__stage=stage, round__number=number, kind="play").order_by(
        "table"
    ):
        enter_result(match=match, sheet=plausible_sheet(chance), by=TEST)


def plausible_sheet(chance: Chance) -> Scoresheet:
    """A sheet on which one side passed A and the other stood somewhere below."""
    winner = (Side.NS, Side.EW)[chance.below(2)]
    return passed(winner, loser_level=2 + chance.below(12), gain=2 + chance.below(2))


def passed(winner: Side, *, loser_level: int = 2, gain: int = 3) -> Scoresheet:
    """`winner` passed A with `gain` against `loser_level`."""
    levels = (14, loser_level) if winner is Side.NS else (loser_level, 14)
    return Scoresheet(
        ns_level=levels[0], ew_level=levels[1], passed_a=winner, passed_gain=gain, ended=Ended.PASSED_A
    )


def make_person(username: str = "wang", *, name: str = "王编排", owner: bool = False) -> Person:
    """Somebody who can log in with the password `mimamima1`."""
    person = Person(username=username, name=name, is_owner=owner)
    person.set_password("mimamima1")
    person.save()
    return person


def make_director(event: Event, username: str = "director") -> Person:
    """A person who directs `event`."""
    person = make_person(username, name="李负责")
    Membership.objects.create(person=person, event=event, role=Role.DIRECTOR)
    return person
