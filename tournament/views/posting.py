"""Addresses that only take a form: opened by themselves they lead back to the page that the form stood on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

P = ParamSpec("P")
POSTS_ONLY = "posts_only"


def require_POST(  # reads as Django's own, which it stands for
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let `view` have what a form sends, and lead whoever opens its address to the nearest page above it.

    A refusal is drawn at the form's own address: loaded anew, kept as a bookmark, or come back to after a
    login, that must be a page and not a 405. The query, which narrows a page, goes along.
    """

    @wraps(view)
    def taken(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            query = request.META.get("QUERY_STRING", "")
            return redirect(page_above(request.path) + (f"?{query}" if query else ""))
        return HttpResponseNotAllowed(["POST"])

    setattr(taken, POSTS_ONLY, True)
    return taken


def page_above(path: str) -> str:
    """The nearest address above `path` that is a page; at last the first page of the site."""
    while (path := path.rstrip("/").rpartition("/")[0] + "/") != "/":
        try:
            found = resolve(path)
        except Resolver404:
            continue
        if not hasattr(found.func, POSTS_ONLY):
            return path
    return path
