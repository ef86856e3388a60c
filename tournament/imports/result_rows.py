"""What becomes of each row of a round's results: judged beside the tables and what stands there already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.scoresheet import Scoresheet, judge, parse_level
from scoring.walkovers import match_points
from tournament import wording
from tournament.actions.results import columns_of, says_the_same
from tournament.errors import ActionRefused
from tournament.forms.base import new_key
from tournament.forms.scoresheet import ScoresheetForm
from tournament.imports.messages import sentence
from tournament.imports.results import ResultLine
from tournament.models import MatchKind, Result, ResultKind, RoundState
from tournament.names.cleaning import clean_number, name_key
from tournament.queries.recorded_deals import beside_deals
from tournament.queries.round_desk import RoundDesk, find_match, rows_of
from tournament.queries.rounds import TableRow
from tournament.wording.figures import clock
from tournament.wording.rules import ENDED
from tournament.wording.running import dealt_words
from tournament.wording.scores import outcome_words, result_words

_ASKED_ONE_BY_ONE: Final = 20  # unknown tables of which the reason is looked up; a file of others has no end

# The words of each answer, whatever language the page was in when its template was made.
_ENDINGS: Final = {
    **{key: key for key in ENDED},
    "过a": "passed_a", "a": "passed_a", "时间到": "time", "到时": "time", "限时": "time",
    "打满副数": "deals", "副数": "deals", "打a不过判负": "ace_failed", "裁定": "ruling",
}  # fmt: skip
_SIDES: Final = {"南北": "ns", "ns": "ns", "东西": "ew", "ew": "ew"}


class ResultFate(StrEnum):
    """What becomes of a row."""

    NEW = "new"  # nothing stands at the table yet
    SAME = "same"  # this is what stands
    DIFFERS = "differs"  # something else stands: overwritten only on purpose
    BLANK = "blank"  # a table without levels: left as it is
    ERROR = "error"  # cannot be, or no table of this round


@dataclass(slots=True)
class JudgedResult:
    """One row with its table (None: none of this round), its fate, and the sentences about it."""

    line: ResultLine
    table: TableRow | None = None
    fate: ResultFate = ResultFate.ERROR
    sheet: Scoresheet | None = None
    told: list[str] = field(default_factory=list)
    deals: str = ""  # where recorded deals stand that say something else

    @property
    def now(self) -> str:
        """What stands at the table, in words: its result, or its recorded deals that say something else."""
        if self.deals:
            return _("逐副记录 %(deals)s") % {"deals": self.deals}
        return result_words(self.table.result) if self.table is not None and self.table.result else ""

    @property
    def will(self) -> str:
        """What the row says, in words: 南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7."""
        if self.sheet is None or self.table is None:
            return ""
        stage = self.table.match.round.group.stage
        outcome = judge(self.sheet, stage.scoring_rules, knockout=stage.is_knockout)
        return outcome_words(outcome, match_points(outcome, stage.scoring_rules))

    @property
    def is_closed(self) -> bool:
        """Whether the table's round is closed: a correction needs its reason."""
        return self.table is not None and self.table.match.round.state == RoundState.CLOSED


def judge_results(desk: RoundDesk, lines: Sequence[ResultLine], *, may_correct: bool) -> list[JudgedResult]:
    """Judge the rows beside the round; five queries, and up to twenty rows more whose table is unknown.

    `may_correct` says whether the reader may change results of a closed round.
    """
    tables = [row for row in rows_of(desk) if row.match.kind == MatchKind.PLAY]
    prefetch_related_objects([row.match for row in tables], "running")
    return [*_judged(desk, tables, lines, may_correct)]


def _judged(
    desk: RoundDesk, tables: Sequence[TableRow], lines: Iterable[ResultLine], may_correct: bool
) -> Iterable[JudgedResult]:
    seen: dict[int, int] = {}
    looked_up = 0
    for line in lines:
        one = JudgedResult(line, told=[sentence(remark) for remark in line.flaws])
        try:
            one.table = _find(desk, tables, line, look=looked_up < _ASKED_ONE_BY_ONE)
            _refuse_twice(one, seen)
            _judge(one, may_correct)
        except ActionRefused as error:
            looked_up += one.table is None
            one.told.append(wording.of_error(error))
        yield one


def _find(desk: RoundDesk, tables: Sequence[TableRow], line: ResultLine, *, look: bool) -> TableRow:
    """The table that a row names; otherwise the reason, as at the desk's line."""
    number = line.table_number
    if number is None:
        code = "import_table_not_number" if line.table else "import_no_table"
        raise ActionRefused(code, text=line.table or line.text)
    session = line.session or desk.session
    found = [
        row
        for row in tables
        if row.match.table == number
        and (not session or name_key(row.match.round.group.session) in ("", name_key(session)))
    ]
    if len(found) == 1:
        return found[0]
    if look:
        find_match(desk.stage, desk.number, number, session)
    raise ActionRefused("import_table_unknown", table=number)


def _refuse_twice(one: JudgedResult, seen: dict[int, int]) -> None:
    assert one.table is not None
    above = seen.setdefault(one.table.match.pk, one.line.row)
    if above != one.line.row:
        raise ActionRefused("import_table_twice", table=one.table.match.table, row=above)


def _judge(one: JudgedResult, may_correct: bool) -> None:
    """Give a row that names a table its fate."""
    assert one.table is not None
    _refuse_other_pairs(one.line, one.table)
    if not one.line.has_levels and not one.line.flaws:
        one.fate = ResultFate.BLANK
        return
    match = one.table.match
    stage = match.round.group.stage
    if match.round.state == RoundState.DRAFT:
        raise ActionRefused("round_not_published")
    if stage.best_of > 1:
        raise ActionRefused("series_wanted")
    form = _form(one)
    if not form.is_valid() or form.sheet is None:
        one.told += _sentences(form)
        return
    standing = one.table.result
    beside = beside_deals(match, form.sheet, standing)
    one.sheet = beside.record if isinstance(beside.record, Scoresheet) else form.sheet
    if (left := beside.contradiction) is not None and standing is None:
        one.deals = dealt_words(left.state, name=left.name)
    if standing is not None and says_the_same(standing, columns_of(one.sheet)):
        one.fate = ResultFate.SAME
        return
    if match.round.state == RoundState.CLOSED and not may_correct:
        raise ActionRefused("correction_needs_chief")
    one.fate = ResultFate.NEW if standing is None and not one.deals else ResultFate.DIFFERS


def _refuse_other_pairs(line: ResultLine, table: TableRow) -> None:
    """Numbers are a check: where they are written they must be those of the round."""
    match = table.match
    right = {"ns": match.ns.number, "ew": match.ew.number if match.ew else None}
    written = {side: clean_number(getattr(line, f"{side}_number"))[0] for side in ("ns", "ew")}
    if written == {"ns": right["ew"], "ew": right["ns"]}:
        raise ActionRefused("import_sides_swapped", table=match.table, ns=right["ns"], ew=right["ew"])
    for side in ("ns", "ew"):
        typed = getattr(line, f"{side}_number")
        if typed and written[side] != right[side]:
            raise ActionRefused(
                "import_other_pair", table=match.table, side=side, number=right[side], typed=typed[:20]
            )


def _form(one: JudgedResult) -> ScoresheetForm:
    """The row as the desk's own form, under the same rules; what it leaves out comes from an equal result."""
    assert one.table is not None
    line, stage = one.line, one.table.match.round.group.stage
    told = {
        "ended": _word(_ENDINGS, line.ended),
        "winner": _word(_SIDES, line.winner),
        "in_play": _word(_SIDES, line.in_play),
        "seconds": line.seconds,
    }
    standing = _answers_that_stand(one.table.result, line)
    values: dict[str, Any] = {key: value or standing.get(key, "") for key, value in told.items()}
    values |= {"passed_gain": standing.get("passed_gain", ""), "submission": new_key()}
    values |= {"ns_level": line.ns_level, "ew_level": line.ew_level}
    return ScoresheetForm(values, rules=stage.scoring_rules, knockout=stage.is_knockout)


def _word(words: Mapping[str, str], typed: str) -> str:
    """An answer's code; what nobody offered goes on as it is, and the form says so."""
    worded = {name_key(str(label)): key for key, label in ENDED.items()} if words is _ENDINGS else {}
    key = name_key(typed)
    return words.get(key) or worded.get(key) or typed


def _answers_that_stand(result: Result | None, line: ResultLine) -> dict[str, Any]:
    """What a standing result says beside its levels, where the row has the same levels (a gain may be left
    out: 过A)."""
    if result is None or result.kind != ResultKind.PLAYED:
        return {}
    try:
        ns, ew = parse_level(line.ns_level), parse_level(line.ew_level)
    except ScoringError:
        return {}
    passed = "ns" if ns.passed else "ew" if ew.passed else ""
    if (ns.level, ew.level, passed) != (result.ns_level, result.ew_level, result.passed_a):
        return {}
    gain = ns.gain if ns.passed else ew.gain
    return {
        "ended": result.ended,
        "winner": result.winner,
        "in_play": result.in_play,
        "passed_gain": "" if gain else str(result.passed_gain or ""),
        "seconds": "" if result.seconds is None else clock(result.seconds),
    }


def _sentences(form: ScoresheetForm) -> list[str]:
    """Everything that is wrong with a row or still to be told, each with its column."""
    told = []
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        for error in errors:
            said = {"column": label, "text": error}
            told.append(_("%(column)s：%(text)s") % said if label else str(error))
    return told
