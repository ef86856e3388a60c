"""奖状 and 套打: what they say and where it stands, and the files to print."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.exports.file_names import file_name
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.certificates import BoughtFormForm, CertificateForm, places_help
from tournament.forms.numbers import number_of
from tournament.lists.calling import Called
from tournament.lists.cards.catalogue import Printable
from tournament.lists.certificates import (
    WORDS,
    Asked,
    Recipient,
    calling_order,
    certificate_of,
    certificates,
    form_prints,
    gaps,
    recipients,
    usual_form,
)
from tournament.lists.papers.wanted import Wanted
from tournament.lists.placeholders import filled
from tournament.models import Event
from tournament.permissions import director_required
from tournament.views.files import PDF, file_answer
from tournament.views.save_printing import save_printing


@director_required
@require_http_methods(["GET", "POST"])
def certificates_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Write the certificate, look at one, print those of an award or all."""
    want = Wanted(event, timezone.now())
    one = certificate_of(want)
    form = CertificateForm(typed(request), event=event, standing=one)
    if _looks(request, form):
        return _file(event, certificates(want, Asked(look=True), form.printing.certificate))
    answer = save_printing(request, event, form, _("奖状已保存。"), "certificates")
    if isinstance(answer, HttpResponse):
        return answer
    awards = calling_order(want)
    people = recipients(want, awards, one.per)
    facts = _facts(event, awards, people, [getattr(one, key) for key in WORDS])
    return render(request, "tournament/awards/certificates.html", {**facts, "form": form}, status=answer)


@director_required
@require_http_methods(["GET", "POST"])
def bought_form(request: HttpRequest, event: Event) -> HttpResponse:
    """Say where text stands on a bought form, print a test page, print the forms."""
    want, stored = Wanted(event, timezone.now()), event.printing_facts.form
    one = stored or usual_form()
    form = BoughtFormForm(typed(request), event=event, standing=one)
    if kind := _looks(request, form):
        asked, drawn = Asked(look=True), form.printing.form
        return _file(event, form_prints(want, asked, ruled=kind == "test", one=drawn))
    answer = save_printing(request, event, form, _("套打已保存。"), "bought-form")
    if isinstance(answer, HttpResponse):
        return answer
    awards = calling_order(want)
    people = recipients(want, awards, one.per)
    facts = _facts(event, awards, people, [field.text for field in one.fields])
    facts |= {"form": form, "is_stored": stored is not None, "places_help": places_help()}
    return render(request, "tournament/awards/bought_form.html", facts, status=answer)


def _looks(request: HttpRequest, form: CertificateForm | BoughtFormForm) -> str:
    """How what was typed is to be looked at, nothing stored; "" where it is not, or cannot be read."""
    return request.POST.get("look", "") if request.method == "POST" and form.is_valid() else ""


def _facts(event: Event, awards: list[Called], people: list[Recipient], texts: list[str]) -> dict[str, Any]:
    """What both pages show: how many there are, what stays empty, what no font can draw."""
    written = "".join(filled(text, each.values) for each in people for text in texts)
    return {
        "event": event,
        "tab": "standings",
        "awards": [
            (at, one.award, sum(not each.is_open for each in one.honoured))
            for at, one in enumerate(awards, 1)
        ],
        "count": len(people),
        "open": any(each.is_open for one in awards for each in one.honoured),
        "gaps": gaps(people, texts),
        "glyphs": "".join(sorted(missing_glyphs(written))),
    }


@director_required
@require_GET
def certificates_file(request: HttpRequest, event: Event) -> HttpResponse:
    """奖状 as a PDF: of all awards, of one (`award`), or a single one to look at (`look`)."""
    return _file(event, certificates(Wanted(event, timezone.now()), _asked(request)))


@director_required
@require_GET
def bought_form_file(request: HttpRequest, event: Event, what: str) -> HttpResponse:
    """套打 as a PDF, likewise; or its test page."""
    want = Wanted(event, timezone.now())
    if what == "test":
        return _file(event, form_prints(want, Asked(look=True), ruled=True))
    return _file(event, form_prints(want, _asked(request)))


def _asked(request: HttpRequest) -> Asked:
    text = request.GET.get("award", "")
    number = number_of(text) if text else None
    if text and number is None:
        raise Http404
    return Asked(number, bool(request.GET.get("look")))


def _file(event: Event, made: Printable) -> HttpResponse:
    return file_answer(made.to_pdf(), PDF, file_name(event.name, made.title, "pdf"))
