"""What has to be meant on purpose: a result that leaves out deals which its table recorded."""

from __future__ import annotations

from django import forms

from tournament.actions.signed_deals import DealsDiffer


class MayDropDeals(forms.Form):
    """Part of a form that enters a result. `drop_deals` is asked for only where the action refused it."""

    drop_deals = forms.BooleanField(required=False)

    @property
    def asks_deals(self) -> bool:
        """Whether the question stands on the page: it was just asked, or was answered already."""
        return bool("drop_deals" in self.errors or self.cleaned_data.get("drop_deals"))


def is_about_deals(error: Exception) -> bool:
    """Whether an action was refused only because recorded deals say something else."""
    return isinstance(error, DealsDiffer)
