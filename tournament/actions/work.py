"""What every action shares: the actor, one transaction, the answer given once, the journal, the counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.apps import apps
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, When
from django.utils import timezone

from tournament.backups.gate import refuse_while_closed
from tournament.backups.itself import copy_before
from tournament.errors import ActionRefused, Conflict
from tournament.models import Commitment, Entry, Event, Person, Submission

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a person on a page, somebody at a table, a private link, or a command; `name` stays readable
    in the journal, `device` is the kind of what it was done on."""

    name: str
    source: str  # "page", "table", "link" or "command"
    person: Person | None = None
    device: str = ""  # "computer", "tablet", "phone", "wechat", or not known

    @property
    def key(self) -> str:
        """Tells two actors apart without personal data: a submission belongs to one of them."""
        return f"{self.source}:{self.person.pk if self.person else self.name}"


COMMAND = Actor(name="命令行", source="command")


def action(run: Callable[P, T]) -> Callable[P, T]:
    """Make a keyword-only function an action: whole or not at all, and only once per `submission`.

    `run` takes `by: Actor` and `submission: str` among its keywords. An empty submission is not remembered.
    The same key again gets the first answer and changes nothing; the key of another actor or verb is refused
    with `submission_of_another`. A refused action leaves its key free, so that the mended form can be sent.
    Before a draw, a publication and what takes them back, a copy of the site is begun (`backups/itself.py`);
    while one is restored, everything is refused with `restore_going_on`.
    """
    verb = run.__name__

    @wraps(run)
    def whole(*args: P.args, **kwargs: P.kwargs) -> T:
        key, by = str(kwargs.get("submission", "")), cast(Actor, kwargs["by"])
        copy_before(verb, kwargs)
        with transaction.atomic():
            refuse_while_closed()
            if not key:
                return run(*args, **kwargs)
            row, is_new = Submission.objects.get_or_create(
                key=key, defaults={"verb": verb, "actor": by.key, "at": timezone.now()}
            )
            if not is_new:
                return cast(T, _earlier_answer(row, verb, by))
            answer = run(*args, **kwargs)
            row.answer = _remember(answer)
            row.save(update_fields=["answer"])
            return answer

    return whole


def _earlier_answer(row: Submission, verb: str, by: Actor) -> object:
    if (row.verb, row.actor) != (verb, by.key):
        raise ActionRefused("submission_of_another")
    answer = row.answer
    if isinstance(answer, dict) and "model" in answer:
        made = apps.get_model("tournament", answer["model"])._base_manager.filter(pk=answer["pk"]).first()
        if made is None:
            raise ActionRefused("gone_meanwhile")
        return made
    return answer


def _remember(answer: object) -> Any:
    if isinstance(answer, models.Model):
        return {"model": answer._meta.model_name, "pk": answer.pk}
    return answer


def record(event: Event | None, by: Actor, verb: str, *, public: bool = False, **codes: Any) -> None:
    """Write the journal's line for an action and move the event's counters.

    `public` says that something the public sees has changed. `codes` must hold no personal values, only what
    kind of thing changed. The demo event refuses everything with `demo_is_read_only`.
    """
    if event is not None:
        move_counters(event, public=public)
    Entry.objects.create(
        event=event,
        at=timezone.now(),
        person=by.person,
        actor_name=by.name,
        source=by.source,
        device=by.device,
        verb=verb,
        codes={key: value for key, value in codes.items() if key != "changes" or value},
        pairs=_marks(_numbers(PAIRS if verb not in NO_PAIRS else (), codes)),
        tables=_marks(_numbers(("table", "tables"), codes)),
    )


# Under which keys the codes of a line name pairs, and where a number is that of something else.
PAIRS = ("number", "numbers", "pair", "ns", "ew", "first", "second", "reserve", "house", "other", "seated")
NO_PAIRS = frozenset(
    {"publish_groups", "publish_pairings", "publish_standings", "withdraw_publication", "set_screen"}
    | {"remove_screen", "announce", "announce_at_once", "withdraw_announcement", "interrupt_screens"}
    | {"resume_screens"}
)


def _numbers(keys: Iterable[str], codes: Mapping[str, Any]) -> set[int]:
    found = [codes[key] for key in keys if key in codes]
    each = [one for value in found for one in (value if isinstance(value, list | tuple) else [value])]
    return {one for one in each if type(one) is int and one > 0}


def _marks(numbers: set[int]) -> str:
    """,3,12, so that 3 is found and 13 is not."""
    return f",{','.join(map(str, sorted(numbers)))}," if numbers else ""


def changes_of(
    area: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> list[list[Any]]:
    """What differs, for the journal's `changes`: the field as a code of `WORDS`, what stood, what stands.

    Values are plain (dates as text) and never personal. None before: it is new; None after: it is gone.
    """
    old, new = before or {}, after or {}
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return [[f"{area}.{key}", _plain(old.get(key)), _plain(new.get(key))] for key in keys]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return timezone.localtime(value).strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date | Decimal):
        return str(value)
    return value


def move_counters(event: Event, *, public: bool = False) -> None:
    """Tell the event's pages that something has changed; the demo event refuses with `demo_is_read_only`."""
    if event.is_demo:
        raise ActionRefused("demo_is_read_only")
    moved: dict[str, Any] = {"revision": F("revision") + 1}
    if public:
        moved["public_revision"] = F("public_revision") + 1
    else:  # a digest that waits for its seed: its page says whether it still fits
        waits = Commitment.objects.filter(stage__event=OuterRef("pk"), is_current=True, revealed_at=None)
        one = Case(When(Exists(waits), then=1), default=0)
        moved["public_revision"] = F("public_revision") + one
    Event.objects.filter(pk=event.pk).update(**moved)


def locked(event: Event) -> Event:
    """Lock the event's row until the transaction ends and return it fresh.

    For actions that number things or need the whole draw to stand still; results lock only their match.
    Raises `gone_meanwhile` when somebody deleted it after the page was opened.
    """
    return locked_row(Event.objects.all(), event)


def locked_row(rows: models.QuerySet[M], row: M) -> M:
    """Lock one row alone (PostgreSQL cannot lock an outer join) and return it fresh, or `gone_meanwhile`."""
    fresh = rows.select_for_update().filter(pk=row.pk).first()
    if fresh is None:
        raise ActionRefused("gone_meanwhile")
    return fresh


def current(row: M, based_on: int | None) -> M:
    """Lock `row` and return it fresh, or raise `Conflict` when its `version` is not the form's.

    `based_on` None skips the comparison (commands, which have no earlier page). Raises `gone_meanwhile` when
    somebody deleted the row.
    """
    fresh = locked_row(type(row)._base_manager.all(), row)
    if based_on is not None and fresh.version != based_on:  # type: ignore[attr-defined]
        raise Conflict(current=fresh)
    return fresh
