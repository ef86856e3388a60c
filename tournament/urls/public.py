"""Addresses that anybody may open. What is not published answers 404."""

from django.urls import path

from tournament.views import rules

urlpatterns = [
    path("e/<slug:slug>/rules/", rules.public_rules, name="public-rules"),
]
