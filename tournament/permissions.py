"""Who may do what in an event. Default closed: outsiders get 404, so that nothing tells what exists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext as _

from tournament.actions.work import Actor
from tournament.models import Event, Membership, Person, Role

P = ParamSpec("P")
MOST_SHOWN = 3000  # characters of one field that are shown again


class Right(StrEnum):
    """What a page or an action needs."""

    DIRECT = "direct"  # set up, draw, publish, change rules and people
    RULE = "rule"  # penalties, corrections after closing
    ENTER = "enter"  # results


RIGHTS_OF_ROLE: dict[str, frozenset[Right]] = {
    Role.DIRECTOR: frozenset(Right),
    Role.CHIEF_REFEREE: frozenset({Right.RULE, Right.ENTER}),
    Role.SCORER: frozenset({Right.ENTER}),
    Role.REFEREE: frozenset(),
}


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that staff do in an event, by the names of the addresses where it is done.

    What it needs is what the guards of these addresses ask for, all the same (`right_for`); after its round
    is closed, `once_closed`.
    """

    code: str
    addresses: tuple[str, ...]
    once_closed: Right | None = None


def _at(names: str) -> tuple[str, ...]:
    return tuple(names.split())


ENTERING = Deed(
    "enter_results",
    _at("round round-grid round-import round-import-template round-import-preview match match-act"),
    once_closed=Right.RULE,
)
# Everything that staff do, once: the page of rights shows it, a test finds addresses that are missing here.
DEEDS = (
    Deed(
        "look",
        _at(
            "standings awards unit-ranks desk-pair cross-table bracket rights round-look round-calls "
            "round-news round-standings"
        ),
    ),
    ENTERING,
    Deed("note_lateness", _at("match-late")),
    Deed("check_in_at_door", _at("door")),
    Deed(
        "print",
        _at("papers paper share book word workbook cards scoresheets making-new making making-file"),
    ),
    Deed("rule", _at("penalties penalty-cancel penalty-settle")),
    Deed("note_penalty", _at("penalty-note")),
    Deed("hear_appeals", _at("appeals appeal appeal-paper appeal-act")),
    Deed("give_time", _at("match-minutes")),
    Deed("record_played", _at("round-played")),
    Deed("desk", _at("desk journal journal-file")),
    Deed("run_rounds", _at("round-act standings-publish standings-withdraw standings-lots")),
    Deed(
        "draw",
        _at(
            "draw draw-sizes draw-run draw-undo draw-plan draw-rounds draw-publish draw-withdraw draw-tie "
            "draw-cut movement sessions sessions-split lots lots-pair lots-wall lots-open lots-back "
            "lots-finish lots-groups draws draw-commit round-commit draw-reveal commitment-give-up "
            "individuals-draw individuals-lots individuals-undo"
        ),
    ),
    Deed(
        "pair_rounds",
        _at("pair-run pair-absent pair-wish pair-wish-remove pair-planned pair-prepare pair-change"),
    ),
    Deed("undo_rounds", _at("pair-undo pair-redraw")),
    Deed(
        "enter_pairs",
        _at(
            "entries entries-file entry-questions own-columns own-columns-act entry-new entry entry-delete "
            "individuals individual old-seeds entries-import entries-import-preview entries-import-columns "
            "entries-template units unit-edit unit-merge unit-delete"
        ),
    ),
    Deed(
        "come_and_go",
        _at(
            "check-in check-in-act absent regroup replace replace-act entry-join entry-withdraw "
            "entry-disqualify entry-reinstate"
        ),
    ),
    Deed("rules", _at("event-rules event-rules-paper stage-rules")),
    Deed(
        "plan",
        _at("event-plan stage-new stage-edit stage-remove stage-move plan-ready plan-ready-plans"),
    ),
    Deed(
        "give_awards",
        _at(
            "award-new award-edit award-remove award-settle award-reopen unit-ranks-edit calling "
            "certificates certificates-file bought-form bought-form-file receipts receipt-file"
        ),
    ),
    Deed(
        "screens",
        _at("screens screen-new screen-edit screen-remove announcement-new announcement-act"),
    ),
    Deed(
        "settings",
        _at(
            "event-settings event-hall hall-renumber booklet booklet-logo event-copy table-settings "
            "table-codes-file table-links-act"
        ),
    ),
    Deed("rehearse", _at("rehearsal rehearsal-new rehearsal-play rehearsal-end")),
    Deed("people", _at("people person-remove")),
    Deed("personal", _at("personal personal-file personal-forget")),
    Deed("delete_event", _at("event-delete")),
)


def right_for(deed: Deed) -> Right:
    """What the guards of a deed's addresses ask for; they ask for the same, or it is two deeds."""
    (right,) = {guards()[name] for name in deed.addresses}
    return right


@cache
def guards() -> dict[str, Right]:
    """The right that each address of an event's staff asks for, by the address's name."""
    return dict(_guards(get_resolver().url_patterns))


def _guards(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[tuple[str, Right]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _guards(pattern.url_patterns)
        elif pattern.name and (right := getattr(pattern.callback, "right", None)):
            yield pattern.name, right


def rights_of(person: Any, event: Event) -> frozenset[Right]:
    """The rights of a logged-in or anonymous visitor in `event`. Owners have all; the demo event lets anyone
    logged in look at its desk (its actions refuse by themselves)."""
    if not isinstance(person, Person) or not person.is_active:
        return frozenset()
    if person.is_owner or event.is_demo:
        return frozenset(Right)
    roles = Membership.objects.filter(person=person, event=event).values_list("role", flat=True)
    return frozenset().union(*(RIGHTS_OF_ROLE[role] for role in roles))


def actor_of(request: HttpRequest) -> Actor:
    """The person behind a request, as every action wants it."""
    person = request.user
    if isinstance(person, Person):
        return Actor(name=person.get_full_name(), source="page", person=person, device=device_of(request))
    return Actor(name=_("访客"), source="page", device=device_of(request))


def device_of(request: HttpRequest) -> str:
    """The kind of device that a request says it comes from, for the journal; "" where it says nothing."""
    agent = request.headers.get("User-Agent", "")
    if "MicroMessenger" in agent:
        return "wechat"
    if "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent):
        return "tablet"
    if "Mobile" in agent or "iPhone" in agent:
        return "phone"
    return "computer" if agent.startswith("Mozilla/") else ""


def staff_of_event(
    right: Right,
) -> Callable[
    [Callable[Concatenate[HttpRequest, Event, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, str, P], HttpResponseBase],
]:
    """Give the view its event instead of the slug, for visitors who hold `right` there.

    Anonymous visitors are sent to the login whether or not the event exists; others without the right
    get 404. Whoever sends a form hears that nothing was stored, and gets back what was typed: the role may
    have been taken away while the form was open. Where there is no such event the answer is the same.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Event, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            event = Event.objects.filter(slug=slug).first()
            if event is None or right not in rights_of(request.user, event):
                return _nothing_here(request)
            return view(request, event, *args, **kwargs)

        guarded.right = right  # type: ignore[attr-defined]  # read by `guards`, through what wraps it
        return guarded

    return decorate


NOT_TYPED = ("csrfmiddlewaretoken", "submission", "based_on", "back", "match", "which")


def _nothing_here(request: HttpRequest) -> HttpResponse:
    """404, with what a form brought."""
    if request.method != "POST":
        raise Http404
    sent = [
        (name, value)
        for name in request.POST
        for value in request.POST.getlist(name)
        if value.strip() and name not in NOT_TYPED and "password" not in name and len(value) <= MOST_SHOWN
    ]
    return render(request, "lost_right.html", {"typed": [value for _name, value in sent[:30]]}, status=404)


director_required = staff_of_event(Right.DIRECT)
ruling_required = staff_of_event(Right.RULE)
scorer_required = staff_of_event(Right.ENTER)


def owner_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """For pages of the whole site: its owner only, 404 for others, the login for visitors."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not (isinstance(request.user, Person) and request.user.is_owner):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
