"""What of a stage is public now, and whether results have changed since."""

from __future__ import annotations

from tournament.models import Publication, PublicationKind, Result, Stage


def current_publication(
    stage: Stage, kind: str, round_number: int | None = None, session: str = ""
) -> Publication | None:
    """The publication of this kind, of all sessions or of this one alone, that stands now."""
    standing = Publication.objects.filter(stage=stage, kind=kind, is_current=True, session=session)
    return standing.filter(round_number=round_number).first()


def is_public(stage: Stage, kind: str, round_number: int | None = None) -> bool:
    """Whether this has been published, for all or for any session, and not taken down."""
    standing = Publication.objects.filter(stage=stage, kind=kind, is_current=True)
    return standing.filter(round_number=round_number).exists()


def public_sessions(stage: Stage, kind: str) -> set[str]:
    """The sessions of which this is up now; "" stands for all of them. Empty: for none."""
    standing = Publication.objects.filter(stage=stage, kind=kind, is_current=True, round_number=None)
    return set(standing.values_list("session", flat=True))


def announced(stage: Stage, number: int, session: str = "") -> Publication | None:
    """The notice of the standings after round `number` that is up for a session: its own, or that of all,
    whichever is newer."""
    up = Publication.objects.filter(stage=stage, kind=PublicationKind.STANDINGS, is_current=True)
    return up.filter(round_number=number, session__in={"", session}).order_by("-pk").first()


def announced_before_change(stage: Stage, number: int, session: str = "") -> tuple[Publication | None, bool]:
    """The notice of the standings after round `number` that is up, and whether results changed since."""
    up = announced(stage, number, session)
    if up is None:
        return None, False
    later = Result.objects.filter(match__round__group__stage=stage, match__round__number__lte=number)
    if session:
        later = later.filter(match__round__group__session=session)
    return up, later.filter(at__gt=up.at).exists()
