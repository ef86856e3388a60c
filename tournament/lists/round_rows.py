"""The tables of a public round as rows of HTML; a template takes several times as long."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.models import Event
from tournament.queries.hall import areas_of
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import TableLine
from tournament.wording.figures import signed
from tournament.wording.table_lines import points_text, score_text


def round_rows(
    lines: Sequence[TableLine], event: Event, pair_base: str, *, groups: bool, sessions: bool, scores: bool
) -> SafeString:
    """One row a table, everything that a person has typed escaped; participants are linked below
    `pair_base`. `groups`, `sessions` and `scores` say which columns there are; rooms where the event has any.
    """
    areas = areas_of(event)
    number, again = _("%(number)s 号"), _("再次相遇")
    rows = []
    for line in lines:
        places = [line.session] if sessions else []
        places += [area_of(areas, line.table)] if event.areas else []
        cells = [_wide(place) for place in places] + [_table(line, places)]
        cells += [f"<td>{escape(line.group)}</td>"] if groups else []
        shown = _scores(line) if scores else ("", "")
        sides = [_side(line.ns, "ns", pair_base, number), shown[0], _side(line.ew, "ew", pair_base, number)]
        mark = f' <span class="chip quiet">{escape(again)}</span>' if line.rematch else ""
        rows.append(f"<tr>{''.join([*cells, *sides])}{mark}</td>{shown[1]}</tr>\n")
    return mark_safe("".join(rows))  # noqa: S308


def _wide(place: str) -> str:
    return f'<td class="nowrap wide-only">{escape(place)}</td>'


def _table(line: TableLine, places: Sequence[str]) -> str:
    """The table's number; on a phone the session and the room stand below it."""
    under = "".join(f'<span class="under narrow-only">{escape(place)}</span>' for place in places)
    return f'<td class="n">{line.table}{under}</td>'


def _scores(line: TableLine) -> tuple[str, str]:
    """The cell between the sides and those behind them; blank while nothing is to be shown."""
    if line.score is None:
        return '<td class="n"></td>', '<td class="n"></td><td class="n"></td>'
    told = (score_text(line.score), signed(line.score.level_diff), points_text(line.score))
    between, diff, points = (f'<td class="n">{escape(text)}</td>' for text in told)
    return between, diff + points


def _side(who: Who | None, side: str, pair_base: str, word: str) -> str:
    """A cell with a link to a participant; the last one is left open for its remark."""
    if who is None:
        return "<td>"
    names = "".join(f'<span class="name">{escape(name)}</span> ' for name in who.names)
    unit = f'<span class="unit">{escape(who.unit)}</span>' if who.unit else ""
    number = escape(word % {"number": who.number})
    link = f'<a class="pair {side}" href="{escape(pair_base)}{who.number}/">'
    end = "</td>" if side == "ns" else ""
    return f'<td>{link}<span class="number">{number}</span> {names}{unit}</a>{end}'
