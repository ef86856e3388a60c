"""What of a stage is public now, and whether results have changed since."""

from __future__ import annotations

from tournament.models import Publication, PublicationKind, Result, Stage


def current_publication(stage: Stage, kind: str, round_number: int | None = None) -> Publication | None:
    """The publication of this kind that stands now."""
    standing = Publication.objects.filter(stage=stage, kind=kind, is_current=True)
    return standing.filter(round_number=round_number).first()


def is_public(stage: Stage, kind: str, round_number: int | None = None) -> bool:
    """Whether this has been published and not taken down."""
    return current_publication(stage, kind, round_number) is not None


def announced_before_change(stage: Stage, number: int) -> tuple[Publication | None, bool]:
    """The notice of the standings after round `number` that is up, and whether results changed since."""
    announced = current_publication(stage, PublicationKind.STANDINGS, number)
    if announced is None:
        return None, False
    later = Result.objects.filter(match__round__group__stage=stage, match__round__number__lte=number)
    return announced, later.filter(at__gt=announced.at).exists()
