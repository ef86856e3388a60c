"""What is signed agrees with the deals that its table recorded, or leaves them out on purpose."""

from __future__ import annotations

from typing import Any

from scoring.records import DealsCodec, to_json
from tournament.actions.results import event_of
from tournament.errors import ActionRefused
from tournament.models import Match, TableEntry
from tournament.queries.recorded_deals import Beside, LeftDeals
from tournament.wording.running import dealt_words, written_words


class DealsDiffer(ActionRefused):
    """The recorded deals say something else than what was to be stored; `left` are those deals.

    Whoever writes may leave them out on purpose, or look again.
    """

    def __init__(self, match: Match, left: LeftDeals) -> None:
        told = {
            "table": match.table,
            "deals": dealt_words(left.state, left.game, left.name),
            "typed": written_words(to_json(left.written)),
        }
        super().__init__("deals_differ", field="drop_deals", **told)
        self.left = left


def refuse_contradiction(match: Match, beside: Beside, drop_deals: bool) -> None:
    """Raise `DealsDiffer` unless whoever writes has said that the deals are left out.

    Where an event takes no entries at tables any longer its phones' drafts ask nobody.
    """
    is_paper = event_of(match).table_entry == TableEntry.READ_ONLY
    if not drop_deals and not is_paper and beside.contradiction is not None:
        raise DealsDiffer(match, beside.contradiction)


def dropped_codes(left: tuple[LeftDeals, ...], table: int | None = None) -> dict[str, Any]:
    """The deals that were left out, for the journal's line: nothing that was recorded is lost. `table` is
    told where the line speaks of several."""
    told = [
        {
            "table": table,
            "game": one.game,
            "ns": one.state.ns_level,
            "ew": one.state.ew_level,
            "passed": one.state.passed_a or "",
            "deals": DealsCodec().write(one.items),
        }
        for one in left
    ]
    return {"dropped": told} if told else {}
