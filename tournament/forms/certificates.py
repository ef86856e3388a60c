"""The words and looks of certificates, and where text stands on bought forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.calling import TOO_LONG
from tournament.forms.rule_fields import plain
from tournament.forms.typed_text import TypedText
from tournament.lists.certificates import WORDS
from tournament.lists.placeholders import known_places, problem_of
from tournament.models import Event
from tournament.models.printing import (
    LINE_LIMIT,
    LINES_LIMIT,
    MOST_FIELDS,
    OFFSET,
    SHEET,
    SIZES,
    BoughtForm,
    Certificate,
    FormField,
    Frame,
    Per,
    Printing,
    Sheet,
    Stand,
)

PERS = [(Per.PAIR, _("每队一张")), (Per.PLAYER, _("每人一张"))]
SHEETS = [
    (Sheet.A4_LYING, _("A4 横放")),
    (Sheet.A4, _("A4 竖放")),
    (Sheet.A3_LYING, _("A3 横放")),
    (Sheet.A3, _("A3 竖放")),
]
FRAMES = [(Frame.DOUBLE, _("双线边框")), (Frame.LINE, _("单线边框")), (Frame.NONE, _("不画边框"))]
STANDS = [(Stand.CENTRE, _("居中")), (Stand.LEFT, _("靠左")), (Stand.RIGHT, _("靠右"))]
_MM = re.compile(r"-?[0-9]{1,3}(\.[0-9])?")


class WholeSize(forms.IntegerField):
    """A size of type in points."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        low, high = SIZES
        told = _("字号要是 %(low)s 到 %(high)s 的整数。")
        super().__init__(
            label=label, widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}), **kwargs
        )
        self.low, self.high, self.told = low, high, told

    def clean(self, value: Any) -> int | None:
        """The size; a sentence when it cannot be printed."""
        text = plain(str(value or ""))
        if not text and not self.required:
            return None
        if not text.isascii() or not text.isdigit() or not self.low <= int(text[:6]) <= self.high:
            raise forms.ValidationError(str(self.told) % {"low": self.low, "high": self.high})
        return int(text)


class MmField(TypedText):
    """A length in millimetres with one decimal at most; None when left empty."""

    widget = forms.TextInput(attrs={"class": "short", "inputmode": "decimal", "autocomplete": "off"})

    def __init__(self, label: Any, low: Decimal, high: Decimal, **kwargs: Any) -> None:
        super().__init__(label=label, **kwargs)
        self.low, self.high = low, high

    def clean(self, value: Any) -> Any:
        """The length, exact; a comma counts as its decimal point."""
        text = plain(str(super().clean(value) or "")).replace(",", ".").replace("。", ".")
        if not text:
            return None
        if not _MM.fullmatch(text) or not self.low <= Decimal(text) <= self.high:
            raise forms.ValidationError(
                gettext("请填 %(low)s 到 %(high)s 毫米，最多一位小数。")
                % {"low": self.low, "high": self.high}
            )
        return Decimal(text)


class PlacesField(TypedText):
    """Words with places to fill in; a sentence names a place that there is not."""

    def __init__(self, label: Any, longest: int = LINE_LIMIT, rows: int = 0, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput()
        super().__init__(
            label=label,
            required=False,
            max_length=longest,
            error_messages=TOO_LONG,
            widget=widget,
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """The words with plain line ends."""
        text = "\n".join(str(super().clean(value) or "").splitlines())
        if problem := problem_of(text):
            raise forms.ValidationError(problem)
        return text


class CertificateForm(WritingForm):
    """奖状. After `is_valid()`, `printing` is the event's with what was typed."""

    title = PlacesField(_("标题"))
    to = PlacesField(_("获奖者一行"))
    text = PlacesField(_("正文"), LINES_LIMIT, 3)
    award = PlacesField(_("大字一行"))
    closing = PlacesField(_("结尾"))
    sender = PlacesField(_("落款"), LINES_LIMIT, 3)
    per = forms.ChoiceField(label=_("张数"), choices=PERS)
    sheet = forms.ChoiceField(label=_("纸张"), choices=SHEETS)
    frame = forms.ChoiceField(label=_("边框"), choices=FRAMES)
    logo = forms.BooleanField(label=_("印上赛事的标志图片"), required=False)
    title_size = WholeSize(_("标题字号"))
    text_size = WholeSize(_("正文字号"))
    award_size = WholeSize(_("大字字号"), help_text=_("按 A4 说，A3 自动放大；放不下时自动缩小。"))

    def __init__(self, data: Any = None, *, event: Event, standing: Certificate) -> None:
        keys = (*WORDS, "per", "sheet", "frame", "logo", "title_size", "text_size", "award_size")
        told = {key: getattr(standing, key) for key in keys}
        super().__init__(data, initial=told | {"based_on": event.version})
        self.before = event.printing_facts
        self.fields["text"].help_text = places_help()
        if not event.logo_digest:
            self.fields["logo"].help_text = gettext("还没有上传标志图片，在“秩序册资料”里上传。")

    @property
    def printing(self) -> Printing:
        """What was typed."""
        sent = {key: self.cleaned_data[key] for key in self.fields if key not in ("submission", "based_on")}
        sent |= {"per": Per(sent["per"]), "sheet": Sheet(sent["sheet"]), "frame": Frame(sent["frame"])}
        return replace(self.before, certificate=Certificate(**sent))


def places_help() -> str:
    """Which places there are."""
    return gettext("花括号里的会自动填好：%(known)s。") % {"known": known_places()}


class BoughtFormForm(WritingForm):
    """套打: the sheet, and a row for each text. After `is_valid()`, `printing` is the event's with them."""

    width = MmField(_("纸宽（毫米）"), *SHEET)
    height = MmField(_("纸高（毫米）"), *SHEET)
    right = MmField(_("整体右移（毫米）"), -OFFSET, OFFSET, required=False, help_text=_("左移填负数。"))
    down = MmField(_("整体下移（毫米）"), -OFFSET, OFFSET, required=False, help_text=_("上移填负数。"))
    per = forms.ChoiceField(label=_("张数"), choices=PERS)
    PARTS = ("text", "x", "y", "width", "size", "stand")

    def __init__(self, data: Any = None, *, event: Event, standing: BoughtForm) -> None:
        told = {key: getattr(standing, key) for key in ("width", "height", "right", "down", "per")}
        super().__init__(data, initial=told | {"based_on": event.version})
        self.before = event.printing_facts
        for at in range(1, MOST_FIELDS + 1):
            one = standing.fields[at - 1] if at <= len(standing.fields) else None
            self._add_row(at, one)

    def _add_row(self, at: int, one: FormField | None) -> None:
        zero, most = Decimal(0), SHEET[1]
        self.fields |= {
            f"text_{at}": PlacesField(_("文字"), initial=one.text if one else ""),
            f"x_{at}": MmField(_("左边距"), zero, most, required=False, initial=one and one.x),
            f"y_{at}": MmField(_("上边距"), zero, most, required=False, initial=one and one.y),
            f"width_{at}": MmField(_("宽度"), Decimal(1), most, required=False, initial=one and one.width),
            f"size_{at}": WholeSize(_("字号"), required=False, initial=one and one.size),
            f"stand_{at}": forms.ChoiceField(
                label=pgettext_lazy("in a field", "位置"),
                choices=STANDS,
                required=False,
                initial=one.stand if one else Stand.CENTRE,
            ),
        }

    @property
    def sheet_fields(self) -> list[Any]:
        """The fields of the whole sheet, for the page."""
        return [self[key] for key in ("width", "height", "right", "down", "per")]

    def rows(self) -> list[dict[str, Any]]:
        """The rows for the page; `is_empty` of those that nothing stands in."""
        return [
            {
                "at": at,
                "fields": [self[f"{part}_{at}"] for part in self.PARTS],
                "is_empty": not self[f"text_{at}"].value() and not self._errors_in(at),
            }
            for at in range(1, MOST_FIELDS + 1)
        ]

    def _errors_in(self, at: int) -> bool:
        return self.is_bound and any(f"{part}_{at}" in self.errors for part in self.PARTS)

    def clean(self) -> None:
        """A row with text needs its place, and stays on the sheet."""
        sent = self.cleaned_data
        for at in range(1, MOST_FIELDS + 1):
            if not sent.get(f"text_{at}"):
                continue
            for part, side in (("x", "width"), ("y", "height")):
                key = f"{part}_{at}"
                if key in self.errors:
                    continue
                if sent.get(key) is None:
                    self.add_error(key, gettext("请填这一栏离纸边多少毫米。"))
                elif sent.get(side) is not None and sent[key] > sent[side]:
                    self.add_error(key, gettext("超出了纸边。"))
        if not self.errors and not any(True for _row in self._rows_sent()):
            self.add_error("text_1", gettext("至少填一栏文字。"))

    def _rows_sent(self) -> Iterable[FormField]:
        sent = self.cleaned_data
        for at in range(1, MOST_FIELDS + 1):
            if text := sent.get(f"text_{at}"):
                room = sent[f"width_{at}"] or min(
                    Decimal(100), max(sent["width"] - sent[f"x_{at}"], Decimal(1))
                )
                stand = Stand(sent[f"stand_{at}"] or Stand.CENTRE)
                place = (sent[f"x_{at}"], sent[f"y_{at}"], room, sent[f"size_{at}"] or 20, stand)
                yield FormField(text, *place)

    @property
    def printing(self) -> Printing:
        """What was typed."""
        sent, zero = self.cleaned_data, Decimal(0)
        form = BoughtForm(
            sent["width"],
            sent["height"],
            tuple(self._rows_sent()),
            sent["right"] or zero,
            sent["down"] or zero,
            Per(sent["per"]),
        )
        return replace(self.before, form=form)
