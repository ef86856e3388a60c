"""The facts of a 秩序册: lines as people type them or paste them from Word, and the logo."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import InvalidRules
from tournament import wording
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.booklet_lines import (
    Read,
    leaders_text,
    offices_text,
    read_houses,
    read_leaders,
    read_offices,
    read_timetable,
    timetable_text,
)
from tournament.forms.typed_text import TypedText
from tournament.imports.logo import MOST_BYTES, read_logo
from tournament.models import Event
from tournament.models.booklet import TEXT_LIMIT, TITLE_LIMIT, Booklet, read_booklet, write_booklet
from tournament.names.cleaning import tidy
from tournament.wording.booklet import FACTS

HOUSES = ("hosts", "organisers", "co_organisers", "supporters")
OFFICES = ("committee", "jury", "referees")
PROSE = ("supplement", "logistics")
MOST_TYPED = 20_000
_PLACE = re.compile(r"booklet\.(\w+)")


def lines(key: str, rows: int, help_text: Any = "", longest: int = MOST_TYPED) -> TypedText:
    """A field of lines."""
    return TypedText(
        label=FACTS[key],
        required=False,
        max_length=longest,
        strip=False,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class BookletForm(WritingForm):
    """All of it on one page; `booklet`, `image` and `drops_logo` after `is_valid()`."""

    subtitle = TypedText(
        label=FACTS["subtitle"],
        required=False,
        max_length=TITLE_LIMIT,
        help_text=_("印在赛事名称下面，例如：暨第十届职工文化节。"),
    )
    hosts = lines("hosts", 2)
    organisers = lines("organisers", 2, _("一行一个。"))
    co_organisers = lines("co_organisers", 2, _("一行一个。"))
    supporters = lines("supporters", 2, _("一行一个。"))
    committee = lines("committee", 5, _("一行一个职务，例如：主任：张三、李四。"))
    jury = lines("jury", 4, _("写法同上。"))
    referees = lines(
        "referees",
        8,
        _("负责的桌号或场地写在括号里，例如：临场裁判员：王五、赵六（1–10 桌）。"),
    )
    leaders = lines("leaders", 6, _("一行一个单位：单位｜领队｜教练。从 Word 或 Excel 表格里复制也可以。"))
    timetable = lines("timetable", 8, _("一行一项：日期｜时间｜内容｜地点。同一天的日期只写一次就行。"))
    supplement = lines("supplement", 6, _("接在规则后面，一段一行；“一、”开头的行印成标题。"), TEXT_LIMIT)
    logistics = lines("logistics", 5, _("一段一行。"), TEXT_LIMIT)
    logo = forms.FileField(
        label=FACTS["logo"],
        required=False,
        max_length=200,
        help_text=_("PNG 或 JPEG，最大 5 MB。印在封面上，也放在公开页面上。"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    drop_logo = forms.BooleanField(label=_("去掉现在的图片"), required=False)

    def __init__(self, data: Any = None, files: Any = None, *, event: Event) -> None:
        super().__init__(data, files, initial=typed_facts(event.booklet_facts) | {"based_on": event.version})
        self.image: bytes | None = None
        if event.organiser:
            text = _("一行一个。不写就用赛事设置里的“%(name)s”。")
            self.fields["hosts"].help_text = str(text) % {"name": event.organiser}
        if not event.logo_digest:
            del self.fields["drop_logo"]

    def clean_logo(self) -> None:
        """The picture, checked and written anew."""
        sent = self.cleaned_data.get("logo")
        if sent is None:
            return
        try:
            # One byte more than is allowed tells that it is too big, without taking it all in.
            self.image = read_logo(sent.read(MOST_BYTES + 1))
        except ActionRefused as error:
            self.add_error("logo", wording.of_error(error))

    def clean(self) -> None:
        """Read the lines; what cannot be read stands beside its field, and all stays as it was typed."""
        values: dict[str, Any] = {"subtitle": tidy(self.cleaned_data.get("subtitle"))}
        values |= {key: read_houses(self._typed(key)) for key in HOUSES}
        values |= {key: self._read(key, read_offices(self._typed(key))) for key in OFFICES}
        values["leaders"] = self._read("leaders", read_leaders(self._typed("leaders")))
        values["timetable"] = self._read("timetable", read_timetable(self._typed("timetable")))
        values |= {key: prose(self._typed(key)) for key in PROSE}
        self.booklet = Booklet(**values)
        try:
            read_booklet(write_booklet(self.booklet))
        except InvalidRules as error:
            place = _PLACE.match(error.path)
            self.add_error(place[1] if place else None, wording.of_error(error))

    def _typed(self, key: str) -> str:
        return str(self.cleaned_data.get(key) or "")

    def _read(self, key: str, read: Read[Any]) -> tuple[Any, ...]:
        for problem in read.problems:
            self.add_error(key, wording.of_error(problem))
        return tuple(read.rows)

    def show_current(self, event: Event) -> None:
        """After a conflict: what stands now beside each field that differs; a second press overwrites."""
        for key, now in typed_facts(event.booklet_facts).items():
            if str(self.cleaned_data.get(key) or "").splitlines() != now.splitlines():
                told = gettext("现在的内容：%(now)s") % {"now": now or gettext("（空）")}
                self.add_error(key, told)
        self.stand_on(event.version)

    @property
    def drops_logo(self) -> bool:
        """Whether the present logo is to go; a new one says so by itself."""
        return bool(self.cleaned_data.get("drop_logo"))

    @property
    def lost_file(self) -> bool:
        """Whether a picture was sent that the browser will not send again by itself."""
        return bool(self.files.get("logo"))


def prose(text: str) -> str:
    """Paragraphs, one a line, without empty ones at the ends."""
    return "\n".join(tidy(line) for line in text.splitlines()).strip("\n")


def typed_facts(booklet: Booklet) -> dict[str, str]:
    """What is stored, as the form shows it."""
    shown = {"subtitle": booklet.subtitle, "supplement": booklet.supplement, "logistics": booklet.logistics}
    shown |= {key: "\n".join(getattr(booklet, key)) for key in HOUSES}
    shown |= {key: offices_text(getattr(booklet, key)) for key in OFFICES}
    shown["leaders"] = leaders_text(booklet.leaders)
    return shown | {"timetable": timetable_text(booklet.timetable)}
