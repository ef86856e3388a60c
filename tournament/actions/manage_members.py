"""Who directs an event: give somebody a role, take it back."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.hashers import make_password

from tournament.actions.one_time import issue
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Membership, OneTimeLink, Person


@dataclass(frozen=True, slots=True)
class Invitation:
    """A membership, and the one-time token where the person has no password yet ("" otherwise)."""

    membership: Membership
    token: str


def add_member(
    *, event: Event, username: str, name: str, role: str, by: Actor, submission: str = ""
) -> Invitation:
    """Give `username` a role in `event`; an account that does not exist is made, without a password.

    Somebody without a password gets a fresh one-time token, which is never stored: asking again, or sending
    the form twice, makes a new one and the earlier one stops working. Raises `ActionRefused`:
    `already_member` (who can log in), `name_needed` (a new account).
    """
    membership = _add(event=event, username=username, name=name, role=role, by=by, submission=submission)
    return Invitation(membership, _token_for(membership.person))


@action
def _add(*, event: Event, username: str, name: str, role: str, by: Actor, submission: str = "") -> Membership:
    locked(event)
    username = Person.normalize_username(username)
    person = Person.objects.filter(username__iexact=username).first()
    if person is None:
        if not name:
            raise ActionRefused("name_needed", field="name")
        # Two events may invite the same newcomer at once: the database lets one of them make the account.
        fresh = {"name": name, "password": make_password(None)}
        person, _made = Person.objects.get_or_create(username=username, defaults=fresh)
    made, is_new = Membership.objects.get_or_create(person=person, event=event, role=role)
    if not is_new and person.has_usable_password():
        raise ActionRefused("already_member", field="username")
    record(event, by, "add_member" if is_new else "renew_link", role=role, account=person.pk)
    return made


def _token_for(person: Person) -> str:
    return "" if person.has_usable_password() else issue(OneTimeLink.Purpose.PASSWORD, person)


@action
def remove_member(*, event: Event, username: str, role: str, by: Actor, submission: str = "") -> Event:
    """Take a role back; the account stays. Nobody removes himself (`not_yourself`); `no_such_member`."""
    locked(event)
    membership = event.memberships.filter(person__username=username, role=role).first()
    if membership is None:
        raise ActionRefused("no_such_member")
    if by.person is not None and membership.person_id == by.person.pk:
        raise ActionRefused("not_yourself")
    record(event, by, "remove_member", role=role, account=membership.person_id)
    membership.delete()
    return event
