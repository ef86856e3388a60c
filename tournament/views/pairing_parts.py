"""The part of a stage's draw page about rounds that are paired one by one."""

from __future__ import annotations

from typing import Any

from tournament import wording
from tournament.forms.pairing import AbsencesForm, ChangeForm, PlannedRoundsForm, WishForm
from tournament.models import RoundState, Stage, WishKind
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.pairing_desk import PairedRound, PairingDesk, paired_round, pairing_desk
from tournament.queries.slow_tables import is_slow, unlike_prepared
from tournament.wording.pairing import said_lines, said_text
from tournament.wording.prepare import as_prepared_text

TABLES_NAMED = 12
ROUND_KINDS = {RoundState.CLOSED: "ok", RoundState.PLAYING: "now", RoundState.PUBLISHED: "wait"}


def pairing_parts(stage: Stage, round_number: int | None, **forms: Any) -> dict[str, Any]:
    """What the page needs where rounds are paired one by one; nothing for other stages.

    `forms` holds those that were refused, as typed: `absences`, `wish`, `planned`.
    """
    if not is_by_rounds(stage):
        return {}
    desk = pairing_desk(stage)
    shown = desk.last
    if round_number is not None and (shown is None or shown.number != round_number):
        shown = paired_round(stage, round_number) or shown
    return {
        "pairing": desk,
        "shown_round": shown,
        "may_prepare": any(is_slow(stage, turn) for turn in desk.turns),
        "unlike": unlike_text(stage, shown),
        "stopped": wording.of_error(desk.stop) if desk.stop else "",
        "wishes": [(one, wish_text(one)) for one in desk.wishes],
        "said": said_of(shown),
        "round_kind": ROUND_KINDS.get(desk.last.state, "quiet") if desk.last else "",
        "lost_tables": lost_tables(desk.last),
        "absences": forms.get("absences") or absences_form(desk),
        "wish": forms.get("wish") or WishForm(auto_id="wish_%s"),
        "planned": forms.get("planned") or planned_form(desk),
        "change_form": ChangeForm(initial={"number": shown.number}, auto_id="change_%s") if shown else None,
    }


def absences_form(desk: PairingDesk) -> AbsencesForm:
    """The lists for the next round, as they stand."""
    both = {"missed": " ".join(map(str, desk.missed)), "byes": " ".join(map(str, desk.byes))}
    return AbsencesForm(initial={"number": desk.next, **both}, auto_id="absent_%s")


def planned_form(desk: PairingDesk) -> PlannedRoundsForm | None:
    """How many rounds; not for a knock-out, which ends by itself."""
    if desk.stage.is_knockout:
        return None
    told = {"rounds": desk.planned, "based_on": desk.stage.version}
    return PlannedRoundsForm(initial=told, auto_id="planned_%s")


def said_of(one: PairedRound | None) -> list[str]:
    """The broken wishes of a round, as sentences."""
    return said_lines(one.notes) if one else []


def unlike_text(stage: Stage, one: PairedRound | None) -> str:
    """Whether a draft came out as it was prepared; "" where nothing was."""
    if one is None or not one.is_draft or stage.pairing.get("method") != "swiss":
        return ""
    unlike = [unlike_prepared(one.number, round_.group) for round_ in one.rounds]
    told = [tables for tables in unlike if tables is not None]
    tables = [table for tables in told for table in tables]
    return as_prepared_text(wording.sentence_list(tables)) if told else ""


def lost_tables(one: PairedRound | None) -> str:
    """The tables whose results would go with the round."""
    tables = one.with_result if one else ()
    named = wording.sentence_list(tables[:TABLES_NAMED])
    return named + ("…" if len(tables) > TABLES_NAMED else "")


def wish_text(wish: Any) -> str:
    """`3 号与 4 号不要相遇`, or `1 号与 2 号第 3 轮必须相遇`."""
    code = "wish_forced" if wish.kind == WishKind.FORCE else "wish_forbidden"
    if wish.kind == WishKind.FORBID and wish.round_number:
        code = "wish_forbidden_once"
    numbers = {"first": wish.first.number, "second": wish.second.number, "round": wish.round_number or 0}
    return said_text(code, numbers)
