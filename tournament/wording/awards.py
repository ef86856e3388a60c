"""Awards, unit rankings, and lots that were drawn as cards, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "not_a_share": _("“%(value)s”不是比例，请填百分数，例如 15、12.5。"),
    "shares_beyond_all": _("各奖的比例合计 %(sum)s%%，超过了 100%%，请改小。"),
    "card_unknown": _("%(number)s 号抽到的“%(card)s”看不懂，请写花色和点数，例如 ♠A、红桃10、大王。"),
    "cards_equal": _("%(numbers)s 号抽到的牌分不出大小，请这几队重抽。"),
}
