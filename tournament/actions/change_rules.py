"""Change the rules of an event or of one stage; results that stand must stay possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules import check_knockout, merge, resolve, to_json
from tournament.actions.work import Actor, action, changes_of, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Stage
from tournament.queries.rule_effect import BrokenTable, broken_tables, changed_settings, resolved_after
from tournament.wording.rules import table_text

NAMED_TABLES = 12


@action
def change_rules(
    *, event: Event, answers: Mapping[str, Any], by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Lay `answers` (the archive's `rules` shape) over the rules of the event and of its stages.

    Stages keep their own differences. Nothing that differs: nothing is written. Raises `Conflict`;
    `InvalidRules` for rules that cannot stand; `ActionRefused` `rules_break_results` (count, tables) when a
    stored result could not be true any more.
    """
    fresh = current(event, based_on)
    changes = changed_settings(fresh.resolved_rules, answers)
    if not changes:
        return fresh
    before = {key: fresh.resolved_rules.get(key) for key in changes}
    _write_stages(fresh, resolved_after(fresh, changes))
    fresh.rules = merge(fresh.rules, changes)
    fresh.resolved_rules = to_json(resolve(merge(fresh.resolved_rules, changes)))
    fresh.version += 1
    fresh.save(update_fields=["rules", "resolved_rules", "version"])
    told = {"count": len(changes), "keys": sorted(changes), "changes": changes_of("rules", before, changes)}
    record(fresh, by, "change_rules", public=True, **told)
    return fresh


@action
def change_stage_rules(
    *, stage: Stage, answers: Mapping[str, Any], by: Actor, based_on: int | None = None, submission: str = ""
) -> Stage:
    """The same for one stage alone: what differs from the stage's rules becomes its own difference."""
    event = locked(stage.event)
    fresh = current(stage, based_on)
    changes = changed_settings(fresh.resolved_rules, answers)
    if not changes:
        return fresh
    before = {key: fresh.resolved_rules.get(key) for key in changes}
    fresh.rules = merge(fresh.rules, changes)
    fresh.save(update_fields=["rules"])
    _write_stages(event, resolved_after(event, changes, fresh))
    record(
        event,
        by,
        "change_stage_rules",
        public=True,
        stage=fresh.name,
        count=len(changes),
        keys=sorted(changes),
        changes=changes_of("rules", before, changes),
    )
    fresh.refresh_from_db()
    return fresh


def _write_stages(event: Event, resolved: Mapping[int, dict[str, Any]]) -> None:
    """Give the stages their new rules, or refuse with every table that would become impossible."""
    broken: list[BrokenTable] = []
    for stage in event.stages.filter(pk__in=resolved):
        rules = resolve(resolved[stage.pk])
        if stage.is_knockout:
            check_knockout(rules)
        broken += broken_tables(stage, rules)
        stage.resolved_rules = resolved[stage.pk]
        stage.version += 1
        stage.save(update_fields=["resolved_rules", "version"])
    if broken:
        raise broken_results(broken)


def broken_results(broken: list[BrokenTable]) -> ActionRefused:
    """The refusal that names the tables, the first dozen of them."""
    named = [table_text(one.stage, one.round, one.table) for one in broken[:NAMED_TABLES]]
    tables = _("、").join(named) + (_("等") if len(broken) > NAMED_TABLES else "")
    return ActionRefused("rules_break_results", count=len(broken), tables=tables)
