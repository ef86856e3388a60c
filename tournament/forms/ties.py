"""Deciding about equal pairs: lots by the computer, an order that was drawn or played, cards, or all."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing.card_lots import order_by_cards
from pairing.errors import PairingError
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumbersField, number_of, words_of
from tournament.forms.typed_text import TypedText

COMPUTER, ORDER, CARDS, EVERYBODY = "computer", "order", "cards", "all"
MOST_CARDS = 60  # fields of one form; nobody draws cards for more


class TieForm(WritingForm):
    """Who is equal, and how it was decided.

    `how` is one of the four words above; left out, an order or cards that were typed decide, and with neither
    the computer draws (`how` is told by `decided_how`). After `is_valid()`, `order_found` has the order that
    was typed or that the cards gave, empty for the other two.
    """

    group = TypedText(widget=forms.HiddenInput, required=False)
    tied = NumbersField(widget=forms.HiddenInput)
    how = forms.ChoiceField(
        choices=[(one, one) for one in (COMPUTER, ORDER, CARDS, EVERYBODY)],
        required=False,
        widget=forms.HiddenInput,
    )
    order = NumbersField(
        label=_("先后次序"),
        required=False,
        help_text=_("名次在前的写在前面，写序号，例如：11、30。"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_found: list[int] = []
        self.numbers = self._numbers()[:MOST_CARDS]
        for number in self.numbers:
            self.fields[f"card_{number}"] = TypedText(
                label=_("%(number)s 号抽到") % {"number": number},
                required=False,
                max_length=20,
                widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
            )

    def _numbers(self) -> list[int]:
        """Who is equal, also before the form is checked."""
        said = self.data.get("tied", "") if self.is_bound else self.initial.get("tied", "")
        return [number for number in map(number_of, words_of(str(said))) if number is not None]

    @property
    def card_fields(self) -> list[Any]:
        """A field for the card of each of them."""
        return [self[f"card_{number}"] for number in self.numbers]

    @property
    def decided_how(self) -> str:
        """Which of the four ways was taken."""
        sent = self.cleaned_data
        return sent.get("how") or (ORDER if sent.get("order") else CARDS if self._cards() else COMPUTER)

    def _cards(self) -> dict[int, str]:
        """The cards that were typed, by number."""
        named = {number: self.cleaned_data.get(f"card_{number}", "") for number in self.numbers}
        return {number: card for number, card in named.items() if card}

    def clean(self) -> dict[str, Any]:
        """An order, or cards, must name exactly those who are equal."""
        values = super().clean() or {}
        if self.errors:
            return values
        if self.decided_how == ORDER:
            self._take_order(values.get("order") or [], values["tied"])
        elif self.decided_how == CARDS:
            self._take_cards(values["tied"])
        return values

    def _take_order(self, order: list[int], tied: list[int]) -> None:
        if sorted(order) != sorted(tied):
            self.add_error("order", _("要把并列的各队都写上，每队一次。"))
        self.order_found = order

    def _take_cards(self, tied: list[int]) -> None:
        cards = self._cards()
        for number in self.numbers:
            if number not in cards:
                self.add_error(f"card_{number}", _("请写这一队抽到的牌。"))
        if self.errors:
            return
        try:
            self.order_found = list(order_by_cards(cards))
        except PairingError as error:
            named = error.params.get("number")
            self.add_error(f"card_{named}" if named else None, wording.of_error(error))
