"""What has to be meant twice: a match that ends by time while its clock has time left."""

from __future__ import annotations

from django import forms

from scoring.options import Ended
from tournament import wording


class EarlyEnd(forms.Form):
    """Part of a form about how a match ended. `left` are the whole minutes that its table still has.

    After `ask_early`, `asks_early` says whether the question is to be shown, with the answer so far.
    """

    early = forms.BooleanField(required=False)
    left: int = 0
    asks_early: bool = False

    def ask_early(self, ended: Ended | None) -> None:
        """Refuse the end by time until somebody has said that play did stop; nothing else is asked."""
        self.asks_early = bool(self.left) and ended is Ended.TIME
        if self.asks_early and not self.cleaned_data.get("early"):
            self.add_error("early", wording.sentence("time_not_up", {"minutes": self.left}))
