"""The rooms of the hall and their table numbers, and which stage plays where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.areas import Area, read_ranges, text_of
from pairing.errors import PairingError
from tournament import wording
from tournament.actions.edit_hall import refuse_overlap
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField
from tournament.models import Event, Stage
from tournament.queries.hall import areas_of

BLANK_ROWS = 2


class HallForm(WritingForm):
    """One row an area, blank ones are left out; `areas`, `renamed` and `stages` after `is_valid()`.

    A row is emptied to take its area away.
    """

    def __init__(self, data: Any = None, *, event: Event, stages: Sequence[Stage]) -> None:
        super().__init__(data, initial={"based_on": event.version})
        self.former, self.all_stages = areas_of(event), stages
        for at in range(self.row_count):
            area = self.former[at] if at < len(self.former) else None
            self.fields[f"name_{at}"] = TextField(
                label=gettext_lazy("名称"),
                max_length=40,
                required=False,
                initial=area.name if area else "",
            )
            self.fields[f"tables_{at}"] = TextField(
                label=gettext_lazy("桌号"),
                max_length=200,
                required=False,
                initial=text_of(area.ranges, _("、")) if area else "",
            )
        names = [(one.name, one.name) for one in self.former]
        for stage in stages if len(names) > 1 else ():
            self.fields[f"stage_{stage.ordinal}"] = forms.MultipleChoiceField(
                label=_("%(stage)s在哪里打") % {"stage": stage.name},
                choices=names,
                required=False,
                initial=stage.areas,
                widget=forms.CheckboxSelectMultiple,
                help_text=_("都不选，就是所有场地都用。"),
            )

    @property
    def row_count(self) -> int:
        """As many rows as were sent, or the areas and some blank ones."""
        sent = [key for key in self.data if key.startswith("name_")] if self.is_bound else []
        return min(max(len(sent), len(self.former) + BLANK_ROWS), 60)

    def clean(self) -> None:
        """Read every row; what is wrong stands beside its field."""
        self.areas: list[Area] = []
        self.renamed: dict[str, str] = {}
        for at in range(self.row_count):
            self._read_row(at)

    def _read_row(self, at: int) -> None:
        name = str(self.cleaned_data.get(f"name_{at}") or "").strip()
        text = str(self.cleaned_data.get(f"tables_{at}") or "").strip()
        if not name and not text:
            return
        if not name:
            self.add_error(f"name_{at}", wording.sentence("area_without_name"))
            return
        try:
            area = Area(name, read_ranges(text))
            refuse_overlap([*self.areas, area])
        except (PairingError, ActionRefused) as error:
            place = "name" if error.code == "area_named_twice" else "tables"
            self.add_error(f"{place}_{at}", wording.of_error(error))
            return
        self.areas.append(area)
        if at < len(self.former) and self.former[at].name != name:
            self.renamed[self.former[at].name] = name

    @property
    def rows(self) -> list[tuple[Any, Any]]:
        """The rows as two bound fields each."""
        return [(self[f"name_{at}"], self[f"tables_{at}"]) for at in range(self.row_count)]

    @property
    def stage_fields(self) -> list[Any]:
        """The fields that say where a stage plays."""
        return [self[name] for name in self.fields if name.startswith("stage_")]

    @property
    def stages(self) -> dict[int, list[str]]:
        """The areas by the stage's ordinal."""
        chosen = {key: value for key, value in self.cleaned_data.items() if key.startswith("stage_")}
        return {int(key.removeprefix("stage_")): list(value) for key, value in chosen.items()}
