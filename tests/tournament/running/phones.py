"""Deals in short, and phones that send them to the action as the table's page does."""

from __future__ import annotations

from typing import Any

from scoring.deals import Deal, Item
from scoring.rules import Side
from tournament.actions.save_running import save_running
from tournament.actions.work import Actor
from tournament.models import Match, Running, Stage

NS, EW = Side.NS, Side.EW
ZHOU = Actor(name="周裁判", source="table")
WU = Actor(name="吴裁判", source="table")
KEYS = {"N": NS, "E": EW}


def deals(text: str) -> list[Item]:
    """Deals from "N3 E1": the side of 上游 and the levels that it gains."""
    return [Deal(KEYS[one[0]], 5 - int(one[1])) for one in text.split()]


def match_at(stage: Stage, table: int = 1, number: int = 1) -> Match:
    """The match at a table."""
    return Match.objects.get(round__group__stage=stage, round__number=number, table=table)


def send(match: Match, text: str, by: Actor = ZHOU, **more: Any) -> Running:
    """Send all deals of a match so far."""
    return save_running(match=match, deals=deals(text), by=by, **more)
