"""What became of an appeal, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

OUTCOMES = {
    "upheld": gettext_lazy("申诉成立"),
    "partly_upheld": gettext_lazy("部分成立"),
    "rejected": gettext_lazy("驳回"),
    "dismissed": gettext_lazy("不予受理"),
    "withdrawn": gettext_lazy("撤回"),
}


def outcome_text(outcome: str) -> str:
    """What the jury decided: a usual word in its translation, any other as it was written."""
    return str(OUTCOMES.get(outcome, outcome))


def votes_text(votes_for: int | None, votes_against: int | None) -> str:
    """How the jury voted: 3 : 2, those for it first; "" where it is not written."""
    if votes_for is None and votes_against is None:
        return ""
    return _("%(yes)s : %(no)s") % {"yes": votes_for or 0, "no": votes_against or 0}
