"""The sheet of a match deal by deal, as a table's page draws it and its script reads it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.automaton import key_of
from scoring.codecs import ACE, LEVEL_TEXTS, LOWEST
from scoring.deals import Position, Step
from scoring.levels import NextDeal, play, preview
from scoring.options import Side
from scoring.records import DealsCodec
from scoring.rules import Rules
from tournament.forms.running import RulingForm
from tournament.queries.running import RunningMatch, running_match
from tournament.queries.table_now import TableNow
from tournament.views.table_guard import Phone
from tournament.wording.running import (
    chart_words,
    deal_words,
    key_words,
    levels_words,
    page_words,
    sender_words,
    step_words,
)

SIDES = {None: 0, Side.NS: 1, Side.EW: 2}
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 110, 24, 8, 96
LEAST_DEALS = 8  # the chart of a short match does not fill its width


@dataclass(frozen=True, slots=True)
class DealSheet:
    """A match deal by deal with its rules, and whether this phone may go on with it."""

    now: TableNow
    rules: Rules
    running: RunningMatch
    game: int
    may_tap: bool
    may_rule: bool

    @property
    def fixed_position(self) -> Position:
        """Where the last ruling left the match."""
        return play(self.running.fixed, self.rules).position


def deal_sheet(now: TableNow, phone: Phone) -> DealSheet | None:
    """The sheet of what is played at the table; None where nothing is played, or nothing was written and this
    phone may not begin. No query beside that of a best of three's games."""
    if now.match is None or now.stage is None:
        return None
    rules = now.stage.scoring_rules
    running = running_match(now.running, rules)
    may_tap = may_write(now, phone)
    if not may_tap and (not running.items or now.standing is not None):
        return None
    return DealSheet(now, rules, running, _game(now), may_tap, bool(phone.referee))


def may_write(now: TableNow, phone: Phone) -> bool:
    """Whether this phone may write deals down: while nothing is entered, a referee, or a pair's own phone."""
    if not now.takes or now.standing is not None or now.claim is not None:
        return False
    return bool(phone.referee) or (now.by_pairs and bool(phone.seat))


def _game(now: TableNow) -> int:
    return 1 + (len(now.series.games) if now.series is not None else 0)


def as_json(request: HttpRequest, sheet: DealSheet, phone: Phone, title: str) -> dict[str, Any]:
    """What the script needs to know: the deals with what each came to, and where to look up the next.

    `title` names the match: 预赛 A 组 第 1 轮.
    """
    now, running = sheet.now, sheet.running
    assert now.match is not None
    token = now.link.token
    return {
        "match": now.match.pk,
        "game": sheet.game,
        "table": now.table,
        "title": _("第 %(table)s 桌 %(match)s") % {"table": now.table, "match": title},
        "may_tap": sheet.may_tap,
        "version": running.version,
        "items": DealsCodec().write(running.items),
        "fixed": len(running.fixed),
        "fixed_passed": play(running.fixed, sheet.rules).passed_a or "",
        "steps": [_step(step) for step in running.state.history],
        "lines": [step_words(step) for step in running.state.history],
        "note": running.note,
        "by": sender_words(running.name),
        "at": timezone.localtime(running.at).strftime("%H:%M") if running.at else "",
        "limit": sheet.rules.play.deals,
        "last_level": sheet.rules.play.finish_level,
        "ladder": reverse("table-ladder", args=[token, key_of(sheet.rules, sheet.fixed_position)]),
        "csrf": get_token(request),
        "stamp": sheet_stamp(now, phone),
    }


def _step(step: Step) -> list[int]:
    return [step.ns_level, step.ew_level, SIDES[step.in_play], step.ns_failures, step.ew_failures]


def sheet_stamp(now: TableNow, phone: Phone) -> str:
    """Another one when the deals change, or whether this phone may write them."""
    match, running = now.match, now.running
    said = [
        match and (match.pk, match.version, match.ns_id),
        running and running.version,
        may_write(now, phone),
        now.link.version,
    ]
    return sha256(repr(said).encode()).hexdigest()[:16]


def deal_parts(request: HttpRequest, now: TableNow, phone: Phone, title: str) -> dict[str, Any]:
    """What `_deals.html` draws: levels, the six keys, lines, chart. `deals` None: nothing of them."""
    sheet = deal_sheet(now, phone)
    words = page_words(sheet.rules.play.finish_level if sheet else ACE)
    told = {"deal_words": json.dumps(words, ensure_ascii=False)}
    if sheet is None:
        return {"deals": None, **told}
    state = sheet.running.state
    return {
        **told,
        "ruling_form": RulingForm(),
        "deals": {
            "sheet": sheet,
            "state": state,
            "is_begun": bool(sheet.running.items),
            "head": words["over"] if state.ended else _head(sheet, words),
            "sides": {side.value: _side(sheet, side, words) for side in Side},
            "keys": _keys(sheet, words),
            "lines": [step_words(step) for step in state.history],
            "levels": levels_words(state),
            "chart": chart(sheet),
            "note": sheet.running.note,
            "json": json.dumps(as_json(request, sheet, phone, title), ensure_ascii=False),
            "may_undo": sheet.may_tap and len(sheet.running.items) > len(sheet.running.fixed),
            "is_open": sheet.may_tap,
            "may_rule": sheet.may_rule,
            "last_is_ruling": bool(sheet.running.items)
            and len(sheet.running.items) == len(sheet.running.fixed),
        },
    }


def _head(sheet: DealSheet, words: dict[str, str]) -> str:
    state = sheet.running.state
    level = state.level(state.in_play) if state.in_play else LOWEST
    return words["title"].format(deal=sheet.running.next_deal, level=LEVEL_TEXTS[level])


def _side(sheet: DealSheet, side: Side, words: dict[str, str]) -> dict[str, Any]:
    """One side's box: its level, whether it is in play, how often it has failed at A."""
    state = sheet.running.state
    failures = state.failures(side)
    return {
        "level": words["passed"] if state.passed_a is side else LEVEL_TEXTS[state.level(side)],
        "in_play": words["in_play"] if state.in_play is side and state.ended is None else "",
        "failures": words["failures"].format(count=failures) if failures else "",
    }


def _keys(sheet: DealSheet, words: dict[str, str]) -> list[dict[str, str]]:
    """The keys row by row: 双下 of both sides, then 头游三游, then 头游末游."""
    state = sheet.running.state
    is_last = sheet.rules.play.deals == state.deal_count + 1
    failures = state.failures(state.in_play) if state.in_play else 0
    found = preview(sheet.running.items, sheet.rules)
    return [_key(deal, failures, words, is_last) for deal in sorted(found, key=lambda one: one.partner_place)]


def _key(deal: NextDeal, failures: int, words: dict[str, str], is_last: bool) -> dict[str, str]:
    return {
        "side": deal.winner.value,
        "value": f"{deal.winner.value}{deal.partner_place}",
        "what": deal_words(deal.partner_place),
        "will": key_words(deal, failures, words, is_last=is_last),
    }


def chart(sheet: DealSheet) -> dict[str, Any]:
    """The step chart: a line a side, a step a deal, marks at some levels. The script draws the same."""
    history, top = sheet.running.state.history, sheet.rules.play.finish_level
    ns = [LOWEST, *(step.ns_level for step in history)]
    ew = [LOWEST, *(step.ew_level for step in history)]
    return {
        "ns": _line(ns, top),
        "ew": _line(ew, top),
        "marks": [{"level": LEVEL_TEXTS[level], "y": _height(level, top)} for level in marked(top)],
        "label": chart_words(ns, ew),
    }


def marked(top: int) -> list[int]:
    """The levels that the chart names: 2, 6, 10 and the last one."""
    return [*(level for level in (2, 6, 10) if level < top), top]


def _height(level: int, top: int) -> int:
    return round(BOTTOM - (level - LOWEST) * (BOTTOM - TOP) / (top - LOWEST))


def _line(levels: list[int], top: int) -> str:
    """An SVG path: each level as far as its deal goes, then up or down to the next."""
    step = (WIDTH - LEFT - TOP) / max(LEAST_DEALS, len(levels))
    path = f"M{LEFT} {_height(levels[0], top)}"
    for place, level in enumerate(levels, start=1):
        path += f"V{_height(level, top)}H{round(LEFT + place * step, 1):g}"
    return path
