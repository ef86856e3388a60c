"""Sentences about deals that are written down while a match is played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.codecs import ACE, LEVELS_BY_TEXT, LOWEST
from scoring.deals import MatchState, Step
from scoring.levels import Deal, NextDeal
from scoring.options import Ended, Side
from tournament.wording.general import side_name
from tournament.wording.rules import level_text

ERRORS = {
    "running_not_open": gettext_lazy("这一轮还没有公布或已经结束，不能逐副记录。"),
    "running_has_result": gettext_lazy("这一桌已有成绩：%(words)s，逐副记录不再改动。"),
    "running_has_claim": gettext_lazy("已填报、待对方确认，逐副记录不再改动。要改，请先收回填报。"),
    "running_other_game": gettext_lazy("这是第 %(game)s 局的记录，现在打的不是这一局，没有保存。"),
    "deals_too_many": gettext_lazy("一局最多记 %(most)s 副，请核对。"),
    "deals_by_another": gettext_lazy("%(name)s用另一部手机记了不同的内容，没有保存您的。请核对后选一项。"),
    "deals_not_read": gettext_lazy("记录读不懂，没有保存，请刷新本页。"),
    "ruling_side_asked": gettext_lazy("请选是哪一方。"),
    "deals_differ": gettext_lazy(
        "第 %(table)s 桌的逐副记录是 %(deals)s，与要登记的 %(typed)s 不同，还没有保存。"
    ),
    "rulings_are_referees": gettext_lazy("判罚由裁判员记，请裁判员改动。"),
}

_PAIR = re.compile(r"(?P<number>[0-9]+) 号")


def pair_name(number: int) -> str:
    """How a pair's phone is kept as the one that sent: in Chinese, like every name."""
    return f"{number} 号"


def sender_words(name: str) -> str:
    """Who sent the deals, in the reader's language; a referee's name stays."""
    found = _PAIR.fullmatch(name)
    return _("%(number)s 号") % found.groupdict() if found else name


def deal_words(partner_place: int) -> str:
    """A deal by its places: 双下, 头游三游, 头游末游."""
    return {2: _("双下"), 3: _("头游三游"), 4: _("头游末游")}[partner_place]


def page_words(last_level: int = ACE) -> dict[str, str]:
    """What the page's script says, in the reader's language; names in braces are filled in by it.

    `last_level` is the one at which the match is finished: A, or a lower one.
    """
    top = "A" if last_level == ACE else f" {level_text(last_level)} "
    known = {"{top}": top, "{passed}": level_text(last_level, True)}
    return {key: _with(words, known) for key, words in _templates().items()}


def _with(words: str, known: Mapping[str, str]) -> str:
    for name, value in known.items():
        words = words.replace(name, value)
    return words


def _templates() -> dict[str, str]:
    return {
        "ns": side_name("ns"),
        "ew": side_name("ew"),
        "place2": deal_words(2),
        "place3": deal_words(3),
        "place4": deal_words(4),
        "gains": _("升 {gain} → 打 {level}"),
        "stops": _("升到 {level}"),
        "stays": _("打 {level}"),
        "passes": _("{passed}，本局结束"),
        "fails": _("打{top}不过（第 {count} 次）"),
        "other_fails": _("{side}打{top}不过（第 {count} 次）"),
        "falls": _("打{top}不过，退回 {level}"),
        "other_falls": _("{side}打{top}不过，退回 {level}"),
        "lost": _("打{top}不过，判负"),
        "other_lost": _("{side}打{top}不过，判负"),
        "last": _("最后一副"),
        "title": _("第 {deal} 副 · 打 {level}"),
        "over": _("本局结束"),
        "in_play": _("台上"),
        "failures": _("打{top}不过 {count} 次"),
        "saved": _("已保存"),
        "none": _("还没有记"),
        "waiting": _("等待发送（{count} 副未送出），请不要关闭本页"),
        "waiting_undo": _("等待发送（有改动未送出），请不要关闭本页"),
        "sending": _("正在发送…"),
        "refused": _("被退回：{reason}"),
        "conflict": _("与另一部手机不同，没有保存"),
        "offline": _("网络不通，现在看到的是最后一次收到的内容。"),
        "no_storage": _("这部手机不能暂存记录：网络不通时请不要离开本页。"),
        "worker": _("这部手机已能在没有网络时打开本页。"),
        "plain": _("没有网络时请不要关闭本页；关了也不丢，有网络后再打开，会接着发送。"),
        "renewed": _("这张二维码已换新，请扫桌上新的二维码。"),
        "old_round": _("您记的是{then}，这一桌现在是{now}。没有送出的 {count} 副不会记到新的一轮。"),
        "leftover": _("属于{title}，{count} 副未送出"),
        "elsewhere": _("打开那一桌的页面送出"),
        "open_now": _("打开现在的一轮"),
        "try_again": _("再送一次"),
        "drop_mine": _("撤掉没有保存的"),
        "keep_theirs": _("用已保存的，撤掉我记的"),
        "take_mine": _("按我记的改写"),
        "drop": _("删除这些记录…"),
        "drop_surely": _("确定删除？再按一次"),
        "item": _("第 {deal} 副：{side} {what}"),
        "a_ruling": _("判罚"),
        "too_late": _("那一轮的成绩请交到记录台。"),
        "line": _("第 {deal} 副：{side} {what}，{ns} : {ew}"),
        "ruling": _("判罚：{ns} : {ew}"),
        "awarded": _("判给"),
        "cancelled": _("取消升级"),
        "chart": _("级数进程：南北 {ns}；东西 {ew}"),
        "join": _("、"),
        "comma": _("，"),
        "send_first": _("还有记录没有送出，送出以后才能结束本局。"),
        "send_first_ruling": _("还有记录没有送出，送出以后才能记判罚。"),
        "same_so_far": _("前 {count} 副相同，不同的是："),
        "all_same": _("{count} 副都相同，不同的是备注："),
        "remark": _("备注：{note}"),
        "no_remark": _("没有备注"),
        "theirs": _("{name} {at} 已记 {count} 副，{ns} : {ew}"),
        "yours": _("您记了 {count} 副，{ns} : {ew}"),
        "passed": "{passed}",
    }


def key_words(deal: NextDeal, failures: int, words: Mapping[str, str], *, is_last: bool) -> str:
    """What a key will do, in short: 升 2 → 打 Q; 过A，本局结束; 升 1 → 打 5，南北打A不过（第 2 次）.

    `failures` is how often the side in play has failed at A so far, `words` are those of `page_words`. The
    script says the same from its table.
    """
    if deal.passes:
        return words["passes"]
    parts = [] if deal.fails is deal.winner else [_gain_words(deal, words)]
    if deal.fails is not None:
        parts.append(_fail_words(deal, failures, words))
    if is_last:
        parts.append(words["last"])
    return _("，").join(parts)


def _gain_words(deal: NextDeal, words: Mapping[str, str]) -> str:
    climbed = deal.level - deal.level_before
    kind = "gains" if climbed == deal.gain else "stops" if climbed else "stays"
    return words[kind].format(gain=climbed, level=level_text(deal.level))


def _fail_words(deal: NextDeal, failures: int, words: Mapping[str, str]) -> str:
    kind = "lost" if deal.ended is Ended.ACE_FAILED else "falls" if deal.falls else "fails"
    own = deal.fails is deal.winner
    told = words[kind if own else f"other_{kind}"]
    level = level_text(deal.level if own else LOWEST)
    return told.format(side=side_name(deal.fails), count=failures + 1, level=level)


def step_words(step: Step) -> str:
    """One line of the sheet: 第 6 副：南北 头游三游，Q : 8."""
    told = page_words()
    levels = {"ns": level_text(step.ns_level), "ew": level_text(step.ew_level)}
    if not isinstance(step.item, Deal):
        return told["ruling"].format(**levels)
    what = [told["awarded"]] if step.item.awarded else []
    what += [deal_words(step.item.partner_place)]
    what += [told["cancelled"]] if step.cancelled else []
    return told["line"].format(
        deal=step.deal, side=side_name(step.item.winner), what=" ".join(what), **levels
    )


def levels_words(state: MatchState) -> str:
    """Both sides as they stand, 南北 first: 过A : 8."""
    passed = {side: state.passed_a is side for side in Side}
    return f"{level_text(state.ns_level, passed[Side.NS])} : {level_text(state.ew_level, passed[Side.EW])}"


def dealt_words(state: MatchState, game: int = 0, name: str = "") -> str:
    """Where recorded deals stand: 4 : 5（2 副，东西台上，周裁判记）; of three games, which."""
    told = [ngettext("%(count)s 副", "%(count)s 副", state.deal_count) % {"count": state.deal_count}]
    if state.passed_gain:
        told.append(_("升 %(gain)s 级") % {"gain": state.passed_gain})
    if state.ended is None and state.in_play is not None:
        told.append(_("%(side)s台上") % {"side": side_name(state.in_play)})
    told += [_("%(name)s记") % {"name": sender_words(name)}] if name else []
    levels = {"levels": levels_words(state), "details": _("，").join(told)}
    words = _("%(levels)s（%(details)s）") % levels
    return _("第 %(game)s 局 %(words)s") % {"game": game, "words": words} if game else words


def written_words(game: Mapping[str, Any]) -> str:
    """A game that was to be stored (the archive's shape) in short, with all that deals could contradict:
    9 : J, 过A : 9（升 2 级）, 5 : 5（东西台上）, 南北弃权, 东西判负."""
    if "forfeit" in game:
        side = game["forfeit"]
        return _("双方弃权") if side == "both" else _("%(side)s弃权") % {"side": side_name(side)}
    if "awarded_loss" in game:
        return _("%(side)s判负") % {"side": side_name(game["awarded_loss"])}
    levels = (game.get(f"{side}_level", "") for side in ("ns", "ew"))
    words = levels_written(*levels, passed=str(game.get("passed_a", "")))
    details = _written_besides(game)
    if not details:
        return words
    return _("%(levels)s（%(details)s）") % {"levels": words, "details": _("，").join(details)}


def _written_besides(game: Mapping[str, Any]) -> list[str]:
    """What a game says besides its levels: the gain beyond A, the side in play, the winner."""
    told = [_("升 %(gain)s 级") % {"gain": gain}] if (gain := game.get("passed_gain")) else []
    for key, words in (("in_play", _("%(side)s台上")), ("winner", _("%(side)s胜"))):
        told += [words % {"side": side_name(game[key])}] if game.get(key) else []
    return told


def levels_written(ns: object, ew: object, *, passed: str = "") -> str:
    """Two levels as the archive or the journal keeps them, 南北 first: 过A : 9."""
    levels = {
        side: level if isinstance(level, int) else LEVELS_BY_TEXT.get(str(level), LOWEST)
        for side, level in (("ns", ns), ("ew", ew))
    }
    return " : ".join(level_text(level, passed == side) for side, level in levels.items())


def dropped_words(dropped: Sequence[Mapping[str, Any]]) -> str:
    """Recorded deals that a result leaves out: 未用逐副记录 4 : 5：东西双下、南北头游三游."""
    return _("；").join(_one_dropped(one) for one in dropped)


def _one_dropped(one: Mapping[str, Any]) -> str:
    told = {
        "levels": levels_written(one["ns"], one["ew"], passed=one["passed"]),
        "deals": _("、").join(_item_words(item) for item in one["deals"]),
    }
    if one.get("table"):
        return _("第 %(table)s 桌未用逐副记录 %(levels)s：%(deals)s") % (told | {"table": one["table"]})
    if one["game"]:
        return _("第 %(game)s 局未用逐副记录 %(levels)s：%(deals)s") % (told | {"game": one["game"]})
    return _("未用逐副记录 %(levels)s：%(deals)s") % told


def _item_words(item: Any) -> str:
    """One deal or ruling (the archive's shape) in short."""
    if isinstance(item, Mapping):
        return _("判罚")
    return _("%(side)s%(what)s") % {"side": side_name(item[0]), "what": deal_words(item[1])}


def chart_words(ns: Sequence[int], ew: Sequence[int]) -> str:
    """The step chart for who cannot see it: 级数进程：南北 2、5、5；东西 2、2、5."""
    told = page_words()
    levels = (told["join"].join(level_text(level) for level in side) for side in (ns, ew))
    return told["chart"].format(ns=next(levels), ew=next(levels))
