"""Addresses that anybody may open. What is not published answers 404."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
