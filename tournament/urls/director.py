"""Addresses of the event's staff, all below /e/<slug>/desk/. Every view here is guarded by `permissions`."""

from django.urls import path

from tournament.views import desk, event_settings, people

EVENT = "e/<slug:slug>/desk/"

urlpatterns = [
    path(EVENT, desk.desk, name="desk"),
    path(EVENT + "journal/", desk.journal, name="journal"),
    path(EVENT + "settings/", event_settings.event_settings, name="event-settings"),
    path(EVENT + "settings/delete/", event_settings.event_delete, name="event-delete"),
    path(EVENT + "people/", people.people, name="people"),
    path(EVENT + "people/remove/", people.person_remove, name="person-remove"),
]
