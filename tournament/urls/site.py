"""Addresses of the whole site: home, login, the first owner, new events."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
