"""A knock-out's bracket as a piece of a book: the main tree and the places played out."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.book_bracket import Bracket
from tournament.exports.bracket import parts
from tournament.lists.brackets import drawn_tree
from tournament.models import Stage
from tournament.queries.bracket_now import trees_now

MOST_ROWS = 16  # boxes below each other that a page holds


def bracket(stage: Stage) -> Bracket | None:
    """The stage's bracket as it stands; None while nothing is drawn. Seven queries.

    More than 32 places take several pages: parts of 32, then the rounds in which they meet.
    """
    trees = trees_now(stage)
    if not trees:
        return None
    cut = tuple(part for tree in trees for part in parts(drawn_tree(tree), MOST_ROWS))
    return Bracket(_("%(stage)s签表") % {"stage": stage.name}, cut)
