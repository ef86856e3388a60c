"""The part of a pair's form that asks about a change of a player, and holds the event's rule against it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.ticks import TickField, ask
from tournament.forms.typed_text import TypedText
from tournament.models import Pair, PairStatus
from tournament.queries.entries import is_drawn
from tournament.queries.swapping import SwapNeeds, next_open_match, swap_rule
from tournament.wording.swapping import AGREED

REASON_LIMIT = 100
QUESTIONS = frozenset({"change", "agreed", "reason"})


class SwapForm(WritingForm):
    """The questions of a change: correction or swap, who agreed, and why. Shown once they are `asked`."""

    swap_in = forms.ChoiceField(label=_("替补上场"), required=False)
    change = forms.ChoiceField(
        label=_("选手姓名有改动"),
        choices=[("correction", _("更正写法，还是同一个人")), ("swap", _("换人"))],
        widget=forms.RadioSelect,
        required=False,
    )
    agreed = TickField(label=_("已同意换人"))
    reason = TypedText(label=_("换人的原因"), required=False, max_length=REASON_LIMIT)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.asked: set[str] = set()
        self.needs: SwapNeeds | None = None
        super().__init__(*args, **kwargs)

    def offer_substitute(self, pair: Pair | None) -> None:
        """Let the substitute come in for one of the two, where the pair has one."""
        people = {player.seat: player.name for player in pair.players.all()} if pair else {}
        if 3 not in people:
            del self.fields["swap_in"]
            return
        told = gettext("%(substitute)s上场，换下%(name)s")
        coming = [
            (str(seat), told % {"substitute": people[3], "name": people[seat]})
            for seat in (1, 2)
            if seat in people
        ]
        self.fields["swap_in"].choices = [("", gettext("不换")), *coming]  # type: ignore[attr-defined]

    @property
    def seat_swapped(self) -> int | None:
        """The seat, 1 or 2, that the substitute takes."""
        chosen = self.cleaned_data.get("swap_in")
        return int(chosen) if chosen else None

    @property
    def is_swap(self) -> bool:
        """Whether another person is to play."""
        if self.seat_swapped is not None:
            return True
        return bool("change" in self.asked and self.cleaned_data.get("change") == "swap")

    def judge_swap(self, pair: Pair) -> None:
        """Other people stand in the form: ask which way it is meant, and hold the rule against it.

        Nothing is asked of a pair that is in no stage before check-in closes: it has nothing to lose or gain.
        """
        late = pair.event.check_in_closed_at is not None and pair.status == PairStatus.ACTIVE
        if not late and not is_drawn(pair):
            return
        held = swap_rule(pair.event)
        self.needs = held.needs
        if self.seat_swapped is None:
            self.asked.add("change")
        if self.is_swap:
            self._judge_needs(pair, held.needs)
        elif not self.cleaned_data.get("change"):
            self.add_error("change", gettext("是更正写法，还是换人？请选择。"))

    def _judge_needs(self, pair: Pair, needs: SwapNeeds) -> None:
        if needs is SwapNeeds.REFUSED:
            self._say("swap_in" if self.seat_swapped else "change", "swap_refused")
            return
        self.asked |= {"agreed", "reason"}
        self.fields["agreed"].label = AGREED[needs]
        code, told = _asked_for(pair, needs)
        if not ask(self, "agreed", (code, told)):
            self._say("agreed", code, told)
        if needs is not SwapNeeds.LEADER and not self.cleaned_data.get("reason", "").strip():
            self._say("reason", "swap_needs_reason")

    def _say(self, field: str, code: str, told: dict[str, Any] | None = None) -> None:
        self.add_error(field, wording.sentence(code, told))

    @property
    def swap_choices(self) -> dict[str, Any]:
        """The keywords of `edit_pair` about the change."""
        if not self.is_swap or self.needs is None:
            return {"swapped": False}
        reason = self.cleaned_data.get("reason", "").strip()
        return {"swapped": True, "agreed": self.needs, "reason": reason}


def _asked_for(pair: Pair, needs: SwapNeeds) -> tuple[str, dict[str, Any]]:
    """The sentence beside the tick: what was agreed to, and what exactly it costs."""
    if needs is SwapNeeds.LEADER:
        return "swap_needs_leader", {}
    if needs is SwapNeeds.CONSENT:
        return "swap_needs_consent", {}
    match = next_open_match(pair)
    if match is None:
        return "swap_costs_nothing", {}
    return "swap_costs_table", {"round": match.round.number, "table": match.table}
