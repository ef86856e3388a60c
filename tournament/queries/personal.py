"""What is held about whom in an event: players, people who entered alone, staff; and how much of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.models import Claim, Event, Individual, Membership, Penalty, Player, Running

PLAYER, ALONE, STAFF = "player", "alone", "staff"


@dataclass(frozen=True, slots=True)
class HeldPerson:
    """One person and what is held: `key` finds him again among those of his `kind`.

    `note` and `own` are the pair's, which its two partners share; `own` is in the order of the columns.
    `account` and `role` are those of somebody of the staff.
    """

    kind: str
    key: int
    name: str
    pinyin: str = ""
    number: int | None = None
    seat: int | None = None
    unit: str = ""
    category: str = ""
    phone: str = ""
    note: str = ""
    own: tuple[tuple[str, str], ...] = ()
    account: str = ""
    role: str = ""
    checked_in_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HeldCounts:
    """How much personal there is in an event. `marks` are phones' random marks beside what they sent."""

    people: int
    phones: int
    notes: int
    own: int
    marks: int


def held_people(event: Event) -> list[HeldPerson]:
    """Everybody about whom something is held: players by number, then who entered alone, then staff. Three
    queries."""
    return list(_everybody(event))


def held_person(event: Event, kind: str, key: int) -> HeldPerson | None:
    """One of them again, or None."""
    return next((one for one in held_people(event) if (one.kind, one.key) == (kind, key)), None)


def rulings_about(event: Event, one: HeldPerson) -> list[Penalty]:
    """The penalties of a player, and those of the pair as a whole, as they were given. One query."""
    if one.kind != PLAYER or one.number is None:
        return []
    penalties = event.penalties.filter(pair__number=one.number, player__in=["", one.name])
    return list(penalties.select_related("stage").order_by("pk"))


def held_counts(event: Event, people: int) -> HeldCounts:
    """How much there is of what `forget_personal` deletes, and of what it leaves. Six queries."""
    alone = event.individuals.exclude(phone="").count()
    of_event = {"match__round__group__stage__event": event}
    marked = Claim.objects.filter(**of_event).exclude(Q(device="") & Q(other_device=""))
    return HeldCounts(
        people=people,
        phones=alone + Player.objects.filter(pair__event=event).exclude(phone="").count(),
        notes=event.pairs.exclude(note="").count(),
        own=event.pairs.exclude(own={}).count(),
        marks=Running.objects.filter(**of_event).exclude(device="").count() + marked.count(),
    )


def _everybody(event: Event) -> Iterator[HeldPerson]:
    players = Player.objects.filter(pair__event=event).select_related("pair__unit")
    for player in players.order_by("pair__number", "seat"):
        yield _of_player(event, player)
    for one in event.individuals.select_related("unit", "pair").order_by("pk"):
        yield _of_individual(one)
    for member in event.memberships.select_related("person").order_by("pk"):
        yield _of_member(member)


def _of_player(event: Event, player: Player) -> HeldPerson:
    pair = player.pair
    return HeldPerson(
        PLAYER,
        player.pk,
        player.name,
        player.pinyin,
        pair.number,
        player.seat,
        pair.unit.name if pair.unit else "",
        pair.category,
        player.phone,
        pair.note,
        tuple((title, pair.own[title]) for title in event.own_columns if pair.own.get(title)),
        checked_in_at=pair.checked_in_at,
    )


def _of_individual(one: Individual) -> HeldPerson:
    number, unit = one.pair.number if one.pair else None, one.unit.name if one.unit else ""
    return HeldPerson(
        ALONE, one.pk, one.name, one.pinyin, number, None, unit, category=one.category, phone=one.phone
    )


def _of_member(member: Membership) -> HeldPerson:
    person = member.person
    role = member.get_role_display()
    return HeldPerson(STAFF, member.pk, person.get_full_name(), account=person.username, role=str(role))
