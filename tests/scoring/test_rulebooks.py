"""The rule books that ship: every value sourced, every preset as the documents say."""

from __future__ import annotations

import pytest

from scoring.rulebooks import ASKABLE, digest, keys, load
from scoring.rules import FIELDS, resolve, to_json
from scoring.walkovers import walkover_table

FIVE = ["head_to_head", "wins", "level_diff_sum", "levels_sum", "lots"]
TABLE: dict[str, dict[str, object]] = {
    "provincial-2015": {
        "must_play_a": True,
        "pass_condition": "partner_not_last",
        "ace_failure": "carry_on",
        "minutes": 50,
        "level_tie": "draw",
        "passed_a_value": "one_level",
        "scheme": "table-26",
        "return_tribute": "own_not_joker_nor_level",
        "tiebreaks": FIVE,
    },
    "casual-28": {
        "must_play_a": False,
        "pass_condition": "any_win",
        "ace_failure": "carry_on",
        "minutes": None,
        "level_tie": "draw",
        "passed_a_value": "real_gain",
        "scheme": "table-28",
        "return_tribute": "at_most_10",
        "tiebreaks": FIVE,
    },
    "school-grades": {
        "must_play_a": True,
        "pass_condition": "double_down",
        "ace_failure": "back_to_2",
        "fall_keeps_gain": True,
        "demotion_at_ace": "failures",
        "minutes": 40,
        "deal_in_progress": "finish",
        "level_tie": "in_play_side",
        "scheme": "win-loss-2-1-0",
        "return_tribute": "at_most_10",
        "late_minutes": 10,
        "report_at": 6,
        "substitution": "before_start_with_consent",
        "tiebreaks": FIVE,
    },
    "school-grades-final": {
        "pass_condition": "double_down",
        "ace_failure": "match_lost",
        "ace_failures": 3,
        "minutes": None,
        "scheme": "ace-time",
        "tiebreaks": ["ace_time"],
    },
    "library-rotation": {
        "must_play_a": True,
        "pass_condition": "partner_not_last",
        "ace_failure": "carry_on",
        "minutes": 60,
        "deal_in_progress": "discard",
        "level_tie": "draw",
        "passed_a_value": "real_gain",
        "scheme": "hundred-plus",
        "leader_at_time": "levels_only",
        "late_minutes": 10,
        "late_in_a_row": 2,
        "substitution": "never",
        "play_seconds": {"first": 30, "next": 15, "return": None},
        "tiebreaks": FIVE,
    },
    "three-fouls": {
        "must_play_a": True,
        "pass_condition": "partner_not_last",
        "demotion_at_ace": "none",
        "minutes": None,
        "level_tie": "draw",
        "passed_a_value": "one_level",
        "scheme": "match-points",
        "foul_limit": {"count": 3, "scope": "round", "effect": "deal_awarded"},
        "return_tribute": "at_most_10",
        "tiebreaks": FIVE,
    },
    "devzone-26": {
        "must_play_a": True,
        "pass_condition": "partner_not_last",
        "ace_failure": "carry_on",
        "minutes": 50,
        "deal_in_progress": "finish",
        "level_tie": "draw",
        "passed_a_value": "one_level",
        "scheme": "table-26",
        "late_minutes": 10,
        "late_minutes_excused": 15,
        "appeal_minutes": 30,
        "appeal_answer_minutes": 120,
        "report_at": 10,
        "substitution": "as_forfeit",
        "play_seconds": {"first": 30, "next": 30, "return": 40},
        "ladder": {
            "warning": {"count": 2, "becomes": "violation", "scope": "event"},
            "violation": {"count": 3, "becomes": "match_loss", "scope": "event"},
            "match_loss": {"count": 2, "becomes": "suspension", "scope": "event"},
        },
        "tiebreaks": FIVE,
    },
    "national-2017": {
        "pass_condition": "partner_not_last",
        "level_tie": "draw",
        "passed_a_value": "one_level",
        "scheme": "match-points",
        "secondary_scheme": "table-26",
        "return_tribute": "own_at_most_10",
        "play_seconds": {"first": 20, "next": 20, "return": 30},
    },
}


def test_all_rule_books_are_in_the_table() -> None:
    assert set(keys()) == set(TABLE)


@pytest.mark.parametrize("key", TABLE)
def test_the_presets(key: str) -> None:
    written = to_json(resolve(load(key).values))
    assert {name: written[name] for name in TABLE[key]} == TABLE[key]


@pytest.mark.parametrize(
    ("key", "figures"),
    [
        ("devzone-26", (17, 17, 0, 0, 0)),
        ("library-rotation", (100, 100, 0, 0, 0)),
        ("school-grades", (2, 2, 0, 0, 0)),
        ("school-grades-final", (1, 1, 0, 0, 0)),
        ("three-fouls", (2, 2, 0, 0, 0)),
        ("casual-28", (18, 18, 0, 0, 0)),
        ("provincial-2015", (17, 17, 0, 0, 0)),
        ("national-2017", (2, 2, 0, 0, 0)),
    ],
)
def test_walk_overs_of_the_presets(key: str, figures: tuple[int, ...]) -> None:
    table = walkover_table(resolve(load(key).values))
    found = (table.bye, table.opponent, table.forfeiter, table.double, table.missed)
    assert tuple(figure.points for figure in found) == figures


@pytest.mark.parametrize("key", TABLE)
def test_every_value_has_its_source(key: str) -> None:
    book = load(key)
    for name in book.sources:
        source = book.sources[name]
        assert source.ours != bool(source.article), name
    stated = set(book.values) - {"walkovers"}
    assert stated <= {field.key for field in FIELDS}
    assert stated <= set(book.sources)


@pytest.mark.parametrize("key", TABLE)
def test_open_settings_are_asked_and_stated_ones_are_not(key: str) -> None:
    book = load(key)
    assert all(book.sources[name].ours for name in book.asked)
    assert all(not book.sources[name].ours for name in set(ASKABLE) - set(book.asked))


def test_devzone_26_asks_only_what_its_articles_leave_open() -> None:
    assert load("devzone-26").asked == (
        "passed_a_value",
        "walkovers.forfeiter",
        "walkovers.double",
        "walkovers.missed",
        "awarded_loss",
        "tiebreaks",
        "withdrawal",
    )


def test_casual_28_shows_the_first_list_as_a_variant() -> None:
    (variant,) = load("casual-28").variants
    rules = to_json(resolve(load("casual-28").values, variant.values))
    assert (rules["pass_condition"], rules["must_play_a"], rules["return_tribute"]) == (
        "double_down",
        True,
        "at_most_10_single_any",
    )
    assert variant.sources["must_play_a"].ours
    assert not variant.sources["pass_condition"].ours


def test_library_rotation_tells_its_two_stages() -> None:
    assert [
        (stage["name"], stage["pairing"], stage["rounds"]) for stage in load("library-rotation").stages
    ] == [
        ("预赛", "rotation", 3),
        ("决赛", "rotation", 3),
    ]


def test_a_rule_book_is_read_once_and_knows_itself() -> None:
    book = load("devzone-26")
    assert book is load("devzone-26")
    assert (book.key, book.version) == ("devzone-26", 1)
    assert book.name
    assert book.title
    assert book.digest == digest(dict(book.values))
    assert len({load(key).digest for key in keys()}) == len(keys())


def test_there_is_no_such_rule_book() -> None:
    with pytest.raises(KeyError):
        load("../rules")


@pytest.mark.parametrize("key", TABLE)
def test_what_a_rule_book_says_of_fouls_names_its_article(key: str) -> None:
    book = load(key)
    assert all(one.article and one.says for one in book.articles)
    assert bool(book.articles) is (key not in ("casual-28", "national-2017"))


def test_school_grades_4_hidden_cards_are_three_levels_and_out_of_play() -> None:
    hidden = next(one for one in load("school-grades").articles if "藏牌" in one.says)
    assert (hidden.article, hidden.grade) == ("规则 4", "demotion")
    assert (hidden.sanction.levels, hidden.sanction.out_of_play) == (-3, True)
