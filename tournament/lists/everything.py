"""Everything that an event can print as it stands, in the folders of a whole set."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.bought_forms import FormSet
from tournament.exports.bracket_drawing import BracketPaper
from tournament.exports.cards.sheet import CardSet
from tournament.exports.certificates import DiplomaSet
from tournament.exports.paper import Paper
from tournament.exports.scoresheets import SheetSet
from tournament.lists.cards.catalogue import CARDS, CardKind, Printable
from tournament.lists.papers.catalogue import PAPERS, Moment, Needs, PaperKind
from tournament.lists.papers.rules import rules_to_sign
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.permissions import Right
from tournament.queries.progress import EventProgress, RoundProgress, StageProgress
from tournament.wording.knockout import round_name

FOLDERS: dict[Moment, str | Promise] = {
    Moment.BEFORE: _("01 报名和签到"),
    Moment.DRAW: _("02 抽签"),
    Moment.ROUND: _("03 每轮"),
    Moment.RANKING: _("04 名次"),
    Moment.AWARDS: _("05 颁奖"),
    Moment.EMERGENCY: _("06 应急"),
    Moment.RULING: _("08 判罚和申诉"),
}
TABLES: str | Promise = _("07 电子表格")

RULES = PaperKind(
    "rules", _("规则确认书"), Moment.BEFORE, rules_to_sign, Needs.EVENT, right=Right.DIRECT
)  # has a page and an address of its own
LOTS = {"draw-slips", "draw-numbers"}  # of use until everybody has drawn
AT_ANY_TIME = {"nameless"}
OF_THE_MOMENT = {"calls"}  # out of date when the next slip comes: no part of a whole set
WHOLE_PLAN = {"movement", "movement-cards"}  # say where everybody goes next: only where all rounds are known
AFTER_PLAY = {"results", "check-results", "scoresheets-filled", "reports"}
ORDERS = {"tables", "numbers", "units"}
SAME_ROWS = {
    "rules",
    "numbers",
    "units",
    "check-results",
}  # in another order, or for signing: no sheet of theirs


@dataclass(frozen=True, slots=True)
class Asked:
    """One paper or one kind of cards, what is wanted of it, and the moment whose folder it goes into."""

    kind: PaperKind | CardKind
    want: Wanted
    moment: Moment

    @property
    def folder(self) -> tuple[str, ...]:
        """The folder, and within the rounds' folder the round's own: 03 每轮, 预赛 第 1 轮."""
        top = str(FOLDERS[self.moment])
        if self.moment is not Moment.ROUND:
            return (top,)
        stage, number = self.want.the_stage, self.want.the_round
        return (top, f"{stage.name} {round_name(number, stage)}")

    @property
    def label(self) -> str:
        """What it is called while it is not made yet: 预赛 第 1 轮 对阵表（按桌号）."""
        stage, number = self.want.stage, self.want.round_number
        if stage is None:
            return str(self.kind.title)
        title = self.kind.title_in(stage) if isinstance(self.kind, PaperKind) else str(self.kind.title)
        turn = round_name(number, stage) if number is not None else ""
        return " ".join(filter(None, (stage.name, turn, title)))

    @property
    def for_staff(self) -> bool:
        """Whether it is not meant for others."""
        return isinstance(self.kind, PaperKind) and self.kind.for_staff

    def title_of(self, made: Paper | Printable) -> str:
        """What its file is called: the same pairings in three orders are told apart, and what is for the
        staff alone says so."""
        if not isinstance(made, Paper):
            return made.title
        if self.for_staff:
            return for_staff(made.title)
        told_apart = self.kind.key in ORDERS or (
            self.kind.needs is Needs.ANY_ROUND and self.want.round_number is not None
        )
        return f"{made.title}（{made.subtitle}）" if told_apart and made.subtitle else made.title

    @property
    def is_list(self) -> bool:
        """Whether it is a sheet of the event's workbook: every list once, standings as they are now."""
        if not isinstance(self.kind, PaperKind) or self.kind.is_form or self.kind.key in SAME_ROWS:
            return False
        return self.kind.needs is not Needs.ANY_ROUND or self.want.round_number is None


def for_staff(title: str) -> str:
    """What a file is called that is not meant for others."""
    return gettext("%(title)s（仅供工作人员）") % {"title": title}


def everything(want: Wanted, progress: EventProgress, rights: Collection[Right]) -> list[Asked]:
    """All papers and cards that mean anything now and that somebody with `rights` may have, by moment.

    What is left out has nothing to say yet: rounds that are not made, lots after the draw, results of a round
    without any. No query: `progress` is the event's.
    """
    catalogue: tuple[PaperKind | CardKind, ...] = (RULES, *PAPERS.values(), *CARDS.values())
    kinds = [kind for kind in catalogue if kind.right in rights and _is_of(kind, want.event)]
    found: list[Asked] = []
    for moment in FOLDERS:
        if moment is Moment.ROUND:
            found += _of_rounds(want, progress, kinds)
            continue
        mine = [kind for kind in kinds if kind.moment is moment]
        found += [Asked(kind, want, moment) for kind in mine if not kind.has_stage]
        for one in progress.stages:
            of_stage = replace(want, stage=one.stage)
            found += [Asked(kind, of_stage, moment) for kind in mine if _is_of_stage(kind, one)]
    return found


def _is_of(kind: PaperKind | CardKind, event: Event) -> bool:
    return not isinstance(kind, PaperKind) or kind.is_of(event)


def _is_of_stage(kind: PaperKind | CardKind, one: StageProgress) -> bool:
    if not kind.has_stage or kind.needs_round or not _is_for(kind, one):
        return False
    if kind.key in AT_ANY_TIME:
        return True
    if kind.key in LOTS:
        return not one.placed_count
    return bool(one.rounds) if kind.moment is not Moment.DRAW else bool(one.placed_count)


def _is_for(kind: PaperKind | CardKind, one: StageProgress) -> bool:
    """One group's ranking is the whole stage's; brackets are those of a knock-out; a plan is known whole."""
    if kind.key in WHOLE_PLAN and one.planned is not None:
        return False
    if isinstance(kind, PaperKind):
        return kind.is_for(one.stage)
    return one.stage.is_knockout or not kind.key.startswith("bracket")


def _of_rounds(
    want: Wanted, progress: EventProgress, kinds: Collection[PaperKind | CardKind]
) -> Iterator[Asked]:
    """Every round's papers and cards, and the standings after it."""
    for one in progress.stages:
        for turn in one.rounds:
            of_round = replace(want, stage=one.stage, round_number=turn.number)
            for kind in kinds:
                if _is_of_round(kind, one, turn):
                    yield Asked(kind, of_round, Moment.ROUND)


def _is_of_round(kind: PaperKind | CardKind, one: StageProgress, turn: RoundProgress) -> bool:
    if kind.key in OF_THE_MOMENT or not _is_for(kind, one):
        return False
    if kind.needs is Needs.ANY_ROUND:
        return turn.entered_count > 0 and kind.key != "cross"
    return kind.needs_round and (turn.entered_count > 0 or kind.key not in AFTER_PLAY)


def why_empty(made: Paper | Printable) -> str:
    """The sentence that is all there would be on it; "" where it has something to say."""
    if isinstance(made, Paper):
        has_rows = any(section.rows for section in made.sections)
        return "" if has_rows or not made.sections else made.sections[0].empty_sentence
    if isinstance(made, CardSet):
        return "" if made.cards else made.empty or str(_("没有内容。"))
    if isinstance(made, BracketPaper):
        return "" if made.trees else made.empty or str(_("没有内容。"))
    if isinstance(made, DiplomaSet):
        return "" if made.diplomas else made.empty or str(_("没有内容。"))
    if isinstance(made, FormSet):
        return "" if made.sheets else made.empty or str(_("没有内容。"))
    if isinstance(made, SheetSet):
        return "" if made.sheets else str(_("没有内容。"))
    return ""
