"""What people type about clocks: a start by the hall's clock, minutes, who is not seated."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, time, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of
from tournament.forms.typed_text import TypedText
from tournament.wording.clocks import hour

_HOUR = re.compile(
    r"(?P<hour>[01]?[0-9]|2[0-3])(?:[:.点时](?P<minute>[0-5]?[0-9])?分?|(?P<short>[0-5][0-9]))"
)


def start_moment(text: str, now: datetime, minutes: int | None) -> datetime:
    """The moment of today that `text` names (9:00, 0900, ９点30分); `now` for nothing.

    Raises `start_time_unknown`, and `start_time_past` (time) where a round of `minutes` would be over by now.
    """
    plain = "".join(unicodedata.normalize("NFKC", text).split())
    if not plain:
        return now
    found = _HOUR.fullmatch(plain)
    if found is None:
        raise ActionRefused("start_time_unknown", field="at")
    told = time(int(found["hour"]), int(found["minute"] or found["short"] or 0))
    at = timezone.make_aware(datetime.combine(timezone.localdate(now), told))
    if minutes and at + timedelta(minutes=minutes) <= now:
        raise ActionRefused("start_time_past", field="at", time=hour(at))
    return at


def signed_minutes(minutes: str, own: str, do: str) -> int | None:
    """Minutes by a button (`minutes`) or as typed (`own`); `do` = `take` takes them back. None: no number."""
    found = number_of(minutes or own)
    return None if found is None else (-found if do == "take" else found)


class MinutesForm(WritingForm):
    """More or fewer minutes for one table; `based_on` are those it had when the page was drawn."""

    minutes = TypedText(label=_("分钟"), required=False, max_length=12)
    do = TypedText(required=False, max_length=8)

    @property
    def wanted(self) -> int | None:
        """The minutes with their sign."""
        return signed_minutes(self.cleaned_data["minutes"], "", self.cleaned_data["do"])


class LateForm(WritingForm):
    """A side of a table that is not complete, or has come."""

    side = forms.ChoiceField(
        label=_("哪一方"),
        choices=[("ns", _("南北")), ("ew", _("东西"))],
        error_messages={"required": _("请选南北或东西。"), "invalid_choice": _("请选南北或东西。")},
    )
    excused = forms.BooleanField(label=_("事先请过假"), required=False)
