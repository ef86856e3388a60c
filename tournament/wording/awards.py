"""Awards, unit rankings, and lots that were drawn as cards, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.prizes import Scope, fraction_text, percent
from tournament.wording.standings import stage_and_group

if TYPE_CHECKING:
    from scoring.unit_ranks import UnitRanking
    from tournament.queries.awards import PrizeList, PrizeResult

ERRORS = {
    "not_a_share": _("“%(value)s”不是比例，请填百分数，例如 15、12.5。"),
    "shares_beyond_all": _("各奖的比例合计 %(sum)s%%，超过了 100%%，请改小。"),
    "card_unknown": _("%(number)s 号抽到的“%(card)s”看不懂，请写花色和点数，例如 ♠A、红桃10、大王。"),
    "cards_equal": _("%(numbers)s 号抽到的牌分不出大小，请这几队重抽。"),
    "pair_unknown_in_award": _("没有 %(number)s 号参赛队，请核对序号。"),
    "award_not_settled": _("这几队的奖项还没有定过，没有什么可以撤销。"),
    "award_no_longer_tied": _("这几队现在不在名额边上，名次或奖项已有变动，请看最新的名单。"),
    "award_gone": _("这一项刚刚已被别人改动，请回到奖项页看现在的内容。"),
}

VERBS = {
    "set_awards": _("设定奖项（%(count)s 项）"),
    "settle_award": _("%(stage)s：决定奖项边上 %(numbers)s 号的先后"),
    "reopen_award": _("%(stage)s：撤销奖项边上 %(numbers)s 号的决定"),
    "set_unit_ranking": _("设定单位排名办法"),
}

SCOPE_NAMES = {
    Scope.GROUP: _("每组评奖"),
    Scope.CATEGORY: _("每个组别评奖"),
    Scope.OVERALL: _("整个阶段一起评奖"),
}


def list_name(one: PrizeList) -> str:
    """Whose awards a list has: 决赛 A 组, 决赛女子, 决赛."""
    if one.prize_set.scope is Scope.GROUP:
        return stage_and_group(one.stage, one.group)
    if one.prize_set.scope is Scope.CATEGORY:
        return f"{one.stage.name} {one.category or gettext('未分组别')}"
    return one.stage.name


def prize_text(one: PrizeResult) -> str:
    """An award and for how many it is: 一等奖 4 队, 二等奖 25%（32 队）."""
    if one.prize.share is None:
        return gettext("%(name)s %(count)s 队") % {"name": one.prize.name, "count": one.count}
    said = {"name": one.prize.name, "share": percent(one.prize.share), "count": one.count}
    return gettext("%(name)s %(share)s%%（%(count)s 队）") % said


def rounding(one: PrizeList) -> list[str]:
    """How shares became counts, a sentence each: what the line came to, how it was rounded, what is left."""
    total, before, said = Fraction(0), 0, []
    for result in one.prizes:
        if result.prize.share is None:
            continue
        total += result.prize.share
        line = before + result.count
        values = {
            "name": result.prize.name,
            "share": percent(total),
            "pairs": one.pair_count,
            "exact": fraction_text((total * one.pair_count).limit_denominator(10_000)),
            "line": line,
            "before": before,
            "count": result.count,
        }
        first = gettext("%(name)s：%(pairs)s 队的 %(share)s%% 是 %(exact)s，四舍五入为 %(count)s 队。")
        later = gettext(
            "%(name)s：累计 %(share)s%%，%(pairs)s 队的 %(share)s%% 是 %(exact)s，"
            "四舍五入为 %(line)s 队，减去前面的 %(before)s 队，是 %(count)s 队。"
        )
        said.append((later if before else first) % values)
        before = line
    return said


def numbers_text(numbers: tuple[int, ...]) -> str:
    """3 号、8 号."""
    return gettext("、").join(gettext("%(number)s 号") % {"number": number} for number in numbers)


def edge_text(one: PrizeResult) -> str:
    """Who is equal across the line of an award, and how many of them still fit."""
    said = {"name": one.prize.name, "pairs": numbers_text(tuple(p.pair for p in one.edge))}
    return gettext("%(name)s还有 %(places)s 个名额，%(pairs)s成绩完全相同，请决定给谁。") % {
        **said,
        "places": one.places,
    }


def settled_text(one: PrizeResult) -> str:
    """What was decided about those who were equal across the line."""
    winners = tuple(place.pair for place in one.winners if place.pair in one.settled)
    said = {"name": one.prize.name, "pairs": numbers_text(one.settled), "winners": numbers_text(winners)}
    if len(winners) == len(one.settled):
        return gettext("%(name)s：%(pairs)s成绩相同，都给奖。") % said
    if not winners:
        return gettext("%(name)s：%(pairs)s成绩相同，先后已定。") % said
    return gettext("%(name)s：%(pairs)s成绩相同，抽签或加赛定为%(winners)s。") % said


def unit_rule(ranking: UnitRanking, unit: str) -> str:
    """How units are ranked, in one or two sentences; `unit` is the event's word for one."""
    if ranking.place_scores:
        scores = gettext("、").join(fraction_text(score) for score in ranking.place_scores)
        place = gettext("各组名次") if ranking.scope is Scope.GROUP else gettext("总排名")
        said = gettext(
            "按%(place)s计分：第 1 名起依次 %(scores)s 分，以后的名次 0 分，名次并列的各得该名次的分。"
        ) % {
            "place": place,
            "scores": scores,
        }
    else:
        said = gettext("各队的积分相加。")
    if ranking.best is None:
        return said + gettext("每个%(unit)s的参赛队全部计入。") % {"unit": unit}
    fewer = gettext("每个%(unit)s只取得分最高的 %(best)s 队，不足的有几队算几队。")
    return said + fewer % {"unit": unit, "best": ranking.best}
