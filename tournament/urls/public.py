"""Addresses that anybody may open. What is not published answers 404."""

from django.urls import path

from tournament.views import (
    booklet,
    bracket,
    clocks,
    door,
    public,
    public_awards,
    public_draws,
    rules,
    screen,
)

EVENT = "e/<slug:slug>/"
STAGE = EVENT + "stages/<int:ordinal>/"
# Stage (0: before all stages), what was drawn, group (0: not about one), the how-manieth.
DRAW = EVENT + "draws/<int:ordinal>/<slug:kind>/<int:group>/<int:count>/"

urlpatterns = [
    path(EVENT, public.event_home, name="event"),
    path(EVENT + "clock/", clocks.public_clock, name="public-clock"),
    path(EVENT + "logo.png", booklet.public_logo, name="public-logo"),
    path(EVENT + "screen/<int:ordinal>/", screen.screen, name="screen"),
    path(EVENT + "rules/", rules.public_rules, name="public-rules"),
    path(EVENT + "pairs/<int:number>/", public.pair, name="pair"),
    path(EVENT + "pairs/<int:number>/here/", door.pair_here, name="pair-here"),
    path(EVENT + "awards/", public_awards.awards, name="public-awards"),
    path(EVENT + "unit-ranks/", public_awards.units, name="public-units"),
    path(EVENT + "draws/", public_draws.public_draws, name="public-draws"),
    path(DRAW, public_draws.public_draw, name="public-draw"),
    path(DRAW + "inputs.json", public_draws.public_draw_inputs, name="public-draw-inputs"),
    path(
        EVENT + "draws/commitments/<int:ordinal>/", public_draws.public_commitment, name="public-commitment"
    ),
    path(
        EVENT + "draws/commitments/<int:ordinal>/inputs.json",
        public_draws.public_commitment_inputs,
        name="public-commitment-inputs",
    ),
    path(STAGE + "groups/", public.groups, name="public-groups"),
    path(STAGE + "rounds/<int:number>/", public.round_tables, name="public-round"),
    path(STAGE + "bracket/", bracket.public_bracket, name="public-bracket"),
    path(STAGE + "standings/", public.standings, name="public-standings"),
    path(STAGE + "cross/", public.cross, name="public-cross"),
]
