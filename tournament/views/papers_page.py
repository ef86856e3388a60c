"""The page of everything that can be printed, by the moment of use."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.forms.base import new_key
from tournament.lists.books.order_book import left_out
from tournament.lists.cards.catalogue import CARDS, CardKind
from tournament.lists.papers.catalogue import PAPERS, Moment, Wanted
from tournament.making.catalogue import LARGE, PUBLIC_WORKBOOK, WHOLE_SET, WORKBOOK
from tournament.models import Event, RoundState, Stage, TableEntry
from tournament.permissions import Right, rights_of, scorer_required
from tournament.queries.booklet import missing_facts
from tournament.queries.individuals import has_waiting
from tournament.queries.progress import RoundProgress, StageProgress, event_progress
from tournament.views.books import books_of
from tournament.views.cards import cards_address
from tournament.views.papers import addresses
from tournament.views.word import word_address
from tournament.wording.booklet import FACTS

LOTS = ("draw-slips", "draw-numbers")
BEFORE_PLAY = ("scoresheets", "scoresheets-a5", "seat-cards")
AFTER_PLAY = ("scoresheets-filled", "reports")


@scorer_required
@require_GET
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Every paper with its formats; what is not ready yet is told with what brings it."""
    return papers_page(request, event)


def papers_page(request: HttpRequest, event: Event, status: int = 200) -> HttpResponse:
    """The page itself, also as the answer to a form that could not be taken."""
    rights, progress = rights_of(request.user, event), event_progress(event)
    is_large = progress.pair_count >= LARGE
    listed = PAPERS["entries"].build(Wanted(event, timezone.now()))
    facts = {
        "event": event,
        "progress": progress,
        "tab": "prints",
        "before": _lines(event, Moment.BEFORE, _before(event, rights)),
        "cards": _cards(event, Moment.BEFORE, rights) + _table_links(event, rights),
        "emergency": _cards(event, Moment.EMERGENCY, rights),
        "awards": _lines(event, Moment.AWARDS, _wanted_awards(event)),
        "award_cards": _cards(event, Moment.AWARDS, rights) if event.awards else [],
        "books": {
            moment.value: books_of(event, moment, in_background=is_large)
            for moment in (Moment.BEFORE, Moment.AWARDS)
        },
        "whole_set": {"what": WHOLE_SET, "submission": new_key()},
        "workbooks": [
            {"what": what, "submission": new_key()} if is_large else {"what": what}
            for what in (WORKBOOK, PUBLIC_WORKBOOK)
        ],
        "booklet_missing": [FACTS[key] for key in missing_facts(event)],
        "left_out": left_out(progress.stages),
        "word": {
            "order_book": word_address(event, "order-book"),
            "report": word_address(event, "report"),
        },
        "rulings": _lines(event, Moment.RULING) if Right.RULE in rights else [],
        "can_direct": Right.DIRECT in rights,
        "stages": [_stage(event, one, rights) for one in progress.stages],
        "missing": "".join(sorted(listed.missing())),
    }
    return render(request, "tournament/papers/papers.html", facts, status=status)


def _table_links(event: Event, rights: Collection[Right]) -> list[dict[str, Any]]:
    """The codes by which tables enter results: the director's, where the event takes any."""
    if event.table_entry == TableEntry.READ_ONLY or Right.DIRECT not in rights:
        return []
    hint = _("每张 A4 八桌，裁开放在桌上，全天不换；扫码看本桌这一轮，填成绩")
    return [
        {"title": _("桌上填报二维码"), "hint": hint, "pdf": reverse("table-codes-file", args=[event.slug])}
    ]


def _before(event: Event, rights: Collection[Right]) -> set[str]:
    """The lists that the visitor may have; that of individuals where somebody waits for a partner."""
    allowed = {one.key for one in PAPERS.values() if one.right in rights}
    return allowed if has_waiting(event) else allowed - {"individuals"}


def _wanted_awards(event: Event) -> set[str]:
    """The papers of what this event gives; a word that no paper has where it gives nothing."""
    given = {"awards", "calling", "announcer"} if event.awards else set()
    return given | ({"unit-ranks"} if event.unit_ranking else set()) or {""}


def _stage(event: Event, one: StageProgress, rights: Collection[Right]) -> dict[str, Any]:
    ordinal = one.stage.ordinal
    lots = _cards(event, Moment.DRAW, rights, LOTS, stage=ordinal)
    return {
        "stage": one.stage,
        "is_drawn": bool(one.placed_count),
        "groups": _lines(event, Moment.DRAW, {"groups", "draw-result"}, one.stage),
        "draw": _lines(event, Moment.DRAW, _draw_papers(one), one.stage),
        "lots": lots,
        "ways": _cards(event, Moment.DRAW, rights, _ways(one), stage=ordinal),
        "rounds": [_round(event, one, turn, rights) for turn in one.rounds],
        "ranking": _lines(event, Moment.RANKING, None, one.stage),
        "bracket": _cards(event, Moment.RANKING, rights, stage=ordinal) if one.stage.is_knockout else [],
        "bulletin": word_address(event, "bulletin", stage=ordinal)
        if any(turn.standings_published for turn in one.rounds)
        else "",
        "nameless": _cards(event, Moment.DRAW, rights, {"nameless"}, stage=ordinal),
    }


def _draw_papers(one: StageProgress) -> set[str]:
    """A movement table says where pairs go next: only where all rounds are known."""
    return {"rounds"} if one.planned is not None else {"movement", "rounds"}


def _ways(one: StageProgress) -> set[str]:
    """The same of pairs' cards: one to carry along, or one to fill in."""
    return {"pair-cards"} if one.planned is not None else {"movement-cards", "pair-cards"}


def _is_at_play(turn: RoundProgress) -> bool:
    """Whether somebody may be called for a result."""
    return turn.state in (RoundState.PUBLISHED, RoundState.PLAYING) and turn.entered_count < turn.table_count


def _round(
    event: Event, one: StageProgress, turn: RoundProgress, rights: Collection[Right]
) -> dict[str, Any]:
    stage, asked = one.stage, {"stage": one.stage.ordinal, "round": turn.number}
    return {
        "turn": turn,
        "is_open": turn == one.round_at_hand,
        "pairings": _lines(event, Moment.ROUND, {"tables", "numbers", "units"}, stage, turn.number),
        "cards": _cards(event, Moment.ROUND, rights, BEFORE_PLAY, **asked),
        "calls": _lines(event, Moment.ROUND, {"calls"}, stage, turn.number) if _is_at_play(turn) else [],
        "records": _cards(event, Moment.ROUND, rights, AFTER_PLAY, **asked),
        "results": _lines(event, Moment.ROUND, {"results", "check-results"}, stage, turn.number)
        + _lines(event, Moment.RANKING, {"standings", "overall"}, stage, turn.number),
    }


def _cards(
    event: Event,
    moment: Moment,
    rights: Collection[Right],
    only: Collection[str] = (),
    **asked: int | None,
) -> list[dict[str, Any]]:
    """The cards of one moment (of them `only` these) that the visitor may have, with their addresses."""
    kinds = [kind for kind in CARDS.values() if kind.moment is moment and (not only or kind.key in only)]
    return [_card(event, kind, asked) for kind in kinds if kind.right in rights]


def _card(event: Event, kind: CardKind, asked: dict[str, int | None]) -> dict[str, Any]:
    return {"title": kind.title, "hint": kind.hint, "pdf": cards_address(event, kind.key, **asked)}


def _lines(
    event: Event,
    moment: Moment,
    only: set[str] | None = None,
    stage: Stage | None = None,
    number: int | None = None,
) -> list[dict[str, Any]]:
    """The papers of one moment (of them `only` these) with the addresses of their forms; of a `stage`, or of
    its round `number`, under the names that they have there."""
    useful = [kind for kind in PAPERS.values() if kind.moment is moment and kind.is_of(event)]
    kinds = [kind for kind in useful if not only or kind.key in only]
    if stage is None:
        return [
            {"title": kind.title, "for_staff": kind.for_staff, **addresses(event, kind.key)} for kind in kinds
        ]
    asked = {"stage": stage.ordinal, "round": number}
    return [
        {"title": kind.title_in(stage), **addresses(event, kind.key, **asked)}
        for kind in kinds
        if kind.is_for(stage)
    ]
