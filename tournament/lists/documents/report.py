"""赛事总结报告: the event in words and figures, winners and thanks, for the leader of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.exports.book import Chapter, Line, LineKind, Piece, Words
from tournament.exports.word import WordDocument
from tournament.lists.books.chapters import days_of
from tournament.lists.papers.awards import awards, unit_ranks
from tournament.lists.papers.standings import best_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Appeal, Event, Match, MatchKind, Pair, PairStatus
from tournament.queries.appeals import appeals_of
from tournament.queries.booklet import hosts_of
from tournament.queries.penalties import penalties_of
from tournament.queries.progress import EventProgress, StageProgress, event_progress
from tournament.queries.results import standing_results
from tournament.wording.appeals import outcome_text

PLAYED = (PairStatus.ACTIVE, PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED)


def report(want: Wanted) -> WordDocument:
    """What took place, who came, what was played, who won, what was ruled, and to whom thanks are due.

    It is written as far as the event has come: where something is still open, the report says so.
    """
    progress = event_progress(want.event)
    title = _("赛事总结报告")
    pieces: list[Piece] = [
        Words(tuple(_about(want.event, progress)), _("一、赛事概况")),
        Words(tuple(_played(progress)), _("二、比赛情况")),
        Words(tuple(_won(want, progress)), _("三、获奖情况")),
        *_winners(want),
        Words(tuple(_ruled(want.event)), _("四、判罚和申诉")),
        Words(tuple(_thanks(want.event)), _("五、致谢"), signatures=(_("赛事负责人"),)),
    ]
    return WordDocument(want.event.name, title, (Chapter(title, tuple(pieces)),), made_at=want.at)


def _about(event: Event, progress: EventProgress) -> Iterator[Line]:
    when, where, hosts = days_of(event), event.venue, hosts_of(event, event.booklet_facts)
    if when:
        yield Line(_("比赛时间：%(when)s。") % {"when": when})
    if where:
        yield Line(_("比赛地点：%(where)s。") % {"where": where})
    if hosts:
        yield Line(_("主办单位：%(hosts)s。") % {"hosts": _("、").join(hosts)})
    counted = Pair.objects.filter(event=event, status__in=PLAYED).aggregate(
        pairs=Count("pk"),
        units=Count("unit", distinct=True),
        left=Count("pk", filter=~Q(status=PairStatus.ACTIVE)),
    )
    said = {"pairs": counted["pairs"], "people": 2 * counted["pairs"], "units": counted["units"]}
    if counted["units"]:
        words = {**said, "term": event.unit_term}
        yield Line(_("参赛%(term)s %(units)s 个，参赛 %(pairs)s 队，共 %(people)s 人。") % words)
    else:
        yield Line(_("参赛 %(pairs)s 队，共 %(people)s 人。") % said)
    if counted["left"]:
        yield Line(_("其中中途退赛或被取消资格 %(count)s 队。") % {"count": counted["left"]})


def _played(progress: EventProgress) -> Iterator[Line]:
    """Each stage in a sentence, then all of them together."""
    played = [one for one in progress.stages if one.rounds]
    if not played:
        yield Line(_("比赛还没有开始。"))
        return
    tables = 0
    for one in played:
        entered = sum(turn.entered_count for turn in one.rounds)
        tables += entered
        yield Line(_stage(one, entered))
    left = sum(turn.missing_count for one in played for turn in one.rounds)
    yield Line(_("全部比赛共完成 %(count)s 局。") % {"count": tables})
    walkovers = _walkovers(progress.event)
    if walkovers:
        yield Line(_("其中因弃权没有打的 %(count)s 局。") % {"count": walkovers})
    if left:
        yield Line(_("写这份报告时还有 %(count)s 桌没有成绩。") % {"count": left})


def _stage(one: StageProgress, entered: int) -> str:
    said = {
        "stage": one.stage.name,
        "pairs": one.entrant_count,
        "groups": one.group_count,
        "rounds": len(one.rounds),
        "count": entered,
    }
    if one.stage.has_groups and one.group_count > 1:
        return _("%(stage)s：%(pairs)s 队分 %(groups)s 组，进行 %(rounds)s 轮，完成 %(count)s 局。") % said
    return _("%(stage)s：%(pairs)s 队，进行 %(rounds)s 轮，完成 %(count)s 局。") % said


def _walkovers(event: Event) -> int:
    matches = Match.objects.filter(round__group__stage__event=event, kind=MatchKind.PLAY)
    return standing_results().filter(match__in=matches, kind__in=("forfeit", "double_forfeit")).count()


def _won(want: Wanted, progress: EventProgress) -> Iterator[Line]:
    """The first three of the last stage, where no awards were set that say it better."""
    if want.event.awards:
        yield Line(_("获奖名单如下。"))
        return
    last = next(
        (one for one in reversed(progress.stages) if any(turn.entered_count for turn in one.rounds)), None
    )
    if last is None:
        yield Line(_("还没有名次。"))
        return
    if not last.is_closed:
        yield Line(_("%(stage)s还没有结束，以下是目前的名次。") % {"stage": last.stage.name})
    for rank, names in best_of(last.stage, 3):
        yield Line(
            _("%(stage)s第 %(rank)s 名：%(names)s")
            % {"stage": last.stage.name, "rank": rank, "names": names},
            LineKind.ITEM,
        )


def _winners(want: Wanted) -> Iterator[Piece]:
    if want.event.awards:
        yield replace(awards(want), signatures=())
    if want.event.unit_ranking:
        yield replace(unit_ranks(want), signatures=())


def _ruled(event: Event) -> Iterator[Line]:
    given = [one for one in penalties_of(event) if one.counts]
    appeals = [one for _number, one in appeals_of(event)]
    if given:
        yield Line(_("全部比赛有效的判罚 %(count)s 项。") % {"count": len(given)})
    else:
        yield Line(_("全部比赛没有判罚。"))
    if appeals:
        yield Line(_("收到申诉 %(count)s 件。") % {"count": len(appeals)})
        yield from _answered(appeals)
    else:
        yield Line(_("没有收到申诉。"))


def _answered(appeals: list[Appeal]) -> Iterator[Line]:
    """What became of them: 申诉成立 1 件、驳回 2 件; those that wait are counted too."""
    ends = Counter(outcome_text(one.outcome) or _("待裁定") for one in appeals)
    counts = [_("%(what)s %(count)s 件") % {"what": what, "count": count} for what, count in ends.items()]
    yield Line(_("其中%(counts)s。") % {"counts": _("、").join(counts)})


def _thanks(event: Event) -> Iterator[Line]:
    booklet = event.booklet_facts
    houses = [*hosts_of(event, booklet), *booklet.organisers, *booklet.co_organisers, *booklet.supporters]
    named = list(dict.fromkeys(houses))
    if named:
        yield Line(_("感谢%(houses)s对本次比赛的组织和支持。") % {"houses": _("、").join(named)})
    words = _("感谢全体裁判员和工作人员的辛勤工作，感谢各%(units)s和全体参赛者的参与。")
    yield Line(words % {"units": event.unit_term})
