"""Sentences about changing a player: what the event's rule says now."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.queries.swapping import EntriesClosed, SwapNeeds, SwapRule
from tournament.wording.rules import choice_text

CLOSED = {
    EntriesClosed.CHECK_IN: gettext_lazy("签到已经截止"),
    EntriesClosed.SHOWN: gettext_lazy("对阵已经公布"),
    EntriesClosed.BEGUN: gettext_lazy("比赛已经开始"),
}
AGREED = {
    SwapNeeds.LEADER: gettext_lazy("领队已同意换人"),
    SwapNeeds.CONSENT: gettext_lazy("组委会已同意换人"),
    SwapNeeds.FORFEIT: gettext_lazy("同意按弃权处理"),
}

ERRORS = {
    "swap_refused": gettext_lazy(
        "按本赛事规定，现在不得换人。只是更正写法的，请选“更正写法”；不能再打的，可办理退赛，由候补递补。"
    ),
    "swap_needs_leader": gettext_lazy("签到截止以前可以换人，须领队同意。已经同意的，请勾选确认。"),
    "swap_needs_consent": gettext_lazy("按本赛事规定，现在换人须经组委会同意。已经同意的，请勾选确认。"),
    "swap_is_forfeit": gettext_lazy(
        "按本赛事规定，现在换人的队，下一场未赛的对局按弃权处理。仍要换人，请勾选确认。"
    ),
    "swap_costs_table": gettext_lazy(
        "按本赛事规定，现在换人的队按弃权处理：第 %(round)s 轮第 %(table)s 桌。仍要换人，请勾选确认。"
    ),
    "swap_costs_nothing": gettext_lazy(
        "按本赛事规定，现在换人的队按弃权处理；它还没有已公布而未赛的对局，不记弃权。仍要换人，请勾选确认。"
    ),
    "swap_needs_reason": gettext_lazy("请写明换人的原因。"),
    "swap_two_ways": gettext_lazy("替补上场时不要同时改姓名。请先换上替补，保存以后再改。"),
}

WORDS = {
    "swap.leader": gettext_lazy("领队同意"),
    "swap.consent": gettext_lazy("组委会同意"),
    "swap.forfeit": gettext_lazy("按弃权处理"),
}


def swap_line(held: SwapRule) -> str:
    """Which rule holds for a change of a player now, as one sentence."""
    rule = choice_text("substitution", held.rule.value)
    if held.closed is EntriesClosed.OPEN:
        return _("换人：签到截止以前须领队同意，不限次数；截止以后，%(rule)s。") % {"rule": rule}
    told = {"closed": CLOSED[held.closed], "rule": rule}
    return _("换人：%(closed)s，按本赛事规定，%(rule)s。") % told
