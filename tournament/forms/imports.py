"""The import of an entry list: the file, then what was agreed to beside its preview."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.ticks import TickField, agreement, ask
from tournament.forms.typed_text import TypedText
from tournament.imports.doubles import JudgedRow
from tournament.imports.own_columns import ColumnOffer, chosen_columns
from tournament.imports.sources import MOST_BYTES_OF_ALL, MOST_FILES, Source
from tournament.models import Event
from tournament.names.own_columns import MOST_COLUMNS

TEXT_LIMIT = 200_000  # characters: some 5,000 lines
NEITHER = _("请选择文件，或在下面粘贴文字。")
WHICH = _("文件和文字只能选一样：要导入文件，请清空文字。")


class FilesInput(forms.FileInput):
    """A field for several files at once."""

    allow_multiple_selected = True

    def __init__(self, attrs: dict[str, Any]) -> None:
        super().__init__(attrs | {"multiple": True})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[UploadedFile]:
        """All files that were sent under the name."""
        return list(files.getlist(name)) if files else []


class FilesField(forms.FileField):
    """The files that were chosen, none at all included."""

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Each by itself; how many and how large they are together is the form's to judge."""
        return [super(FilesField, self).clean(one, initial) for one in data or []]


class UploadForm(WritingForm):
    """The files to read, or a text that was pasted; the content is judged by the reader, not by names."""

    file = FilesField(
        label=_("报名表文件"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        help_text=_(
            "xlsx、xls、docx 或 CSV，每份最大 10 MB；可以一次选多份（至多 60 份，共 40 MB），"
            "或装在一个 ZIP 里。先预览，确认后才写入。"
        ),
        widget=FilesInput(attrs={"accept": ".xlsx,.xls,.docx,.csv,.txt,.zip"}),
    )
    text = TypedText(
        label=_("或粘贴文字"),
        required=False,
        max_length=TEXT_LIMIT,
        strip=False,
        help_text=_("群里的接龙，一行一队；也可以粘贴从 Excel、Word 复制的表格，连表头一起。"),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two is needed; with both nobody knows which is meant."""
        values = super().clean() or {}
        has_file, has_text = bool(values.get("file")), bool(values.get("text", "").strip())
        if not self.errors and has_file == has_text:
            self.add_error("file" if not has_file else "text", WHICH if has_file else NEITHER)
        return values

    @property
    def sources(self) -> list[Source]:
        """What was sent, as bytes with names; a pasted text has none."""
        files: list[UploadedFile] = self.cleaned_data["file"]
        if not files:
            return [Source("", self.cleaned_data["text"].encode("utf-8", "replace"))]
        return list(_within_limits(files))


def _within_limits(files: Sequence[UploadedFile]) -> Iterator[Source]:
    """The files with what is read of them: one file and one byte more than is allowed tell the reader that
    they are too many or too big, without taking them all in."""
    left = MOST_BYTES_OF_ALL + 1
    for file in files[: MOST_FILES + 1]:
        data = file.read(left) if left else b""
        left -= len(data)
        yield Source(str(file.name), data)


class ConfirmImportForm(WritingForm):
    """What the preview showed (`fates`), the rows ticked to go in, the unknown columns to keep (`own`), and
    the limits that are overstepped."""

    fates = TypedText(widget=forms.HiddenInput, max_length=64, required=False)
    reading = TickField(label=_("已核对，就这样读取"))
    on_purpose = TickField(label=_("仍要导入"))
    own = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self,
        *args: Any,
        judged: Iterable[JudgedRow],
        event: Event,
        offers: Sequence[ColumnOffer] = (),
        **kwargs: Any,
    ) -> None:
        rows = list(judged)
        self.stamp = fates_stamp(rows)
        self.event, self.offers = event, offers
        kwargs["initial"] = {"fates": self.stamp, "own": [one.id for one in offers if one.is_kept]}
        super().__init__(*args, **kwargs)
        self.fields["own"].choices = [(one.id, one.column) for one in offers]  # type: ignore[attr-defined]
        self.asks_limits = False
        self.asks_reading = False

    def clean_own(self) -> list[str]:
        """The columns to keep, as many as the event has room for."""
        chosen: list[str] = self.cleaned_data["own"]
        new = [one for one in self.offers if one.id in chosen and not one.is_known]
        if len(self.event.own_columns) + len(new) > MOST_COLUMNS:
            raise forms.ValidationError(wording.sentence("too_many_own_columns", {"limit": MOST_COLUMNS}))
        return chosen

    @property
    def own_columns(self) -> dict[str, str]:
        """The chosen columns: the event's title by the list's."""
        return chosen_columns(self.offers, self.cleaned_data["own"])

    @property
    def shown_offers(self) -> list[tuple[ColumnOffer, bool]]:
        """Every unknown column, and whether it is ticked now."""
        ticked = self["own"].value() or ()
        return [(one, one.id in ticked) for one in self.offers]

    @property
    def shows_what_stands(self) -> bool:
        """Whether the preview that was pressed showed the fates that the rows have now."""
        return bool(self.cleaned_data.get("fates") == self.stamp)

    def ask_limits(self, told: list[str]) -> bool:
        """Whether it was agreed to go beyond the event's limits; asked for when not."""
        if not told:
            return True
        self.asks_limits = True
        if ask(self, "on_purpose", told):
            return True
        for line in told:
            self.add_error("on_purpose", line)
        return False

    def ask_reading(self, told: list[str]) -> bool:
        """Whether it was agreed to how the list was read, where that is not sure."""
        self.asks_reading = bool(told)
        if not told or ask(self, "reading", told):
            return True
        self.add_error("reading", _("请先核对哪两行是一队，再勾选。"))
        return False

    def offer_reading(self, told: list[str]) -> None:
        """Show that tick before anything is pressed."""
        self.fields["reading"].widget.attrs["value"] = agreement(told)
        self.asks_reading = bool(told)

    def offer_limits(self, told: list[str]) -> None:
        """Show the tick before anything is pressed."""
        self.fields["on_purpose"].widget.attrs["value"] = agreement(told)
        self.asks_limits = bool(told)

    def stand_on_rows(self, rows: Iterable[JudgedRow]) -> None:
        """Let the next press be based on the fates that are shown now."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("fates")] = fates_stamp(rows)
        self.data = data

    @property
    def ticked(self) -> set[str]:
        """The marks of the rows ticked, also when the form is shown again."""
        return set(self.data.getlist("rows")) if isinstance(self.data, QueryDict) else set()


def fates_stamp(rows: Iterable[JudgedRow]) -> str:
    """A digest of every row's fate and number: what a person agrees to."""
    fates = [(one.row.mark, str(one.fate), one.number, one.existing) for one in rows]
    return hashlib.sha256(repr(fates).encode()).hexdigest()[:16]
