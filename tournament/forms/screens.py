"""What a screen shows, and what the whole hall is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField, WholeField
from tournament.forms.typed_text import TypedText
from tournament.models import Event, Screen, ScreenPage
from tournament.models.hall import (
    ANNOUNCEMENT_LIMIT,
    LEAST_SECONDS,
    MOST_SECONDS,
    SCREEN_NAME_LIMIT,
)
from tournament.queries.hall import areas_of

KEYS = [str(key) for key in ScreenPage.values]


class AnnouncementForm(WritingForm):
    """A new announcement. Too long or empty is refused by the action, with both figures."""

    text = TypedText(
        label=_("公告内容"),
        error_messages={"required": wording.ERRORS["announcement_empty"]},
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=format_lazy(
            _("最多 {most} 字。发布后马上出现在公开页面和大屏上，撤下以前一直在。"), most=ANNOUNCEMENT_LIMIT
        ),
    )
    interrupts = forms.BooleanField(
        label=_("大屏插播：所有大屏马上只显示这一条，到停止插播或撤下为止"), required=False
    )


class ScreenForm(WritingForm):
    """One screen: its pages in order, for how long each stands, and of which rooms.

    All pages stand in one list that is moved up and down; those that are ticked are shown.
    """

    name = TextField(
        label=_("名称"),
        max_length=SCREEN_NAME_LIMIT,
        required=False,
        help_text=_("例如“三楼会议室”，只给自己人看。"),
    )
    shows = forms.MultipleChoiceField(choices=ScreenPage.choices, required=False)
    seconds = WholeField(label=_("每页停留几秒"), required=False)
    areas = forms.MultipleChoiceField(
        label=_("只显示这些场地的桌"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("都不选，就是所有的桌。"),
    )

    def __init__(
        self, data: Any = None, *, screen: Screen, event: Event, kept: QueryDict | None = None
    ) -> None:
        super().__init__(data, initial=_typed(kept) if kept is not None else _stored(screen))
        rooms = [one.name for one in areas_of(event)]
        if len(rooms) > 1:
            self.fields["areas"].choices = [(name, name) for name in rooms]  # type: ignore[attr-defined]
        else:
            del self.fields["areas"]

    def clean_seconds(self) -> int:
        """A whole number of seconds in its bounds."""
        seconds = self.cleaned_data["seconds"]
        if seconds is None or not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            limits = {"least": LEAST_SECONDS, "most": MOST_SECONDS}
            raise forms.ValidationError(wording.sentence("screen_seconds", limits))
        return int(seconds)

    @property
    def choices(self) -> list[dict[str, Any]]:
        """Every page in its order, and whether it is shown."""
        if self.is_bound:
            sent = cast(QueryDict, self.data)
            order, shown = _order(sent.getlist("order")), sent.getlist("shows")
        else:
            order, shown = _order(self.initial["order"]), self.initial["shows"]
        labels: Mapping[str, Any] = dict(ScreenPage.choices)
        return [{"key": key, "label": labels[key], "is_shown": key in shown} for key in order]

    @property
    def chosen(self) -> dict[str, Any]:
        """The keywords of `set_screen` after `is_valid()`."""
        return {
            "name": self.cleaned_data["name"],
            "shows": [ScreenPage(key) for key in self.cleaned_data["shows"]],
            "seconds": self.cleaned_data["seconds"],
            "areas": self.cleaned_data.get("areas", []),
            **self.claims,
        }


def _stored(screen: Screen) -> dict[str, Any]:
    shows = [page.value for page in screen.pages]
    return {
        "based_on": screen.version,
        "name": screen.name,
        "seconds": screen.seconds,
        "areas": screen.areas,
        "shows": shows,
        "order": shows,
    }


def _typed(data: QueryDict) -> dict[str, Any]:
    """What stands in the form while its list is moved without a script; nothing of it is judged."""
    single = {key: data.get(key, "") for key in ("submission", "based_on", "name", "seconds")}
    lists = {key: data.getlist(key) for key in ("areas", "shows", "order")}
    return single | lists | {"order": moved(lists["order"], data.get("move", ""))}


def _order(keys: list[str]) -> list[str]:
    """All pages, the known `keys` first and each once."""
    return list(dict.fromkeys([*(key for key in keys if key in KEYS), *KEYS]))


def moved(keys: list[str], move: str) -> list[str]:
    """The order after a press on `up:tables` or `down:tables`; an impossible one changes nothing."""
    order = _order(keys)
    verb, _colon, key = move.partition(":")
    if key not in order or verb not in ("up", "down"):
        return order
    place = order.index(key)
    order.pop(place)
    order.insert(max(place - 1, 0) if verb == "up" else place + 1, key)
    return order
