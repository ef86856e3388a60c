"""Who gets a certificate, and its words filled in: on plain paper, or onto a bought form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from tournament.exports.bought_forms import FormSet, Spot
from tournament.exports.certificates import Design, Diploma, DiplomaSet
from tournament.lists.calling import Called, Honoured, called_awards
from tournament.lists.papers.wanted import Wanted
from tournament.lists.placeholders import PLACES, empty_places, filled
from tournament.models.printing import BoughtForm, Certificate, FormField, Per
from tournament.queries.awards import awards_desk
from tournament.queries.booklet import hosts_of, logo_of
from tournament.queries.standing_sheets import Who

WORDS = ("title", "to", "text", "award", "closing", "sender")
USUAL_FORM = (Decimal(297), Decimal(210))


@dataclass(frozen=True, slots=True)
class Recipient:
    """One certificate: for which award, and what its places are filled with."""

    award: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which certificates: of the award with this place in the calling order, or of all; or a single one to
    look at, with invented names where nobody has an award yet."""

    award: int | None = None
    look: bool = False


ALL = Asked()


def usual_certificate() -> Certificate:
    """What a certificate says before anybody has written anything."""
    place = {key: "{" + str(shown) + "}" for key, (_english, shown) in PLACES.items()}
    said = {"event": place["赛事"], "unit": place["单位"], "name": place["姓名"]}
    return Certificate(
        title=_("荣誉证书"),
        to=_("%(unit)s　%(name)s：") % said,
        text=_("在%(event)s中荣获") % said,
        award=place["奖项"],
        closing=_("特发此证，以资鼓励。"),
        sender=f"{place['主办']}\n{place['日期']}",
    )


def usual_form() -> BoughtForm:
    """A form of A4's size with the fields that most have."""
    names = ("姓名", "赛事", "奖项", "主办", "日期")
    shown = ["{" + str(PLACES[key][1]) + "}" for key in names]
    places = ((40, 80, 120), (60, 105, 180), (60, 135, 180), (170, 170, 100), (170, 185, 100))
    fields = tuple(
        FormField(text, Decimal(x), Decimal(y), Decimal(width))
        for text, (x, y, width) in zip(shown, places, strict=True)
    )
    return BoughtForm(*USUAL_FORM, fields)


def recipients(want: Wanted, awards: Iterable[Called], per: Per, asked: Asked = ALL) -> list[Recipient]:
    """Everybody who gets one, in calling order; pairs whose award is still open get none."""
    common = _common(want)
    found = [
        Recipient(one.award, common | _of_award(one, each) | who)
        for at, one in enumerate(awards, 1)
        if asked.award in (None, at)
        for each in one.honoured
        if not each.is_open
        for who in _people(each, per)
    ]
    return (found or [_invented(common, per)])[:1] if asked.look else found


def _common(want: Wanted) -> dict[str, str]:
    event = want.event
    day = event.ends_on or event.starts_on or timezone.localtime(want.at).date()
    hosts = _("、").join(hosts_of(event, event.booklet_facts))
    return {"赛事": event.name, "日期": formats.date_format(day, "DATE_FORMAT"), "主办": hosts}


def _of_award(one: Called, each: Honoured) -> dict[str, str]:
    return {"奖项": one.award, "名次": str(each.rank or ""), "范围": each.place}


def _people(each: Honoured, per: Per) -> Iterator[dict[str, str]]:
    """The pair together, or each of its players; a unit or person by the name that was typed."""
    if not isinstance(each.who, Who):
        yield {"姓名": each.who}
        return
    pair = {"单位": each.who.unit, "队名": each.who.name, "序号": str(each.who.number)}
    if per is Per.PLAYER:
        yield from ({**pair, "姓名": name} for name in each.who.names)
    else:
        yield {**pair, "姓名": _("、").join(each.who.names)}


def _invented(common: Mapping[str, str], per: Per) -> Recipient:
    names = _("张三") if per is Per.PLAYER else _("、").join((_("张三"), _("李四")))
    award = _("一等奖")
    values = {"姓名": names, "单位": _("某某单位"), "序号": "1", "奖项": award, "名次": "1"}
    return Recipient(award, {**common, **values})


def calling_order(want: Wanted) -> list[Called]:
    """The event's awards as they are called."""
    return called_awards(awards_desk(want.event), want.event.printing_facts.handings)


def certificate_of(want: Wanted) -> Certificate:
    """The event's certificate, or the usual one."""
    return want.event.printing_facts.certificate or usual_certificate()


def certificates(want: Wanted, asked: Asked = ALL, one: Certificate | None = None) -> DiplomaSet:
    """奖状 for everybody who has an award, as stored or as `one` says."""
    one = one or certificate_of(want)
    people = recipients(want, calling_order(want), one.per, asked)
    return DiplomaSet(
        want.event.name,
        _("奖状"),
        Design(
            one.sheet.value,
            one.title_size,
            one.text_size,
            one.award_size,
            one.frame.value,
            logo_of(want.event) if one.logo else None,
        ),
        tuple(Diploma(**{key: filled(getattr(one, key), each.values) for key in WORDS}) for each in people),
        empty=_("还没有人获奖：设了奖项、有了名次以后才有奖状。"),
    )


def form_prints(
    want: Wanted, asked: Asked = ALL, *, ruled: bool = False, one: BoughtForm | None = None
) -> FormSet:
    """套打 for everybody who has an award, as stored or as `one` says; `ruled`: as a test page."""
    one, people = one or want.event.printing_facts.form, []
    empty = _("还没有设套打的纸张和各栏的位置。")
    if one is not None:
        people = recipients(want, calling_order(want), one.per, asked)
        empty = _("还没有人获奖：设了奖项、有了名次以后才有奖状。")
    one = one or usual_form()
    return FormSet(
        want.event.name,
        _("套打试印页") if ruled else _("套打"),
        float(one.width),
        float(one.height),
        tuple(_spot(field) for field in one.fields),
        tuple(tuple(filled(field.text, each.values) for field in one.fields) for each in people),
        float(one.right),
        float(one.down),
        ruled,
        empty,
    )


def _spot(field: FormField) -> Spot:
    return Spot(float(field.x), float(field.y), float(field.width), field.size, field.stand.value)


def gaps(people: Iterable[Recipient], texts: Iterable[str]) -> list[str]:
    """Where a place stays empty, a line each: 优秀组织奖 {名次}."""
    texts = list(texts)
    found: dict[str, list[str]] = {}
    for each in people:
        listed = found.setdefault(each.award, [])
        listed += [place for place in empty_places(texts, each.values) if place not in listed]
    return [f"{award} {' '.join(places)}" for award, places in found.items() if places]
