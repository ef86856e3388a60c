"""Who may do what in an event, as its page shows it: read from the table of rights itself."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournament.models import Role
from tournament.permissions import DEEDS, RIGHTS_OF_ROLE, Deed, right_for
from tournament.wording.rights import STATES, WORDS


class RightTable(tables.Table):
    """A deed a row, a role a column; the site's owner, who may everything, is told beside it."""

    deed = tables.Column(verbose_name=_("做什么"), attrs={"td": {"class": "long"}})
    state = tables.Column(verbose_name=_("与轮次状态的关系"), attrs={"td": {"class": "long"}}, default="")
    caption = _("权限")

    class Meta:
        orderable = False

    def __init__(self) -> None:
        columns = [(str(role), tables.Column(verbose_name=role.label)) for role in Role]
        sequence = ("deed", *(str(role) for role in Role), "state")
        super().__init__([_row(deed) for deed in DEEDS], extra_columns=columns, sequence=sequence)


def _row(deed: Deed) -> dict[str, Any]:
    told = {str(role): may_in_words(role, deed) for role in Role}
    return {"deed": WORDS[f"deed.{deed.code}"], "state": STATES.get(deed.code, ""), **told}


def may_in_words(role: Role, deed: Deed) -> Any:
    """Whether somebody in this role may do it: always, until its round is closed, or not."""
    held = RIGHTS_OF_ROLE[role]
    if right_for(deed) not in held:
        return "–"
    if deed.once_closed is not None and deed.once_closed not in held:
        return _("本轮结束前可以")
    return _("可以")
