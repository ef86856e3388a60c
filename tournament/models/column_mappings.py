"""How the columns of an entry list were told apart by hand."""

from django.db import models

from tournament.models.events import Event


class ColumnMapping(models.Model):
    """The role of each column of lists whose head has this digest; the titles themselves are not kept."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="column_mappings")
    digest = models.CharField(max_length=64)
    roles = models.JSONField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "digest"], name="one_column_mapping_per_head"),
        ]
