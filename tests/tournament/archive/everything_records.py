"""The records of the archive that holds every fact: rulings, draws, publications, history."""

from __future__ import annotations

from typing import Any

from pairing import lots
from tests.tournament.archive.documents import NAMES, Json, pair, passed
from tournament.actions.archived import PENALTY_FLAGS

SWISS_INPUTS = {"draw": "pairings", "method": "swiss", "number": 1, "contestants": [[1, "7/2", 1, "甲队"]]}
LOTS_INPUTS = {
    "draw": "groups",
    "algorithm": "guansai-spread-1",
    "entrants": [[1, None, 2], [2, "乙队", None]],
}


def round_draw(number: int) -> Json:
    """The pairings of a Swiss round."""
    return {
        "stage": "积分编排",
        "group": "全体",
        "what": "pairings",
        "round": number,
        "seed": "11",
        "algorithm": "guansai-swiss-1",
        "depends_on": SWISS_INPUTS,
        "inputs": lots.digest(SWISS_INPUTS),
        "result": {"tables": [[1, 2], [3, 5]], "byes": [7], "missed": []},
    }


def committed_draw() -> Json:
    """A draw that was committed to."""
    return {
        "stage": "豪威尔",
        "what": "groups",
        "seed": "9000000000000000000",
        "depends_on": LOTS_INPUTS,
        "inputs": lots.digest(LOTS_INPUTS),
        "result": [[1, 2, 3, 4, 5, 6]],
        "at": "2013-04-27T21:20:00+08:00",
    }


def commitment(**more: Any) -> Json:
    """What was published before it."""
    return {
        "stage": "豪威尔",
        "what": "groups",
        "digest": lots.commitment(LOTS_INPUTS),
        "depends_on": LOTS_INPUTS,
        "source": "当晚福彩 3D 号码",
        "at": "2013-04-27T12:00:00+08:00",
        **more,
    }


def penalties() -> list[Json]:
    """A full one and two short ones."""
    return [
        {
            "pair": 2,
            "player": NAMES[2] + "一",
            "stage": "预赛",
            "round": 1,
            "table": 2,
            "after_deal": 3,
            "grade": "demotion",
            "article": "(六)3",
            "text": "第一行\n<b>第二行</b> & 完",
            "effect": "降三级",
            "points": "-1.5",
            "levels": -3,
            "opponents_levels": 1,
            "referee": "临场裁判员",
            "at": "2013-04-28T09:31:00+08:00",
            "cancelled": "复核后撤销",
        },
        {"pair": 3, "grade": "suspension"},
        {"pair": 1, "stage": "预赛", "grade": "match_loss", "points": "-2"},
        {
            "pair": 2,
            "grade": "match_loss",
            "made_of": [1, 2],
            **dict.fromkeys(PENALTY_FLAGS, True),
            "cancelled": "免予累计",
        },
    ]


def shown(number: int) -> Json:
    """A pair as publications freeze it."""
    return {"number": number, "name": "", "players": pair(number)["players"], "unit": "甲队"}


def appeals() -> list[Json]:
    """One against a penalty, late and upheld."""
    return [
        {
            "pair": 2,
            "stage": "预赛",
            "round": 1,
            "table": 2,
            "penalty": 1,
            "by": "王芳",
            "as": "leader",
            "filed_at": "2013-04-28T11:20:00+08:00",
            "due_at": "2013-04-28T11:10:00+08:00",
            "late": True,
            "jury": ["赵一", "钱二", "孙三"],
            "text": "第 3 副判罚不当。\n请复议。",
            "votes": {"for": 2, "against": 0},
            "decision": "申诉成立。",
            "decided_at": "2013-04-28T12:05:30+08:00",
            "outcome": "upheld",
            "effect": "both",
        }
    ]


def published() -> list[Json]:
    """Publications that stand, were corrected and were taken down."""
    rows = [{"group": "A", "session": "", "pairs": []}]
    tables = [{"group": "A", "table": 1, "kind": "play", "ns": shown(1), "ew": shown(3)}]
    ranked = {"after_round": 1, "tiebreaks": ["lots"], "groups": [], "overall": [], "results": []}
    return [
        {"stage": "预赛", "what": "groups", "number": 1, "rows": rows, "at": "2013-04-27T10:00:00+08:00"},
        {"stage": "预赛", "what": "pairings", "round": 1, "number": 1, "rows": tables},
        {
            "stage": "预赛",
            "what": "standings",
            "round": 1,
            "number": 1,
            "rows": ranked,
            "rules": {"minutes": 45},
        },
        {
            "stage": "预赛",
            "what": "standings",
            "round": 1,
            "number": 2,
            "rows": ranked,
            "reason": "更正第 1 桌",
        },
        {
            "stage": "预赛",
            "what": "pairings",
            "round": 2,
            "session": "上午",
            "number": 2,
            "rows": tables,
            "withdrawn_at": "2013-04-28T09:59:00+08:00",
        },
    ]


def history() -> list[Json]:
    """Three versions of one result."""
    at = {"stage": "预赛", "group": "A", "round": 1}
    return [
        {
            **at,
            "table": 1,
            "version": 1,
            "ns": 3,
            "result": passed("ew"),
            "by": "王记录",
            "source": "page",
            "checked_at": "2013-04-28T09:50:30+08:00",
            "checked_by": "周复核",
        },
        {**at, "table": 1, "version": 2, "reason": "录错一桌，先清空"},
        {
            **at,
            "table": 1,
            "version": 3,
            "result": passed(),
            "at": "2013-04-28T09:52:00+08:00",
            "reason": "重录",
        },
    ]


def walls() -> Json:
    """What everybody was told, and what the screens show."""
    return {
        "announcements": [
            {"text": "午餐在二楼食堂。\n请带参赛证。", "at": "2013-04-28T11:40:00+08:00"},
            {
                "text": "请 3 号桌到裁判台。",
                "at": "2013-04-28T14:05:10+08:00",
                "withdrawn_at": "2013-04-28T14:09:00+08:00",
            },
        ],
        "screens": [
            {"number": 1, "shows": ["tables", "clock"], "seconds": 8},
            {"number": 3, "name": "三楼", "areas": ["三楼会议室"]},
        ],
    }
