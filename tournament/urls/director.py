"""Addresses of the event's staff, all below /e/<slug>/desk/. Every view here is guarded by `permissions`."""

from django.urls import path, re_path

from tournament.views import (
    desk,
    entering,
    entries,
    entry_import,
    event_settings,
    match,
    papers,
    penalties,
    people,
    plan,
    round_actions,
    round_grid,
    rules,
    rules_paper,
    units,
)

EVENT = "e/<slug:slug>/desk/"
ROUND = EVENT + "stages/<int:ordinal>/rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"

urlpatterns = [
    path(EVENT, desk.desk, name="desk"),
    path(EVENT + "journal/", desk.journal, name="journal"),
    path(EVENT + "settings/", event_settings.event_settings, name="event-settings"),
    path(EVENT + "settings/delete/", event_settings.event_delete, name="event-delete"),
    path(EVENT + "entries/", entries.entries, name="entries"),
    path(EVENT + "entries/new/", entries.entry_new, name="entry-new"),
    path(EVENT + "entries/import/", entry_import.entries_import, name="entries-import"),
    path(EVENT + "entries/import/template.xlsx", entry_import.entries_template, name="entries-template"),
    path(
        EVENT + "entries/import/<str:token>/",
        entry_import.entries_import_preview,
        name="entries-import-preview",
    ),
    path(EVENT + "entries/units/", units.units, name="units"),
    path(EVENT + "entries/units/edit/", units.unit_edit, name="unit-edit"),
    path(EVENT + "entries/units/merge/", units.unit_merge, name="unit-merge"),
    path(EVENT + "entries/units/delete/", units.unit_delete, name="unit-delete"),
    path(EVENT + "entries/<int:number>/", entries.entry, name="entry"),
    path(EVENT + "entries/<int:number>/withdraw/", entries.entry_withdraw, name="entry-withdraw"),
    path(EVENT + "entries/<int:number>/disqualify/", entries.entry_disqualify, name="entry-disqualify"),
    path(EVENT + "entries/<int:number>/reinstate/", entries.entry_reinstate, name="entry-reinstate"),
    path(EVENT + "entries/<int:number>/delete/", entries.entry_delete, name="entry-delete"),
    path(EVENT + "people/", people.people, name="people"),
    path(EVENT + "people/remove/", people.person_remove, name="person-remove"),
    path(EVENT + "rules/", rules.event_rules, name="event-rules"),
    path(EVENT + "rules/paper/", rules_paper.rules_paper, name="event-rules-paper"),
    path(EVENT + "stages/<int:ordinal>/rules/", rules.stage_rules, name="stage-rules"),
    path(EVENT + "plan/", plan.event_plan, name="event-plan"),
    path(EVENT + "plan/new/", plan.stage_new, name="stage-new"),
    path(EVENT + "plan/<int:ordinal>/", plan.stage_edit, name="stage-edit"),
    path(EVENT + "plan/<int:ordinal>/remove/", plan.stage_remove, name="stage-remove"),
    path(EVENT + "penalties/", penalties.penalties, name="penalties"),
    path(EVENT + "penalties/<int:ordinal>/cancel/", penalties.penalty_cancel, name="penalty-cancel"),
    path(EVENT + "papers/", papers.papers, name="papers"),
    path(EVENT + "papers/scoresheets.pdf", papers.scoresheets, name="scoresheets"),
    re_path(
        r"^e/(?P<slug>[-\w]+)/desk/papers/(?P<what>[a-z-]+)\.(?P<form>pdf|xlsx|csv|txt|png)$",
        papers.paper,
        name="paper",
    ),
    path(EVENT + "papers/<slug:what>/share/", papers.share, name="share"),
    path(ROUND, entering.round_page, name="round"),
    path(ROUND + "look/", entering.look, name="round-look"),
    path(ROUND + "standings/", entering.aside, name="round-standings"),
    path(ROUND + "grid/", round_grid.grid, name="round-grid"),
    path(ROUND + "do/<slug:step>/", round_actions.act, name="round-act"),
    path(TABLE, match.match_page, name="match"),
    path(TABLE + "do/<slug:step>/", match.act, name="match-act"),
]
