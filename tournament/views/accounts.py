"""One-time addresses: the first owner's and the new password's."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.actions.make_first_owner import make_first_owner
from tournament.actions.set_password import set_password
from tournament.actions.work import Actor
from tournament.errors import ActionRefused
from tournament.forms.base import typed
from tournament.forms.people import FirstOwnerForm, LoginForm, NewPasswordForm
from tournament.models import OneTimeLink
from tournament.queries.people import has_owner, open_link
from tournament.queries.site_backups import restored_lately

hide_passwords = method_decorator(sensitive_post_parameters(), name="dispatch")


@hide_passwords
class Login(LoginView):
    """Signing in; a wrong password is said beside the form with status 422."""

    authentication_form = LoginForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say that the site was restored: whoever worked on it was signed out by that."""
        return super().get_context_data(restored=restored_lately(), **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show the form again."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def first_owner(request: HttpRequest, token: str) -> HttpResponse:
    """Make the first owner and sign him in. A repeated press signs in by the password, not by the token."""
    form = FirstOwnerForm(typed(request))
    if form.is_valid():
        given = form.cleaned_data
        account = {"username": given["username"], "password": given["password"]}
        try:
            by = Actor(name=given["name"], source="link")
            make_first_owner(token=token, name=given["name"], by=by, submission=form.key, **account)
        except ActionRefused as error:
            form.refuse(error)
        else:
            return _signed_in(request, account)
    works = open_link(OneTimeLink.Purpose.FIRST_OWNER, token) is not None and not has_owner()
    facts = {"form": form if works else None, "has_owner": has_owner()}
    status = 404 if not works else 422 if form.errors else 200
    return render(request, "registration/first_owner.html", facts, status=status)


def _signed_in(request: HttpRequest, account: dict[str, str]) -> HttpResponse:
    person = authenticate(request, **account)
    if person is None:
        return redirect("login")
    login(request, person)
    return redirect("home")


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def password_link(request: HttpRequest, token: str) -> HttpResponse:
    """Set a new password through a one-time address."""
    link = open_link(OneTimeLink.Purpose.PASSWORD, token)
    person = link.person if link else None
    form = NewPasswordForm(typed(request), person=person)
    if form.is_valid():
        by = Actor(name=person.get_full_name() if person else _("访客"), source="link")
        try:
            set_password(token=token, password=form.cleaned_data["password"], by=by)
        except ActionRefused as error:
            form.refuse(error)
        else:
            return render(request, "registration/password_reset_complete.html")
    facts = {"form": form, "person": person, "validlink": person is not None}
    status = 404 if person is None else 422 if form.errors else 200
    return render(request, "registration/password_reset_confirm.html", facts, status=status)
