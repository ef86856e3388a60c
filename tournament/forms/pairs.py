"""One pair, typed in or changed; cleaned and judged by the same code as an imported row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.areas import area_of
from tournament import wording
from tournament.actions.pair_values import SUBSTITUTE, PairValues, overstep_of
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.swapping import QUESTIONS, SwapForm
from tournament.forms.ticks import TickField, ask
from tournament.forms.typed_text import TypedText
from tournament.imports.doubles import Fate, compare
from tournament.imports.entering import existing_pairs, waiting_persons
from tournament.imports.entries import EntryRow
from tournament.imports.messages import name_sentence, sentence
from tournament.imports.sheets import Remark
from tournament.models import Event, Pair, PairStatus
from tournament.names.cleaning import (
    CATEGORY_LIMIT,
    PAIR_NAME_LIMIT,
    PERSON_LIMIT,
    UNIT_LIMIT,
    CleanName,
    clean_category,
    clean_name,
    clean_number,
    clean_phone,
    clean_team_name,
    clean_unit,
    name_key,
    tidy,
)
from tournament.names.own_columns import TEXT_LIMIT, clean_own_text, column_id
from tournament.queries.entries import is_drawn
from tournament.queries.hall import areas_of

PEOPLE = ("player1", "player2", "substitute")
PHONES = ("phone1", "phone2", "phone3")
TITLES: dict[str, tuple[Callable[[object], CleanName], int]] = {
    "unit": (clean_unit, UNIT_LIMIT),
    "name": (clean_team_name, PAIR_NAME_LIMIT),
    "category": (clean_category, CATEGORY_LIMIT),
}
STATUSES = [(one.value, one.label) for one in (PairStatus.ACTIVE, PairStatus.RESERVE, PairStatus.HOUSE)]
NOTE_LIMIT = 200


def text(label: Any, *, required: bool = False, suggest: str = "") -> TypedText:
    """A line of text that nothing but our own cleaning judges; `suggest` names a list of suggestions."""
    attrs = {"autocomplete": "off", **({"list": suggest} if suggest else {})}
    return TypedText(
        label=label,
        required=required,
        widget=forms.TextInput(attrs=attrs),
        error_messages={"required": _("请填写姓名。")},
    )


def phone(label: Any) -> TypedText:
    """A phone number in any width, with spaces or dashes."""
    attrs = {"inputmode": "tel", "autocomplete": "off"}
    return TypedText(label=label, required=False, widget=forms.TextInput(attrs=attrs))


class PairForm(SwapForm):
    """Add a pair, or edit `pair`. `values` are what an action takes; `notes` what to say about the names."""

    player1 = text(_("选手1"), required=True)
    phone1 = phone(_("选手1手机"))
    player2 = text(_("选手2"), required=True)
    phone2 = phone(_("选手2手机"))
    substitute = text(_("替补"))
    phone3 = phone(_("替补手机"))
    unit = text(_("单位"), suggest="units")
    name = text(_("队名"))
    number = text(_("序号"))
    category = text(_("组别"), suggest="categories")
    seed = text(_("种子"))
    fixed_table = text(_("固定桌"))
    status = forms.ChoiceField(label=_("状态"), choices=STATUSES, initial=PairStatus.ACTIVE)
    note = text(_("备注"))
    confirm = TickField(label=_("已核对，确实如此"))
    on_purpose = TickField(label=_("仍要加入"))
    field_order = (
        *("player1", "phone1", "player2", "phone2", "substitute", "phone3", "swap_in"),
        *("change", "agreed", "reason", "unit", "name", "number", "category", "seed"),
        *("fixed_table", "status", "note"),
    )

    def __init__(self, *args: Any, event: Event, pair: Pair | None = None, **kwargs: Any) -> None:
        self.event, self.pair = event, pair
        self.notes: list[str] = []
        self.values: PairValues | None = None
        kwargs["initial"] = initial_of(pair) if pair else None
        super().__init__(*args, **kwargs)
        self.fields["unit"].label = event.unit_term
        self.offer_substitute(pair)
        self._offer_own_columns()
        self.fields["fixed_table"].help_text = _("行动不便等要固定座位的，写桌号；每轮都在这张桌打。")
        self._fix_what_is_drawn()

    def _offer_own_columns(self) -> None:
        """A line for each of the event's own columns. One that was added after the page was drawn keeps what
        stands in it: the page did not ask."""
        self.own_fields = {f"own-{column_id(title)}": title for title in self.event.own_columns}
        self.fields |= {name: text(title) for name, title in self.own_fields.items()}
        self.order_fields([*self.field_order, *self.own_fields])
        missing = [name for name in self.own_fields if name not in self.data]
        if self.is_bound and self.pair is not None and missing:
            self.data = self.data.copy()  # type: ignore[attr-defined]
            for name in missing:
                self.data[name] = self.pair.own.get(self.own_fields[name], "")  # type: ignore[index]

    def _fix_what_is_drawn(self) -> None:
        number = self.fields["number"]
        number.help_text = _("不填就用下一个空序号。")
        if self.pair is None:
            return
        number.help_text = ""
        if self.pair.status not in dict(STATUSES):
            del self.fields["status"]
        if is_drawn(self.pair):
            number.disabled, number.help_text = True, _("已经抽签，序号不能再改。")
            self.fields.pop("status", None)

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields to show: questions only once they are asked."""
        questions = (QUESTIONS | {"confirm", "on_purpose"}) - self.asked
        return [field for field in self.visible_fields() if field.name not in questions]

    def clean(self) -> dict[str, Any]:
        """Clean every text, then judge the pair beside the others and the event's rules."""
        values = super().clean() or {}
        names = {key: self._person(key) for key in PEOPLE}
        phones = {key: self._phone(key) for key in PHONES}
        titles = {key: self._title(key) for key in TITLES}
        figures = {key: self._figure(key) for key in ("number", "seed", "fixed_table")}
        self._judge_table(figures["fixed_table"])
        note = tidy(values.get("note", ""))[:NOTE_LIMIT]
        own = {title: self._own_text(name, title) for name, title in self.own_fields.items()}
        if self.errors or not self._take_substitute(names, phones):
            return values
        first, second, substitute = (names[key] for key in PEOPLE)
        self.values = PairValues(
            players=(first, second),
            number=figures["number"],
            substitute=substitute,
            phones=(phones["phone1"], phones["phone2"], phones["phone3"] if substitute else ""),
            seed=figures["seed"],
            status=values.get("status") or (self.pair.status if self.pair else PairStatus.ACTIVE),
            note=note,
            fixed_table=figures["fixed_table"],
            own=own,
            **titles,
        )
        self._judge(self.values)
        return values

    def _take_substitute(self, names: dict[str, str], phones: dict[str, str]) -> bool:
        """Exchange the substitute and who goes, in `names` and `phones`; whether that was possible."""
        seat = self.seat_swapped
        if seat is None or self.pair is None:
            return True
        before = initial_of(self.pair)
        if any(names[key] != before[key] for key in PEOPLE):
            self._say("swap_in", "swap_two_ways")
            return False
        for values, keys in ((names, PEOPLE), (phones, PHONES)):
            values[keys[seat - 1]], values[keys[2]] = values[keys[2]], values[keys[seat - 1]]
        return True

    def _person(self, key: str) -> str:
        cleaned = clean_name(self.cleaned_data.get(key, ""))
        if cleaned.problem and not (cleaned.problem == "missing" and key == "substitute"):
            if key not in self.errors:
                self.add_error(key, name_sentence(cleaned.problem, cleaned.text, PERSON_LIMIT))
            return ""
        self._note(cleaned)
        return cleaned.text

    def _title(self, key: str) -> str:
        clean, limit = TITLES[key]
        cleaned = clean(self.cleaned_data.get(key, ""))
        if cleaned.problem:
            self.add_error(key, name_sentence(cleaned.problem, cleaned.text, limit))
        self._note(cleaned)
        return cleaned.text

    def _note(self, cleaned: CleanName) -> None:
        self.notes += [
            name_sentence(code, cleaned.text) for code in cleaned.warnings if code != "placeholder"
        ]
        self.notes += glyph_notes(cleaned.text)

    def _phone(self, key: str) -> str:
        typed = self.cleaned_data.get(key, "")
        digits, problem = clean_phone(typed)
        if problem:
            self.add_error(key, name_sentence(problem, typed))
        return digits or ""

    def _figure(self, key: str) -> int | None:
        figure, problem = clean_number(self.cleaned_data.get(key, ""))
        if problem:
            self.add_error(key, name_sentence(problem))
        return figure

    def _own_text(self, name: str, title: str) -> str:
        text, problem = clean_own_text(self.cleaned_data.get(name, ""), title)
        if problem:
            self.add_error(name, wording.sentence(problem, {"limit": TEXT_LIMIT}))
        self.notes += glyph_notes(text)
        return text

    def _judge_table(self, table: int | None) -> None:
        rooms = areas_of(self.event)
        if table is not None and rooms and not area_of(rooms, table):
            self.add_error("fixed_table", gettext("赛场没有第 %(table)s 桌。") % {"table": table})

    def _judge(self, values: PairValues) -> None:
        self._judge_number(values)
        self._judge_doubles(values)
        self._judge_limits(values)
        if self.pair is not None and self._has_other_players(self.pair, values):
            self.judge_swap(self.pair)

    def _judge_number(self, values: PairValues) -> None:
        if values.number is None or (self.pair is not None and values.number == self.pair.number):
            return
        other = self.event.pairs.filter(number=values.number).prefetch_related("players").first()
        if other is not None:
            told = gettext("序号 %(number)s 已由“%(names)s”使用。")
            self.add_error("number", told % {"number": other.number, "names": other.names})

    def _judge_doubles(self, values: PairValues) -> None:
        row = EntryRow(
            0,
            name=values.name,
            unit=values.unit,
            players=values.players,
            substitute=values.substitute,
            phones=(values.phones[0], values.phones[1]),
        )
        units = self.event.units.values_list("name", flat=True)
        there, waiting = existing_pairs(self.event, without=self.pair), waiting_persons(self.event)
        (judged,) = compare([row], there, units=units, waiting=waiting)
        if judged.fate is Fate.EXISTING:
            self.add_error(None, gettext("这两人已报名（序号 %(number)s）。") % {"number": judged.existing})
            return
        told = [sentence(remark) for remark in judged.remarks]
        if judged.fate is Fate.CONFIRM and not self._ask("confirm", told):
            for line in told:
                self.add_error("confirm", line)
        elif judged.fate is Fate.NEW:
            self.notes += told

    def _judge_limits(self, values: PairValues) -> None:
        before = self.pair
        comes_in = before is None or (
            name_key(values.unit) != (before.unit.key if before.unit else "")
            or before.status != PairStatus.ACTIVE
        )
        if values.status != PairStatus.ACTIVE or not comes_in:
            return
        found = overstep_of(self.event, [values.unit])
        told = limit_sentences(self.event, found.closed, found.units)
        if told and not self._ask("on_purpose", told):
            for line in told:
                self.add_error("on_purpose", line)

    def _has_other_players(self, pair: Pair, values: PairValues) -> bool:
        return {player.key for player in pair.partners} != {name_key(name) for name in values.players}

    def _ask(self, name: str, asked: object) -> bool:
        self.asked.add(name)
        return ask(self, name, asked)

    def _ticked(self, name: str) -> bool:
        value = self.cleaned_data.get(name)
        return bool(value) and name in self.asked and value == self.fields[name].widget.attrs.get("value")

    @property
    def choices(self) -> dict[str, Any]:
        """The keywords of `edit_pair` that say what was agreed to."""
        return {**self.swap_choices, "on_purpose": self._ticked("on_purpose")}

    def show_current(self, pair: Pair) -> None:
        """After a conflict: what stands now beside each field that differs; a second press overwrites."""
        for key, now in initial_of(pair).items():
            if key in self.fields and key in self.cleaned_data and self.cleaned_data[key] != now:
                self.add_error(key, gettext("现在的内容：%(now)s") % {"now": now or gettext("（空）")})
        self.stand_on(pair.version)


def initial_of(pair: Pair) -> dict[str, str]:
    """A pair as its form shows it."""
    people = {player.seat: player for player in pair.players.all()}
    seats = zip(PEOPLE, PHONES, (1, 2, SUBSTITUTE), strict=True)
    shown = {}
    for name, phone_key, seat in seats:
        shown[name] = people[seat].name if seat in people else ""
        shown[phone_key] = people[seat].phone if seat in people else ""
    return shown | {
        "based_on": str(pair.version),
        "unit": pair.unit.name if pair.unit else "",
        "name": pair.name,
        "number": str(pair.number),
        "category": pair.category,
        "seed": str(pair.seed or ""),
        "fixed_table": str(pair.fixed_table or ""),
        "status": pair.status,
        "note": pair.note,
        **{f"own-{column_id(title)}": pair.own.get(title, "") for title in pair.event.own_columns},
    }


def glyph_notes(shown: str) -> list[str]:
    """A warning when no font of ours can print a character of `shown`."""
    missing = missing_glyphs(shown)
    if not missing:
        return []
    told = gettext(
        "“%(text)s”里的 %(missing)s 打印时没有字形，会印成〓。可把含这个字的字体文件放进 fonts 文件夹。"
    )
    return [told % {"text": shown[:30], "missing": gettext("、").join(missing)}]


def limit_sentences(event: Event, closed: bool, units: tuple[tuple[str, int], ...]) -> list[str]:
    """What the event's own limits say against entering more, in words."""
    told = [gettext("报名已经截止。")] if closed else []
    full = gettext("%(unit)s将有 %(count)s 队，超过每单位至多 %(limit)s 队的规定。")
    return told + [
        full % {"unit": unit, "count": count, "limit": event.max_per_unit} for unit, count in units
    ]


def remark_lines(remarks: tuple[Remark, ...]) -> list[str]:
    """The sentences of a row's remarks."""
    return [sentence(remark) for remark in remarks]
