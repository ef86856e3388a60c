"""One archive that holds every fact the format knows, also of formats that cannot be paired yet."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

from PIL import Image

from tests.tournament.archive.documents import Json, level, match, pair, passed
from tests.tournament.archive.everything_records import (
    appeals,
    commitment,
    committed_draw,
    history,
    penalties,
    published,
    round_draw,
    walls,
)


def _png() -> bytes:
    written = BytesIO()
    Image.new("RGB", (60, 60), "#8c1d4f").save(written, "PNG")
    return written.getvalue()


def rich() -> Json:
    """One event with every fact of every format, also of formats that cannot be paired yet."""
    return {
        "format": "guansai-event",
        "version": 1,
        "event": _event(),
        "units": [{"name": "甲队"}, {"name": "乙队"}, {"name": "城东（老年）大学"}],
        "pairs": _pairs(),
        "stages": [
            _heats(),
            _double_round_robin(),
            _swiss(),
            _by_unit(),
            _by_rank(),
            _knockout(),
            _howell(),
            _lots(),
        ],
        "penalties": penalties(),
        "appeals": appeals(),
        "published": published(),
        "history": history(),
    }


# A PNG of 60 × 60 pixels.
LOGO = b64encode(_png()).decode()


def _booklet() -> Json:
    """Every fact of a 秩序册."""
    return {
        "subtitle": "暨第十届读书节",
        "hosts": ["市总工会"],
        "organisers": ["市图书馆工会"],
        "co_organisers": ["读者协会"],
        "supporters": ["老年大学"],
        "committee": [{"office": "主任", "names": ["陈一帆", "林小溪"]}],
        "jury": [{"office": "仲裁", "names": ["何望舒"]}],
        "referees": [{"office": "临场裁判员", "names": ["顾南枝"], "tables": "1–10 桌"}],
        "leaders": [{"unit": "甲队", "leaders": ["陆星野"], "coaches": ["白露"]}],
        "timetable": [{"day": "4月28日", "time": "8:30", "what": "报到", "place": "一楼大厅"}],
        "supplement": "一、着装\n请穿软底鞋。",
        "logistics": "午餐在二楼食堂。",
    }


def _event() -> Json:
    return {
        "slug": "everything",
        "name": "样样都有的掼蛋赛",
        "starts_on": "2013-04-28",
        "ends_on": "2013-04-30",
        "venue": "二楼报纸阅览室",
        "organiser": "工会",
        "rulebook": "devzone-26",
        "rules": {
            "walkovers": {"bye": "17", "missed": "0.5"},
            "walkover_level_diff": {"bye": 4},
            "secondary_scheme": {"kind": "match-points", "win": "1", "draw": "0.5", "loss": "0"},
            "awarded_loss": "three_levels",
            "ladder": {"warning": {"count": 2, "becomes": "violation", "scope": "event"}},
            "foul_limit": {"count": 3, "scope": "round", "effect": "deal_awarded"},
            "tiebreaks": ["opponents_points", "progressive_cut1", "fewest_penalties", "lots"],
        },
        "unit_word": "分工会",
        "pair_word": "组合",
        "public_view": "live",
        "checking": "twice",
        "areas": [
            {"name": "三楼会议室", "tables": [[1, 12], [31, 34]]},
            {"name": "阅览室", "tables": [13, 30]},
        ],
        "check_in_closes_at": "2013-04-28T08:50:00+08:00",
        "check_in_closed_at": "2013-04-28T08:53:12+08:00",
        "made_from": "everything-2012",
        **walls(),
        "practice": True,
        "own_columns": ["用餐", "2024", "发票抬头"],
        "individuals": [
            {"name": "林望舒", "unit": "甲队", "category": "混双", "pair": 6, "phone": "13900000001"},
            {"name": "方晚晴"},
        ],
        "awards": [{"name": "一等奖", "count": 4}, {"name": "二等奖", "share": "0.25"}],
        "unit_ranking": {"best": 3},
        "printing": {
            "handings": [
                {"award": "二等奖", "prize": "茶具一套"},
                {"award": "一等奖", "presenter": "李主席"},
            ],
            "certificate": {
                "title": "奖状",
                "to": "{单位}　{姓名}：",
                "award": "{奖项}",
                "sheet": "a3",
                "per": "player",
            },
            "form": {
                "width": "260",
                "height": "184.5",
                "fields": [{"text": "{姓名}", "x": "40", "y": "80.5", "size": 28, "stand": "left"}],
                "right": "-1.5",
            },
        },
        "booklet": _booklet(),
        "logo": LOGO,
        "entries": {
            "max_per_unit": 4,
            "closes_at": "2013-04-20T18:00:00+08:00",
            "columns": {"ab" * 32: ["number", "players", "phone", "phone", "own", "skip"]},
        },
        "draws": [
            {
                "stage": "预赛",
                "what": "groups",
                "seed": "7",
                "inputs": "ab" * 32,
                "algorithm": "guansai-chance-1",
                "result": [[1, 2, 3, 4], [5, 6, 7, 8, 9]],
                "at": "2013-04-27T09:00:00.250000+08:00",
            },
            {"stage": "预赛", "what": "groups", "seed": 8, "result": [[1, 2, 3, 4], [5, 6, 7, 8, 9]]},
            {"stage": "预赛", "what": "lots", "group": "A", "seed": "3", "result": [2, 1]},
            {"stage": "预赛", "what": "lots", "group": "A", "seed": "4", "result": [1, 2]},
            {"stage": "预赛", "what": "cut", "seed": "5", "result": [7, 3], "current": False},
            {"what": "partners", "seed": "6", "result": [[1, 2]], "at": "2013-04-26T09:00:00+08:00"},
            round_draw(1),
            round_draw(2),
            committed_draw(),
        ],
        "commitments": [
            commitment(current=False),
            commitment(draw=9, seed_text="527", revealed_at="2013-04-27T21:20:00+08:00"),
        ],
    }


def _pairs() -> list[Json]:
    return [
        pair(
            1,
            category="混双",
            seed=2,
            name="东风队",
            fixed_table=3,
            phones=["13800000001", ""],
            note="靠窗",
            own={"2024": "=1+1", "用餐": "素食"},
        ),
        pair(2, "乙队", substitute="候补一", checked_in_at="2013-04-28T08:41:00+08:00"),
        pair(3, "城东(老年)大学"),
        pair(4, None),
        *(pair(number) for number in (5, 6, 7, 8)),
        pair(9, "乙队", category="女子"),
        pair(10, status="reserve"),
        pair(11, status="withdrawn"),
        pair(12, status="disqualified"),
        pair(13, None, status="house"),
    ]


RUNNING = [["ns", 2], {"ruling": {"ew": -1, "in_play": "ew"}}]


def _heats() -> Json:
    first = [
        match("A", 1, 1, 3, passed(), reasons=[{"code": "plan", "round": 1}]),
        match("A", 2, 2, 4, {"forfeit": "both"}),
        match("B", 1, 5, 6, {"awarded_loss": "ew", "ns_level": "9", "ew_level": "K"}),
        match("B", 2, 7, 8, {"ns_level": "8", "ew_level": "8", "ended": "time", "seconds": 3001}),
        {"group": "B", "bye": 9},
    ]
    second = [
        match("A", 1, 1, 2, _with_rulings(), rematch=False),
        match("A", 2, 3, 4, {"forfeit": "ew"}),
        match("B", 1, 5, 7, running=RUNNING, running_note="东西暗示，降一级", extra_minutes=5),
        match("B", 2, 6, 9),
        {"group": "B", "missed": 8},
    ]
    return {
        "name": "预赛",
        "grouping": {"method": "snake", "count": 2},
        "pairing": {"method": "rotation", "rounds": 3},
        "same_unit": "ignore",
        "first_table": 1,
        "rules": {"minutes": None, "deals": None, "level_tie": "draw"} | {"minutes": 45},
        "groups": [
            {"name": "A", "pairs": [1, 2, 3, 4], "session": "上午"},
            {"name": "B", "pairs": [5, 6, 7, 8, 9], "session": "下午"},
        ],
        "joined": {"9": 2},
        "left": {"6": 3},
        "lots": {"A": [1, 2]},
        "rounds": [
            {"number": 1, "state": "closed", "starts_at": "2013-04-28T09:00:00+08:00", "matches": first},
            {
                "number": 2,
                "state": {"A": "closed", "B": "playing"},
                "starts_at": {"A": "2013-04-28T10:00:00+08:00"},
                "ends_at": {"A": "2013-04-28T10:45:00+08:00", "B": "2013-04-28T15:45:00+08:00"},
                "paused_at": {"B": "2013-04-28T15:20:00+08:00"},
                "paused_seconds": {"A": 90},
                "late": [{"pair": 3, "excused": True, "seconds": 540}, {"pair": 5}],
                "matches": second,
            },
            {"number": 3, "state": "draft", "matches": [match("A", 1, 1, 4), match("A", 2, 2, 3)]},
        ],
    }


def _with_rulings() -> Json:
    deals = [
        {"ruling": {"ns": -1}},
        ["ns", 2],
        ["ew", 2, "awarded"],
        {"ruling": {"ew": -3, "in_play": "ns"}},
        ["ew", 3],
        {"ruling": {"cancel_gain": True}},
    ]
    return {"deals": deals, "ended": "time", "minutes": 45}


def _double_round_robin() -> Json:
    return {
        "name": "双循环",
        "entry": {"category": "女子"},
        "grouping": {"method": "manual"},
        "pairing": {"method": "round_robin", "legs": 2},
        "groups": [{"name": "全部", "pairs": [9, 1]}],
        "rounds": [
            {"number": 1, "state": "closed", "matches": [match("全部", 5, 9, 1, passed())]},
            {"number": 2, "state": "closed", "matches": [match("全部", 5, 1, 9, passed("ew", "K", 2))]},
        ],
    }


def _swiss() -> Json:
    return {
        "name": "积分编排",
        "entry": {"from": "预赛", "top": 5, "carry": "half", "cut_tie": "all"},
        "pairing": {"method": "swiss", "rounds": 5, "first_round": "halves"},
        "same_unit": {"soft_rounds": 2},
        "groups": [{"name": "全体", "pairs": [1, 2, 3, 5, 7]}],
        "carried": {"1": "19.5", "3": "-2"},
        "areas": ["阅览室", "三楼会议室"],
        "absent": {"5": [4, 5], "13": [3]},
        "byes_given": {"1": [3]},
        "wishes": [{"force": [2, 5], "round": 3}, {"forbid": [1, 3]}, {"forbid": [1, 2], "round": 4}],
        "rounds": [
            {
                "number": 1,
                "state": "closed",
                "matches": [
                    match("全体", 1, 1, 2, passed()),
                    match("全体", 2, 3, 5, passed("ew")),
                    {"group": "全体", "bye": 7},
                ],
            },
            {
                "number": 2,
                "state": "published",
                "basis": {
                    "全体": {"upto": 1, "order": [1, 5, 7, 2, 3], "points": {"1": "36.5", "5": "17.25"}},
                },
                "notes": {"全体": [{"code": "rematch", "a": 1, "b": 2, "times": 2}]},
                "matches": [
                    match("全体", 1, 2, 1, rematch=True),
                    match("全体", 2, 5, 7),
                    {"group": "全体", "bye": 3},
                ],
            },
        ],
    }


def _by_unit() -> Json:
    return {
        "name": "单位内循环",
        "entry": {"from": "预赛", "ranks": [1, 8], "carry": "all"},
        "grouping": {"method": "unit"},
        "pairing": {"method": "round_robin"},
        "rulebook": "school-grades",
        "rules": {"minutes": 30},
        "groups": [{"name": "甲队", "pairs": [1, 5]}, {"name": "乙队", "pairs": [2, 9]}],
        "rounds": [
            {
                "number": 1,
                "state": "closed",
                "matches": [
                    match("甲队", 1, 1, 5, level("7", in_play="ew")),
                    match("乙队", 2, 2, 9, passed("ns", "2", 3)),
                ],
            }
        ],
    }


def _by_rank() -> Json:
    lost = {"ns_level": "A", "ew_level": "J", "ended": "ace_failed", "winner": "ew", "seconds": 4021}
    return {
        "name": "等级组",
        "entry": {"from": "单位内循环"},
        "grouping": {"method": "previous_rank"},
        "pairing": {"method": "random", "rounds": 1},
        "rulebook": "school-grades-final",
        "groups": [{"name": "等级 A", "pairs": [1, 2]}, {"name": "等级 B", "pairs": [5, 9]}],
        "rounds": [
            {
                "number": 1,
                "state": "closed",
                "matches": [match("等级 A", 1, 1, 2, lost), match("等级 B", 2, 5, 9, {"forfeit": "ns"})],
            }
        ],
    }


def _knockout() -> Json:
    ruled = {"ns_level": "6", "ew_level": "8", "winner": "ns", "ended": "ruling"}
    return {
        "name": "淘汰赛",
        "entry": {"from": "预赛", "top_per_group": 2, "best_next": 1, "cut_tie": "extra_match"},
        "grouping": {"method": "one"},
        "pairing": {"method": "knockout", "placing": True, "redraw": True, "lucky_losers": 1, "best_of": 3},
        "rules": {"level_tie": "extra_deal"},
        "groups": [{"name": "淘汰", "pairs": [1, None, 5, 2, 7, None, None, 3]}],
        "rounds": [
            {
                "number": 1,
                "state": "closed",
                "matches": [
                    match("淘汰", 21, 1, 5, level("9", winner="ns"), places=[1, 8], slot=1),
                    match("淘汰", 22, 2, 7, ruled, places=[1, 8], slot=2),
                    {"group": "淘汰", "bye": 3, "places": [1, 8], "slot": 4},
                ],
            },
            {"number": 2, "state": "draft", "matches": [match("淘汰", 21, 1, 2)]},
        ],
    }


def _howell() -> Json:
    return {
        "name": "豪威尔",
        "grouping": {"method": "draw", "size": 6},
        "pairing": {"method": "howell", "rounds": 5},
        "groups": [{"name": "A", "pairs": [1, 2, 3, 4, 5, 6]}],
        "rounds": [{"number": 1, "state": "published", "matches": []}],
    }


def _lots() -> Json:
    """Lots half typed in: free places among taken ones, pairs that have not drawn yet."""
    return {
        "name": "抽签中",
        "grouping": {"method": "draw", "count": 2},
        "pairing": {"method": "rotation", "rounds": 3},
        "groups": [{"name": "A", "pairs": [None, 3]}, {"name": "B"}],
        "entrants": [1, 2],
    }
