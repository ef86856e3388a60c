"""Who was not seated when a round had begun: the fact behind 迟到 8 分钟 and, at the limit, a forfeit."""

from __future__ import annotations

from django.db import models

from tournament.models.entries import Pair
from tournament.models.stages import Round


class Lateness(models.Model):
    """A pair that the desk has marked as not complete at its table in a round (未到齐).

    `is_excused`: leave was asked beforehand, so that the longer limit holds. `seconds` is how much of the
    round had been played when the pair sat down, pauses not counted; None while it is still awaited. It hangs
    on the pair, not on a side or a table: whoever is seated elsewhere before the start takes it along.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="latenesses")
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="latenesses")
    # A referee lets it play after all; and its opponents' levels for the lateness are given or waived.
    forfeit_waived = models.BooleanField(default=False)
    levels_settled = models.BooleanField(default=False)
    is_excused = models.BooleanField(default=False)
    seconds = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["round__number", "pair__number"]
        verbose_name_plural = "latenesses"
        constraints = [
            models.UniqueConstraint(fields=["round", "pair"], name="one_lateness_per_round_and_pair")
        ]
