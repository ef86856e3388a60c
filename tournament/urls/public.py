"""Addresses that anybody may open. What is not published answers 404."""

from django.urls import path

from tournament.views import public, public_awards, rules

EVENT = "e/<slug:slug>/"
STAGE = EVENT + "stages/<int:ordinal>/"

urlpatterns = [
    path(EVENT, public.event_home, name="event"),
    path(EVENT + "rules/", rules.public_rules, name="public-rules"),
    path(EVENT + "pairs/<int:number>/", public.pair, name="pair"),
    path(EVENT + "awards/", public_awards.awards, name="public-awards"),
    path(EVENT + "unit-ranks/", public_awards.units, name="public-units"),
    path(STAGE + "groups/", public.groups, name="public-groups"),
    path(STAGE + "rounds/<int:number>/", public.round_tables, name="public-round"),
    path(STAGE + "standings/", public.standings, name="public-standings"),
    path(STAGE + "cross/", public.cross, name="public-cross"),
]
