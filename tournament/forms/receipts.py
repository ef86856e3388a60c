"""What a 签收表 is to show: its columns one a line, who is listed, how the page lies."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.forms.rule_fields import TextField
from tournament.forms.typed_text import TypedText
from tournament.lists.papers.receipts import BY_NUMBER, BY_UNIT, MOST_COLUMNS, Receipt, offered_columns
from tournament.models import Event
from tournament.names.cleaning import tidy
from tournament.names.own_columns import TITLE_LIMIT as OWN_TITLE_LIMIT
from tournament.queries.pair_lists import categories_of, units_of

TITLE_LIMIT = 40
COLUMN_LIMIT = OWN_TITLE_LIMIT  # a column of the event's own can always be chosen
ALL, NONE = "", "-"  # choices: everybody, those without one; names stand behind "="


class ReceiptForm(forms.Form):
    """Asks by GET: nothing is stored. `receipt` after `is_valid()`."""

    title = TextField(
        label=_("标题"),
        max_length=TITLE_LIMIT,
        error_messages={"max_length": _("太长了，最多 %(limit_value)s 个字。")},
    )
    columns = TypedText(
        label=_("栏目"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off"}),
    )
    people = forms.ChoiceField(
        label=_("每行"),
        choices=[("", _("一队")), ("person", pgettext_lazy("a row", "一人"))],
        required=False,
    )
    unit = forms.ChoiceField(required=False)
    category = forms.ChoiceField(label=_("组别"), required=False)
    order = forms.ChoiceField(label=_("排列"), required=False)
    reserves = forms.BooleanField(label=_("候补也列出"), required=False)
    page = forms.ChoiceField(
        label=_("纸张"), choices=[("", _("A4 竖放")), ("landscape", _("A4 横放"))], required=False
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        offered = offered_columns(event)
        self.by_fold = {_folded(one.title): one.title for one in offered}
        usual = [gettext("序号"), event.pair_term, event.unit_term, gettext("签名")]
        super().__init__(data, initial={"title": gettext("签收表"), "columns": "\n".join(usual)})
        names = gettext("、").join(one.title for one in offered)
        self.fields["columns"].help_text = gettext(
            "一行一栏，从左到右，最多 %(most)s 栏，每栏的名称最多 %(limit)s 个字。会自动填好的：%(names)s；"
            "写别的（午餐券、纪念品、签名……）就是空栏。"
        ) % {"names": names, "most": MOST_COLUMNS, "limit": COLUMN_LIMIT}
        self._choose("unit", [(one.name, one.name) for one in units_of(event)], event.unit_term)
        self._choose("category", [(name, name) for name in categories_of(event)])
        by_unit = gettext("按%(unit)s") % {"unit": event.unit_term}
        self._field("order").choices = [(BY_NUMBER, gettext("按序号")), (BY_UNIT, by_unit)]

    def _choose(self, key: str, names: list[tuple[str, str]], label: str = "") -> None:
        field = self._field(key)
        field.label = label or field.label
        named = [(f"={name}", shown) for name, shown in names]
        field.choices = [(ALL, gettext("全部")), *named, (NONE, gettext("没有写的"))]
        if not names:
            del self.fields[key]

    def _field(self, key: str) -> Any:
        return self.fields[key]

    def clean_columns(self) -> tuple[str, ...]:
        """Titles in their order; those of a column with content as it is called."""
        typed = [tidy(line) for line in self.cleaned_data["columns"].splitlines()]
        titles = [self.by_fold.get(_folded(title), title) for title in typed if title]
        for at, title in enumerate(titles):
            if len(title) > COLUMN_LIMIT:
                raise forms.ValidationError(
                    gettext("“%(title)s…”太长，栏目名最多 %(most)s 个字。")
                    % {"title": title[:COLUMN_LIMIT], "most": COLUMN_LIMIT}
                )
            if title in titles[:at]:
                raise forms.ValidationError(gettext("“%(title)s”写了两次。") % {"title": title})
        if len(titles) > MOST_COLUMNS:
            raise forms.ValidationError(gettext("最多 %(most)s 栏。") % {"most": MOST_COLUMNS})
        return tuple(titles)

    @property
    def receipt(self) -> Receipt:
        """What was asked for."""
        asked = self.cleaned_data
        return Receipt(
            asked["title"],
            asked["columns"],
            _narrowed(asked.get("unit")),
            _narrowed(asked.get("category")),
            by_person=asked["people"] == "person",
            reserves=asked["reserves"],
            order=asked["order"] or BY_NUMBER,
            landscape=asked["page"] == "landscape",
        )


def _folded(title: str) -> str:
    return title.casefold()


def _narrowed(chosen: str | None) -> str | None:
    if not chosen:
        return None
    return "" if chosen == NONE else chosen[1:]
