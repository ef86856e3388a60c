"""The first owner of the site, through an address that only this computer's screen shows."""

from __future__ import annotations

from tournament.actions.one_time import issue, spend
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import OneTimeLink, Person
from tournament.queries.people import has_owner


@action
def issue_first_owner_link(*, by: Actor, submission: str = "") -> str:
    """Return a fresh token for the first owner's page, or "" when the site has an owner.

    Earlier tokens stop working, so that a page left open somewhere is worth nothing.
    """
    return "" if has_owner() else issue(OneTimeLink.Purpose.FIRST_OWNER, None)


@action
def make_first_owner(
    *, token: str, username: str, name: str, password: str, by: Actor, submission: str = ""
) -> Person:
    """Make the owner and use the token up.

    Raises `ActionRefused`: `link_not_valid` (also when an owner exists), `username_taken` beside the field.
    The caller has judged the password (Django's validators).
    """
    spend(OneTimeLink.Purpose.FIRST_OWNER, token)
    if has_owner():
        raise ActionRefused("link_not_valid")
    username = Person.normalize_username(username)
    if Person.objects.filter(username__iexact=username).exists():
        raise ActionRefused("username_taken", field="username")
    person = Person.objects.create_user(username, password=password, name=name, is_owner=True)
    record(None, by, "make_first_owner")
    return person
