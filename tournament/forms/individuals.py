"""People who entered alone: one person, and the lots that they drew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.actions.individuals import PersonValues
from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.pairs import phone, text
from tournament.forms.ticks import TickField, ask
from tournament.imports.doubles import WaitingPerson, compare_person
from tournament.imports.entering import existing_pairs, waiting_persons
from tournament.imports.messages import name_sentence, sentence
from tournament.models import Event, Individual
from tournament.names.cleaning import (
    CATEGORY_LIMIT,
    PERSON_LIMIT,
    UNIT_LIMIT,
    clean_category,
    clean_name,
    clean_phone,
    clean_unit,
    name_key,
)

CLEAN = {
    "name": (clean_name, PERSON_LIMIT),
    "unit": (clean_unit, UNIT_LIMIT),
    "category": (clean_category, CATEGORY_LIMIT),
}


class PersonForm(WritingForm):
    """Add a person, or edit `person`; the same person in a pair or in the list must be confirmed.

    `notes` is what to say about namesakes.
    """

    name = text(_("姓名"), required=True)
    unit = text(_("单位"), suggest="units")
    phone = phone(_("手机"))
    category = text(_("组别"), suggest="categories")
    confirm = TickField(label=_("已核对，确实如此"))

    def __init__(self, *args: Any, event: Event, person: Individual | None = None, **kwargs: Any) -> None:
        self.event, self.person = event, person
        self.asked = False
        self.notes: list[str] = []
        if person is not None:
            kwargs["initial"] = {
                "name": person.name,
                "unit": person.unit.name if person.unit else "",
                "phone": person.phone,
                "category": person.category,
                "based_on": person.version,
            }
        super().__init__(*args, **kwargs)
        self.fields["unit"].label = event.unit_term

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields to show: the tick only once it is asked for."""
        return [field for field in self.visible_fields() if field.name != "confirm" or self.asked]

    def clean(self) -> dict[str, Any]:
        """Clean every text, then look for the same name."""
        values = super().clean() or {}
        for key, (clean, limit) in CLEAN.items():
            cleaned = clean(values.get(key, ""))
            if cleaned.problem and key not in self.errors:
                self.add_error(key, name_sentence(cleaned.problem, cleaned.text, limit))
            values[key] = cleaned.text
        digits, problem = clean_phone(values.get("phone", ""))
        if problem:
            self.add_error("phone", name_sentence(problem, values.get("phone", "")))
        values["phone"] = digits or ""
        if not self.errors:
            self._judge_name(values)
        return values

    def _judge_name(self, values: dict[str, Any]) -> None:
        name = values["name"]
        if self.person is not None and self.person.key == name_key(name):
            return
        person = WaitingPerson(name, values["unit"], values["phone"])
        waiting = waiting_persons(self.event, without=self.person)
        judged = compare_person(person, existing_pairs(self.event), waiting)
        told = [sentence(remark) for remark in judged.remarks]
        self.asked = judged.must_confirm
        if not self.asked:
            self.notes += told
        elif not ask(self, "confirm", told):
            for line in told:
                self.add_error("confirm", line)

    @property
    def values(self) -> PersonValues:
        """What the actions take."""
        sent = self.cleaned_data
        return PersonValues(sent["name"], sent["unit"], sent["phone"], sent["category"])


class LotsForm(WritingForm):
    """Who drew which number: one field for everybody who waits, empty for nobody."""

    def __init__(self, *args: Any, people: Sequence[Individual], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        for person in people:
            field = NumberField(
                label=person.name,
                min_value=1,
                max_value=9999,
                required=False,
                error_messages={"invalid": _("请输入签号（数字）。")},
            )
            field.widget.attrs |= {"class": "short", "inputmode": "numeric", "autocomplete": "off"}
            self.fields[f"lot_{person.pk}"] = field

    @property
    def rows(self) -> list[tuple[int, Individual, forms.BoundField]]:
        """Everybody who waits, counted, with the field of the lot."""
        return [(at, one, self[f"lot_{one.pk}"]) for at, one in enumerate(self.people, 1)]

    @property
    def lots(self) -> dict[int, int]:
        """The number drawn by the person's key."""
        drawn = {person.pk: self.cleaned_data[f"lot_{person.pk}"] for person in self.people}
        return {key: lot for key, lot in drawn.items() if lot is not None}


class DrawPartnersForm(WritingForm):
    """The computer's draw."""

    apart = forms.BooleanField(label=_("尽量不与同单位的人搭档"), required=False)


def left_text(names: Sequence[str]) -> str:
    """Who waits on, in words; "" for nobody."""
    if not names:
        return ""
    return gettext("还没有搭档：%(names)s。") % {"names": wording.sentence_list(names)}
