"""Addresses of the event's staff, all below /e/<slug>/desk/. Every view here is guarded by `permissions`."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
