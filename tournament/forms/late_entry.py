"""The form by which a pair comes into a stage after the draw."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.queries.late_entry import LatePlace, LateStage
from tournament.wording.standings import group_in

_KEY = re.compile(r"([1-9][0-9]{0,4})\.([1-9][0-9]{0,4})")


class PlaceField(forms.ChoiceField):
    """A group and the round that was promised there; the action says when that has moved."""

    def valid_value(self, value: Any) -> bool:
        """Any place a page may have shown."""
        return bool(_KEY.fullmatch(str(value)))


class JoinForm(WritingForm):
    """Where a pair comes in; the choices say what follows."""

    stage = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    place = PlaceField(
        label=_("加入哪一组"),
        widget=forms.RadioSelect,
        error_messages={"required": _("请选择一组。"), "invalid_choice": _("请选择一组。")},
    )

    def __init__(self, *args: Any, late: LateStage, **kwargs: Any) -> None:
        number = late.stage.ordinal
        kwargs["initial"] = {"stage": number, "place": late.places[0].key if late.places else ""}
        kwargs["auto_id"] = f"stage{number}_%s"
        super().__init__(*args, **kwargs)
        field = self.fields["place"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(place.key, place_text(place)) for place in late.places]

    @property
    def chosen(self) -> tuple[int, int]:
        """The group's ordinal and the round that the page promised."""
        group, joined = str(self.cleaned_data["place"]).split(".")
        return int(group), int(joined)


def place_text(place: LatePlace) -> str:
    """A place and what follows from it, in words."""
    name = group_in(place.group.stage, place.group.name)
    told = gettext("%(group)s（现有 %(count)s 队）")
    text = told % {"group": name, "count": place.size}
    if not place.missed:
        return gettext("%(place)s：从第 1 轮起参加") % {"place": text}
    missed = wording.sentence_list(place.missed)
    after = gettext("%(place)s：从第 %(round)s 轮起参加，第 %(missed)s 轮按未参赛计分")
    return after % {"place": text, "round": place.joined, "missed": missed}
