"""Which figures a table of standings shows, in which order: one answer for the desk, the public and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.rules import Tiebreak
from tournament.exports.paper import Kind
from tournament.queries.standing_sheets import Figure, StandingLine, StandingSheet
from tournament.wording.figures import clock, plain, signed
from tournament.wording.rules import tiebreak_name
from tournament.wording.standings import remarks

ROUND = "round_"  # what names of columns with a round's points begin with


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """One column of figures: its head, what its cells are, and where a line keeps them."""

    name: str
    title: str
    accessor: str
    value: Callable[[StandingLine], Figure | None]
    kind: Kind = Kind.DECIMAL
    is_time: bool = False

    def text(self, line: StandingLine) -> str:
        """The cell as people read it: exact, with a real minus sign; – for nothing."""
        value = self.value(line)
        if value is None:
            return "–"
        if self.is_time:
            return clock(value)
        return signed(value) if self.kind is Kind.DIFF else plain(value)


def figure_specs(sheet: StandingSheet, among: Sequence[StandingSheet] = ()) -> list[FigureSpec]:
    """Points round by round, carried, penalty, total, level differences, tie-breaks.

    Rounds that have a result; carried and penalty points and tie-breaks where anybody has any, in `sheet` or
    in one that stands `among` the same: their columns stand below each other.
    """
    sheets = (sheet, *among)
    found = [_round(number) for number in sorted({number for one in sheets for number in one.rounds})]
    if any(one.has_carried for one in sheets):
        found.append(FigureSpec("carried", _("带入积分"), "carried", lambda line: line.carried))
    if any(one.has_penalties for one in sheets):
        found.append(
            FigureSpec("penalty", _("罚分"), "shown_penalty", lambda line: line.shown_penalty, kind=Kind.DIFF)
        )
    found.append(FigureSpec("points", _("积分"), "shown_points", lambda line: line.shown_points))
    if Tiebreak.LEVEL_DIFF_SUM not in sheet.tiebreaks:
        title = tiebreak_name(Tiebreak.LEVEL_DIFF_SUM)
        found.append(
            FigureSpec(
                "level_diff", title, "shown_level_diff", lambda line: line.shown_level_diff, kind=Kind.DIFF
            )
        )
    return found + [_tiebreak(key) for key in sheet.tiebreaks if _says_something(sheets, key)]


def _says_something(sheets: Sequence[StandingSheet], key: str) -> bool:
    """相互间成绩 and 抽签 stand empty while nobody needs them; a column of dashes only takes room."""
    return any(line.shown_tiebreaks.get(key) is not None for one in sheets for line in one.lines)


def _round(number: int) -> FigureSpec:
    return FigureSpec(
        f"{ROUND}{number}",
        _("第 %(round)s 轮") % {"round": number},
        f"by_round__{number}",
        lambda line: line.by_round.get(number),
    )


def _tiebreak(key: str) -> FigureSpec:
    kind = Kind.DIFF if key == Tiebreak.LEVEL_DIFF_SUM else Kind.DECIMAL
    return FigureSpec(
        f"by_{key}",
        tiebreak_name(key),
        f"shown_tiebreaks__{key}",
        lambda line: line.shown_tiebreaks.get(key),
        kind=kind,
        is_time=key == Tiebreak.ACE_TIME,
    )


@dataclass(frozen=True, slots=True)
class PlainLine:
    """One line as a plain template draws it."""

    line: StandingLine
    figures: tuple[str, ...]
    remark: str


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A sheet of standings for a plain template: django-tables2 is too slow for a hall full of phones."""

    sheet: StandingSheet
    heads: tuple[FigureSpec, ...]
    lines: tuple[PlainLine, ...]

    def rows(self, pair_base: str) -> SafeString:
        """The table's rows as HTML, everything in them escaped; participants are linked below `pair_base`.

        Made here and not in a template, which takes ten times as long for 400 rows of 12 cells.
        """
        word = _("%(number)s 号")
        return mark_safe("".join(_row(one, escape(pair_base), word) for one in self.lines))  # noqa: S308


def _row(one: PlainLine, pair_base: str, word: str) -> str:
    """One row; whatever a person has typed goes through `escape`. Figures are digits and signs of our own."""
    line, who = one.line, one.line.who
    gone = ' class="gone"' if line.withdrawn or line.disqualified else ""
    rank = "–" if line.rank is None else line.rank
    names = " ".join(f'<span class="name">{escape(name)}</span>' for name in who.names)
    unit = f' <span class="unit">{escape(who.unit)}</span>' if who.unit else ""
    number = f'<span class="number">{escape(word % {"number": who.number})}</span>'
    figures = "".join(f'<td class="n">{text}</td>' for text in one.figures)
    return (
        f'<tr{gone}><td class="n">{rank}</td>'
        f'<td><a class="pair" href="{pair_base}{who.number}/">{number} {names}{unit}</a></td>'
        f'{figures}<td class="nowrap">{escape(one.remark)}</td></tr>\n'
    )


def plain_table(sheet: StandingSheet) -> PlainTable:
    """The same columns as `StandingsTable`, as texts; the total first, so that a phone shows it."""
    specs = tuple(sorted(figure_specs(sheet), key=lambda spec: spec.name != "points"))
    said = remarks(sheet)
    lines = tuple(
        PlainLine(line, tuple(spec.text(line) for spec in specs), said[line.number]) for line in sheet.lines
    )
    return PlainTable(sheet, specs, lines)
