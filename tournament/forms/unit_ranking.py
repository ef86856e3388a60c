"""How units are ranked, as organisers choose it."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import InvalidRules
from scoring.prizes import Scope
from scoring.unit_ranks import UnitRanking, read_unit_ranking, write_unit_ranking
from tournament import wording
from tournament.forms.awards import stage_choices
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import WholeField, plain
from tournament.forms.typed_text import TypedText
from tournament.models import Event


class UnitRankingForm(WritingForm):
    """How units are ranked. After `is_valid()`, `ranking` is what was chosen."""

    stage = forms.ChoiceField(label=_("看哪个阶段的名次"), required=False)
    best = WholeField(label=_("取前几队"), required=False, help_text=_("不填就是全部参赛队。"))
    place_scores = TypedText(
        label=_("名次分"),
        required=False,
        help_text=_("按名次计分就写第 1、2、3……名各得几分，例如：9 7 6 5。不填就是各队积分相加。"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("名次分看哪里的名次"),
        choices=[(Scope.OVERALL, _("整个阶段的总排名")), (Scope.GROUP, _("各组的名次"))],
        widget=forms.RadioSelect,
        required=False,
        initial=Scope.OVERALL,
    )

    def __init__(self, *args: Any, event: Event, standing: UnitRanking | None, **kwargs: Any) -> None:
        told: dict[str, Any] = {"based_on": event.version}
        if standing is not None:
            said = write_unit_ranking(standing)
            told |= {"stage": standing.stage, "scope": standing.scope, "best": standing.best}
            told |= {"place_scores": " ".join(said.get("place_scores", []))}
        kwargs["initial"] = told
        super().__init__(*args, **kwargs)
        stages: Any = self.fields["stage"]
        stages.choices = stage_choices(event)
        self.ranking: UnitRanking | None = None

    def clean(self) -> dict[str, Any]:
        """Let the domain judge the whole."""
        values = super().clean() or {}
        if self.errors:
            return values
        said: dict[str, Any] = {"stage": values["stage"], "scope": values["scope"] or Scope.OVERALL.value}
        said |= {"best": values["best"]} if values["best"] is not None else {}
        said["place_scores"] = (
            re.split(r"[\s,，、;；/-]+", plain(values["place_scores"])) if values["place_scores"] else []
        )
        try:
            self.ranking = read_unit_ranking(said)
        except InvalidRules as error:
            self.add_error(error.path.split(".")[1].split("[")[0], wording.of_error(error))
        return values
