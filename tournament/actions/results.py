"""Write one version of a result: the step that every verb on results shares."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring.codecs import LEVEL_TEXTS
from scoring.records import DealsCodec, to_json
from scoring.rules import Rules
from scoring.scoresheet import AwardedLoss, Forfeit, Record, Scoresheet, Series, series_score
from tournament.actions.work import Actor, locked_row
from tournament.errors import ActionRefused, Conflict
from tournament.models import ClaimState, Event, Match, MatchKind, Result, ResultKind, RoundState
from tournament.queries.claims import OPEN
from tournament.queries.results import current_result


def columns_of(record: Record | None, rules: Rules | None = None) -> dict[str, Any]:
    """The columns of `Result` for a record; None is a cleared one.

    A series needs the `rules`: its winner is kept as a mark that it is over.
    """
    if record is None:
        return {"kind": ResultKind.CLEARED}
    if isinstance(record, Series):
        score = series_score(record, rules or Rules())
        games = [
            to_json(game) | {"won": outcome.winner}
            for game, outcome in zip(record.games, score.games, strict=True)
        ]
        return {"kind": ResultKind.SERIES, "winner": score.winner or "", "games": games}
    if isinstance(record, Forfeit):
        return {"kind": ResultKind.FORFEIT, "side": record.side or ""}
    if isinstance(record, AwardedLoss):
        levels = {"ns_level": record.ns_level, "ew_level": record.ew_level}
        return {"kind": ResultKind.AWARDED_LOSS, "side": record.side, **levels}
    return _columns_of_sheet(record)


def _columns_of_sheet(sheet: Scoresheet) -> dict[str, Any]:
    return {
        "kind": ResultKind.PLAYED,
        "ns_level": sheet.ns_level,
        "ew_level": sheet.ew_level,
        "passed_a": sheet.passed_a or "",
        "passed_gain": sheet.passed_gain,
        "in_play": sheet.in_play or "",
        "winner": sheet.winner or "",
        "ended": sheet.ended,
        "seconds": sheet.seconds,
        "deals": DealsCodec().write(sheet.deals),
    }


def lock_match(match: Match) -> Match:
    """Lock the match row, not its results: on the first entry there is no result row to lock."""
    locked_row(Match.objects.all(), match)
    fresh = Match.objects.select_related("round__group__stage__event", "ns", "ew", "running").get(pk=match.pk)
    if fresh.kind != MatchKind.PLAY:
        raise ActionRefused("no_result_for_a_bye")
    if fresh.round.state == RoundState.DRAFT:
        raise ActionRefused("round_not_published")
    return fresh


def lock_matches(matches: QuerySet[Match]) -> None:
    """Let nobody enter a result at `matches` until the transaction ends; before the event's row is locked.

    A result locks its match and then moves the event's counters: whoever needs both takes them in that order
    too, or PostgreSQL ends one of the two as a deadlock.
    """
    list(matches.order_by("pk").select_for_update(of=("self",)).only("pk"))


def refuse_stale(match: Match, based_on: int | None, columns: dict[str, Any]) -> Result | None:
    """Compare the form's version with the match's. Raises `Conflict` when another value stands now;
    returns the standing result when it says the same, so that it is accepted once without a new version."""
    return same_or_stale(match, current_result(match) if match.version else None, based_on, columns)


def same_or_stale(
    match: Match, standing: Result | None, based_on: int | None, columns: dict[str, Any]
) -> Result | None:
    """The same for who has read the match's `standing` version already."""
    if standing is not None and says_the_same(standing, columns):
        return standing
    if based_on is not None and match.version != based_on:
        if standing is None or standing.kind == ResultKind.CLEARED:
            raise Conflict(current=standing)
        raise Conflict("result_entered_by_another", current=standing, name=standing.actor_name)
    return None


def says_the_same(result: Result, columns: dict[str, Any]) -> bool:
    """Whether a stored version holds exactly these columns."""
    blank = {"side": "", "passed_a": "", "in_play": "", "winner": "", "ended": "", "deals": [], "games": []}
    fields = (
        "kind",
        "side",
        "ns_level",
        "ew_level",
        "passed_a",
        "passed_gain",
        "in_play",
        "winner",
        "ended",
        "seconds",
        "deals",
        "games",
    )
    return all(getattr(result, field) == columns.get(field, blank.get(field)) for field in fields)


MIRROR = {"ns": "ew", "ew": "ns"}


def copy_of(result: Result, *, mirrored: bool) -> dict[str, Any]:
    """The columns of an earlier version; `mirrored` when the two pairs have swapped sides since."""
    fields = ("kind", "passed_gain", "ended", "seconds")
    columns: dict[str, Any] = {field: getattr(result, field) for field in fields}
    for field in ("side", "passed_a", "in_play", "winner"):
        value = getattr(result, field)
        columns[field] = MIRROR.get(value, value) if mirrored else value
    columns["ns_level"] = result.ew_level if mirrored else result.ns_level
    columns["ew_level"] = result.ns_level if mirrored else result.ew_level
    columns["deals"] = mirrored_deals(result.deals) if mirrored else result.deals
    columns["games"] = [_mirrored_game(game) for game in result.games] if mirrored else result.games
    return columns


def mirrored_record(record: dict[str, Any]) -> dict[str, Any]:
    """A record as the archive writes it, as it reads with the sides swapped."""
    return _mirrored_game(record)


def _mirrored_game(game: dict[str, Any]) -> dict[str, Any]:
    """A game of a series (ARCHIVE's shape) as it reads with the sides swapped."""
    levels = {"ns_level": "ew_level", "ew_level": "ns_level"}
    turned = {levels.get(key, key): MIRROR.get(value, value) for key, value in game.items() if key != "deals"}
    return turned | ({"deals": mirrored_deals(game["deals"])} if "deals" in game else {})


def mirrored_deals(deals: list[Any]) -> list[Any]:
    """Deals and rulings (ARCHIVE's shapes) as they read with the sides swapped."""
    return [_mirrored_item(item) for item in deals]


def _mirrored_item(item: Any) -> Any:
    if isinstance(item, dict):
        ruling = {MIRROR.get(key, key): value for key, value in item["ruling"].items()}
        if "in_play" in ruling:
            ruling["in_play"] = MIRROR.get(ruling["in_play"], ruling["in_play"])
        return {"ruling": ruling}
    return [MIRROR[item[0]], *item[1:]]


def write_version(
    match: Match,
    columns: dict[str, Any],
    by: Actor,
    reason: str,
    *,
    settles: bool = True,
    repeats: Result | None = None,
) -> Result:
    """Insert version n + 1 as the current one. The match must be locked. No points are stored.

    It `settles` what the two pairs still say at the table, unless it only turns what stands. Figures that it
    only `repeats` from an earlier version stay typed by whoever typed them there.
    """
    if settles:
        match.claims.filter(state__in=OPEN).update(state=ClaimState.SETTLED, answered_at=timezone.now())
    if match.version:
        match.results.filter(is_current=True).update(is_current=False)
    match.version += 1
    match.save(update_fields=["version"])
    return Result.objects.create(
        match=match,
        ns=match.ns,
        version=match.version,
        reason=reason,
        person=by.person,
        typist=repeats.typist if repeats else by.person,
        actor_name=by.name,
        source=by.source,
        at=timezone.now(),
        **columns,
    )


def event_of(match: Match) -> Event:
    """The event a locked match belongs to."""
    return match.round.group.stage.event


def place_of(match: Match) -> dict[str, Any]:
    """Where a match was played, for the journal."""
    group = match.round.group
    seated = [pair.number for pair in (match.ns, match.ew) if pair is not None]
    told = {"stage": group.stage.name, "group": group.name, "round": match.round.number, "table": match.table}
    return told | {"seated": seated}


def result_change(match: Match, before: Result | None, after: Result | None) -> list[list[Any]]:
    """The journal's `changes` of a match: what its result said and what it says; numbers and levels, no
    names."""
    told = [
        None if one is None or one.kind == ResultKind.CLEARED else said(match, one) for one in (before, after)
    ]
    return [["journal.result", *told]] if told[0] != told[1] else []


def said(match: Match, result: Result) -> dict[str, Any]:
    """What a result said, for the journal: numbers and levels, no names."""
    sides = (match.ns, match.ew)
    if result.ns_id != match.ns_id:
        sides = (match.ew or match.ns, match.ns)
    return {
        "ns": sides[0].number,
        "ew": sides[1].number if sides[1] else 0,
        "ns_level": _level(result, "ns"),
        "ew_level": _level(result, "ew"),
        "ended": result.ended,
        "winner": result.winner,
    }


def _level(result: Result, side: str) -> str:
    if result.kind in (ResultKind.FORFEIT, ResultKind.AWARDED_LOSS) and result.side in (side, ""):
        return f"lost.{result.kind}"
    if result.kind == ResultKind.SERIES:
        return str(sum(game.get("won") == side for game in result.games))
    if result.passed_a == side:
        return "lost.past_a"
    level = result.ns_level if side == "ns" else result.ew_level
    return LEVEL_TEXTS.get(level, "–") if level else "–"
