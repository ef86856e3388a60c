"""The import of a round's results: the file or text, then what was agreed to beside its preview."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of
from tournament.forms.typed_text import TypedText
from tournament.imports.result_rows import JudgedResult, ResultFate

LONGEST_TEXT = 200_000


class ResultUploadForm(WritingForm):
    """A file, or text that was pasted; one of the two."""

    file = forms.FileField(
        label=_("成绩文件"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        help_text=_("xlsx、xls 或 CSV，有“桌”“南北级数”“东西级数”三列。先预览，确认后才写入。"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.xls,.csv,.txt"}),
    )
    text = TypedText(
        label=_("或者粘贴文字"),
        required=False,
        max_length=LONGEST_TEXT,
        help_text=_("从 Excel 复制几列贴进来，或每行写一桌：桌号 南北级数 东西级数，例如 3 A3 9。"),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Nothing at all, or both at once, is not clear."""
        data = super().clean() or self.cleaned_data
        given = [bool(data.get("file")), bool(data.get("text"))]
        if not self.errors and sum(given) != 1:
            code = "import_file_or_text" if any(given) else "import_nothing_given"
            self.add_error("file", wording.sentence(code))
        return data


class ConfirmResultsForm(WritingForm):
    """What the preview showed (`fates`), the tables ticked to be overwritten, and why."""

    fates = TypedText(widget=forms.HiddenInput, max_length=64, required=False)
    reason = TypedText(label=_("更正原因"), required=False, max_length=200)

    def __init__(self, *args: Any, judged: Iterable[JudgedResult], **kwargs: Any) -> None:
        self.judged = list(judged)
        self.stamp = fates_stamp(self.judged)
        kwargs["initial"] = {"fates": self.stamp}
        super().__init__(*args, **kwargs)
        self.asks_reason = any(one.is_closed and one.fate in GOING for one in self.judged)

    @property
    def shows_what_stands(self) -> bool:
        """Whether the preview that was pressed showed the fates that the rows have now."""
        return bool(self.cleaned_data.get("fates") == self.stamp)

    @property
    def ticked(self) -> set[int]:
        """The row numbers ticked to be overwritten, also when the form is shown again."""
        sent = self.data.getlist("rows") if isinstance(self.data, QueryDict) else []
        return {number for row in sent if (number := number_of(row)) is not None}

    @property
    def going(self) -> list[JudgedResult]:
        """The rows that go in: new ones, and those that differ where that was ticked."""
        return [
            one
            for one in self.judged
            if one.fate is ResultFate.NEW or (one.fate is ResultFate.DIFFERS and one.line.row in self.ticked)
        ]

    def stand_on_rows(self, judged: Iterable[JudgedResult]) -> None:
        """Let the next press be based on the fates that are shown now."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("fates")] = fates_stamp(judged)
        self.data = data


GOING = (ResultFate.NEW, ResultFate.DIFFERS)


def fates_stamp(judged: Iterable[JudgedResult]) -> str:
    """A digest of every row's fate and of what stands at its table: what a person agrees to."""
    seen = [
        (one.line.row, str(one.fate), one.deals, one.table and (one.table.match.pk, one.table.match.version))
        for one in judged
    ]
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
