"""Passwords: a one-time address to set one, and setting it."""

from __future__ import annotations

from tournament.actions.one_time import issue, spend
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import OneTimeLink, Person


@action
def issue_password_link(*, person: Person, by: Actor, submission: str = "") -> str:
    """Return a token with which `person` may set a password, once and within 24 hours."""
    token = issue(OneTimeLink.Purpose.PASSWORD, person)
    record(None, by, "issue_password_link")
    return token


@action
def set_password(*, token: str, password: str, by: Actor, submission: str = "") -> Person:
    """Set the password of the person for whom `token` was issued, and use the token up.

    Sessions opened with the old password end. Raises `ActionRefused` `link_not_valid`.
    The caller has judged the password (Django's validators).
    """
    person = spend(OneTimeLink.Purpose.PASSWORD, token).person
    if person is None or not person.is_active:
        raise ActionRefused("link_not_valid")
    person.set_password(password)
    person.save(update_fields=["password"])
    record(None, by, "set_password")
    return person
