"""What pages of a knock-out say where a corrected result no longer fits the rounds drawn from it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournament.models import Stage
from tournament.permissions import Right, rights_of
from tournament.queries.bracket import wrong_pairs
from tournament.wording.knockout import wrong_pair_text


def wrong_parts(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    """`wrong`, a sentence for each pair that stands where another should, and whether this person may pair
    again. Two queries where the stage is a knock-out, else none.
    """
    if not stage.is_knockout:
        return {}
    wrong = [wrong_pair_text(one, stage) for one in wrong_pairs(stage)]
    may = bool(wrong) and Right.DIRECT in rights_of(request.user, stage.event)
    return {"wrong": wrong, "may_pair_again": may}
