"""How the codes on the tables are used: what they take, the referees' PIN, where they lead."""

from __future__ import annotations

import unicodedata
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import words_of
from tournament.forms.tables import plain_pin
from tournament.forms.typed_text import TypedText
from tournament.models import Event, TableEntry


class SiteField(TypedText):
    """The address of a site, to be printed before a path: http://192.168.1.5:8000, as typed or copied."""

    def clean(self, value: Any) -> str:
        """Scheme, host and port alone; a typed host gets http://. Anything behind it is refused."""
        text = unicodedata.normalize("NFKC", str(super().clean(value) or "")).strip().rstrip("/")
        if not text:
            return ""
        address = text if "://" in text else f"http://{text}"
        if not _is_site(address):
            raise ValidationError(wording.sentence("site_not_understood", {"text": text[:60]}))
        return address.lower()


def _is_site(address: str) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    plain = not (parts.path or parts.query or parts.fragment or parts.username)
    host_fits = bool(parts.hostname) and not set(parts.netloc) & set(" \t<>\"'\\")
    return parts.scheme in ("http", "https") and plain and host_fits and port != 0


class TableSettingsForm(WritingForm):
    """The page 桌上填报. `choices` are this laptop's addresses as the system knows them."""

    table_entry = forms.ChoiceField(
        label=_("扫码以后"),
        choices=TableEntry.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "凭口令填：裁判员扫码，输口令和姓名，所填的就是成绩。互相确认：一方扫码填报，另一方用自己的手机确认，一致才算成绩；"
            "不一致时请裁判员，裁判员也可以凭口令直接填。没有手机、没有网络的桌照样用纸：几种办法可以同时用，随时可以换。"
        ),
    )
    table_pin = TypedText(
        label=_("裁判员口令"),
        required=False,
        max_length=40,
        help_text=_("4 至 12 位数字。留空就自动生成。换了口令，已经登录的裁判员手机要重新输入。"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"}),
    )
    lan_address = SiteField(
        label=_("场内地址（场内 Wi-Fi）"),
        required=False,
        max_length=100,
        help_text=_("手机和这台电脑连同一个 Wi-Fi 时用。换了路由器，地址会变。"),
    )
    public_address = SiteField(
        label=_("公网地址（手机流量）"),
        required=False,
        max_length=100,
        help_text=_("本站另有公网网址时填写，例如 https://guansai.example.org；没有就不填。"),
    )

    def __init__(self, *args: Any, event: Event, suggested: str = "", **kwargs: Any) -> None:
        told = {key: getattr(event, key) for key in self.base_fields if hasattr(event, key)}
        told["lan_address"] = event.lan_address or suggested
        kwargs["initial"] = {**told, "based_on": event.version}
        super().__init__(*args, **kwargs)

    def clean_table_pin(self) -> str:
        """Figures in any width; the action says what is wrong with others."""
        return plain_pin(self.cleaned_data["table_pin"])

    def show_current(self, event: Event) -> None:
        """After a conflict: the next press is on purpose."""
        self.stand_on(event.version)


class LinksForm(WritingForm):
    """Which tables a step is about; none typed: all of them."""

    tables = TypedText(required=False, max_length=400)

    def clean_tables(self) -> list[int]:
        """The numbers; what is no number is refused."""
        words = words_of(self.cleaned_data["tables"])
        if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
            raise ValidationError(wording.sentence("no_such_link"))
        return [int(word) for word in words]
