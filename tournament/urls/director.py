"""Addresses of the event's staff, all below /e/<slug>/desk/. Every view here is guarded by `permissions`."""

from django.urls import path

from tournament.views import desk, event_settings, people, plan, rules, rules_paper

EVENT = "e/<slug:slug>/desk/"

urlpatterns = [
    path(EVENT, desk.desk, name="desk"),
    path(EVENT + "journal/", desk.journal, name="journal"),
    path(EVENT + "settings/", event_settings.event_settings, name="event-settings"),
    path(EVENT + "settings/delete/", event_settings.event_delete, name="event-delete"),
    path(EVENT + "people/", people.people, name="people"),
    path(EVENT + "people/remove/", people.person_remove, name="person-remove"),
    path(EVENT + "rules/", rules.event_rules, name="event-rules"),
    path(EVENT + "rules/paper/", rules_paper.rules_paper, name="event-rules-paper"),
    path(EVENT + "stages/<int:ordinal>/rules/", rules.stage_rules, name="stage-rules"),
    path(EVENT + "plan/", plan.event_plan, name="event-plan"),
    path(EVENT + "plan/new/", plan.stage_new, name="stage-new"),
    path(EVENT + "plan/<int:ordinal>/", plan.stage_edit, name="stage-edit"),
    path(EVENT + "plan/<int:ordinal>/remove/", plan.stage_remove, name="stage-remove"),
]
