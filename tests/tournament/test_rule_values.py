"""Settings in words: what people read for each value, with its figures."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rulebooks import Source
from scoring.rules import resolve
from scoring.schemes import SCHEMES, HundredPlus
from tournament.queries.rule_lines import names_in, rule_sections, speaks
from tournament.wording.plans import stage_text
from tournament.wording.rule_values import scheme_rows, source_text, value_text


@pytest.mark.parametrize(
    ("settings", "key", "text"),
    [
        pytest.param({"minutes": 60}, "minutes", "60 分钟", id="a time limit"),
        pytest.param({}, "minutes", "不限时，打到过A为止", id="no limit"),
        pytest.param({"finish_level": "10"}, "minutes", "不限时，打到过 10 为止", id="to pass 10"),
        pytest.param({"deals": 8}, "minutes", "打满 8 副", id="a number of deals"),
        pytest.param({"minutes": 40, "deals": 8}, "minutes", "40 分钟或打满 8 副，先到为准", id="both"),
        pytest.param({}, "ace_failure", "继续打A，直到打过或时间到", id="failures without a limit"),
        pytest.param(
            {"ace_failure": "back_to_2", "ace_failures": 4},
            "ace_failure",
            "4 次打A不过：退回 2 重新打",
            id="four failures",
        ),
        pytest.param({"walkovers": {"bye": "17"}}, "walkovers.bye", "17 分，计入净级差 +4", id="a bye's row"),
        pytest.param({}, "walkovers.forfeiter", "0 分，计入净级差 −13", id="a forfeiter's row"),
        pytest.param(
            {"scheme": "match-points", "walkovers": {"missed": "-1"}},
            "walkovers.missed",
            "−1 分，计入净级差 0",
            id="less than nothing",
        ),
        pytest.param({"tiebreaks": []}, "tiebreaks", "不再判定，名次并列", id="no tie-break"),
        pytest.param({"tiebreaks": ["wins", "lots"]}, "tiebreaks", "胜场 → 抽签", id="two tie-breaks"),
        pytest.param({"late_minutes": 10}, "late_minutes", "开赛 10 分钟未到齐，本轮按弃权处理", id="late"),
        pytest.param({}, "late_minutes", "没有规定", id="nothing about lateness"),
        pytest.param({"late_in_a_row": 2}, "late_in_a_row", "连续迟到超过 2 次取消资格", id="late again"),
        pytest.param(
            {"play_seconds": {"first": 30, "return": 40}},
            "play_seconds",
            "首攻 30 秒，还贡 40 秒",
            id="seconds",
        ),
        pytest.param(
            {"foul_limit": {"count": 3}},
            "foul_limit",
            "一方一轮内犯规满 3 次：对方这一副按双下升 3 级",
            id="fouls",
        ),
        pytest.param(
            {"ladder": {"warning": {"count": 2, "becomes": "violation"}}},
            "ladder",
            "2 次警告算 1 次记违例（整个赛事内）",
            id="a ladder",
        ),
        pytest.param({"return_tribute": None}, "return_tribute", "没有规定", id="any card back"),
        pytest.param(
            {"scheme": {"kind": "match-points", "win": "3", "draw": None, "loss": "0.5"}},
            "scheme",
            "场分，自定分数：胜 3，负 0.5，没有平局",
            id="own match points",
        ),
        pytest.param(
            {"scheme": {"kind": "table", "winner": ["2", "3"], "loser": ["2", "1"]}},
            "scheme",
            "自定的级差换算表：级差 0 起胜方得 2、3 分",
            id="own table",
        ),
        pytest.param(
            {"scheme": {"kind": "hundred-plus", "bonus": "50"}},
            "scheme",
            "总得分制，自定分数：奖励 50，级差最多计 15，级数最多计 12",
            id="another bonus",
        ),
        pytest.param(
            {"scheme": {"kind": "win-plus-diff", "win": "3"}},
            "scheme",
            "胜分加级差，自定分数：胜 3，平 1，负 0，每级差加减 0.1",
            id="win and difference",
        ),
    ],
)
def test_a_setting_in_words(settings: dict[str, Any], key: str, text: str) -> None:
    assert value_text(key, resolve({"level_tie": "in_play_side"}, settings)) == text


@pytest.mark.parametrize(
    ("source", "decided", "text"),
    [
        pytest.param(Source(article="四"), False, "原文 四", id="an article"),
        pytest.param(Source(article="四", note="重复打A"), False, "原文 四（重复打A）", id="with a note"),
        pytest.param(Source(ours=True), False, "本软件的选择", id="ours"),
        pytest.param(Source(article="四"), True, "本赛事自定", id="the event's own"),
    ],
)
def test_where_a_value_comes_from(source: Source, decided: bool, text: str) -> None:
    assert source_text(source, decided=decided) == text


def test_the_conversion_table_begins_with_the_draw_and_ends_with_and_more() -> None:
    rows = scheme_rows(SCHEMES["table-26"])
    assert (rows[0], rows[1], rows[-1]) == (("平局", "13", "13"), ("0", "13", "13"), ("13 及以上", "26", "0"))
    assert scheme_rows(HundredPlus()) == []


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        pytest.param({}, "deal_in_progress", id="no time, no running deal"),
        pytest.param({"tiebreaks": ["wins"]}, "head_to_head", id="nobody looks at it"),
        pytest.param({}, "leader_at_time", id="no bonus to give"),
        pytest.param({}, "fall_keeps_gain", id="nobody falls"),
        pytest.param({"tiebreaks": ["lots"]}, "bye_is_win", id="wins are not counted"),
    ],
)
def test_settings_without_effect_are_not_said(settings: dict[str, Any], key: str) -> None:
    rules = resolve(settings)
    assert not speaks(key, rules)
    assert key not in {line.key for section in rule_sections(rules, {}) for line in section.lines}


def test_the_names_of_settings_as_sources_have_them() -> None:
    layer = {"walkovers": {"bye": "1"}, "deals": 8, "ace_failures": 2, "scheme": "table-26"}
    assert names_in(layer) == {"walkovers.bye", "minutes", "ace_failures", "ace_failure", "scheme"}


@pytest.mark.parametrize(
    ("entry", "grouping", "pairing", "text"),
    [
        pytest.param(
            "all",
            {"method": "draw", "size": 4},
            {"method": "rotation", "rounds": 3},
            "全部参赛队；抽签分组，每组 4 队；移位 3 轮",
            id="heats",
        ),
        pytest.param(
            {"from": "预赛", "top_per_group": 2, "best_next": 1},
            {"method": "one"},
            {"method": "round_robin", "legs": 2},
            "预赛每组前 2 名，另加成绩最好的 1 队；不分组；双循环",
            id="final",
        ),
        pytest.param(
            {"from": "预赛", "ranks": [9, 16]},
            {"method": "snake", "count": 2},
            {"method": "round_robin"},
            "预赛第 9 至 16 名；蛇形分组，分 2 组；单循环",
            id="places",
        ),
        pytest.param(
            {"category": "女子"},
            {"method": "unit"},
            {"method": "random"},
            "女子组别；按单位分组；抽签对阵",
            id="category",
        ),
        pytest.param(
            {"from": "预赛", "top": 16},
            {"method": "one"},
            {"method": "knockout"},
            "预赛前 16 名；不分组；淘汰",
            id="best",
        ),
        pytest.param(
            {"from": "预赛", "carry": "all"},
            {"method": "previous_rank"},
            {"method": "swiss", "rounds": 5},
            "预赛全部；按上一阶段名次分组；积分编排 5 轮",
            id="everybody again",
        ),
    ],
)
def test_a_stage_in_one_line(entry: Any, grouping: Any, pairing: Any, text: str) -> None:
    assert stage_text(entry, grouping, pairing) == text
