"""Names, units, phones and numbers as people type and paste them (field F50, F53, F59, F61, F62, F65)."""

import datetime as dt
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.readings import words
from tournament.names.cleaning import (
    PERSON_LIMIT,
    UNIT_LIMIT,
    clean_category,
    clean_name,
    clean_number,
    clean_phone,
    clean_team_name,
    clean_unit,
    name_key,
    pinyin_key,
    text_of,
)
from tournament.names.pinyin import title_key
from tournament.names.words import WORDS


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        pytest.param("王　伟", "王伟", id="wide space between characters"),
        pytest.param("陈\xa0静", "陈静", id="no-break space"),
        pytest.param("王伟\u200b", "王伟", id="zero-width space"),
        pytest.param("\ufeff李娜", "李娜", id="byte order mark"),
        pytest.param("赵一\x07鸣\x00", "赵一鸣", id="control characters"),
        pytest.param("王\n伟", "王伟", id="line break"),
        pytest.param("Li  Wei ", "Li Wei", id="one space stays in a Latin name"),
        pytest.param("O’Neil Zhang", "O’Neil Zhang", id="curly apostrophe stays"),
        pytest.param("Ｌｉ Wei", "Ｌｉ Wei", id="full-width letters stay on screen"),
        pytest.param("Jose\u0301", "José", id="composed"),
        pytest.param("⽤之", "用之", id="Kangxi radical"),
        pytest.param("⼾小芳", "户小芳", id="Kangxi radical of the old form"),
        pytest.param("⻢⻓⻛", "马长风", id="radicals of the supplement"),
        pytest.param("\uf9d1\u4e00", "六一", id="compatibility ideograph"),
        pytest.param("葛\U000e0100一", "葛一", id="variation selector"),
        pytest.param("阿依古丽 • 买买提", "阿依古丽·买买提", id="bullet with spaces"),
        pytest.param("艾合买提.吐尔地", "艾合买提·吐尔地", id="full stop between characters"),
        pytest.param("Ana•Li", "Ana·Li", id="bullet between letters"),
        pytest.param("Li Wei Jr.", "Li Wei Jr.", id="Latin full stop stays"),
        pytest.param("J.R. Smith", "J.R. Smith", id="initials stay"),
        pytest.param("赵𫰠", "赵𫰠", id="rare character"),
    ],
)
def test_f59_f62_a_name_as_it_is_stored(typed, stored):
    cleaned = clean_name(typed)

    assert (cleaned.text, cleaned.problem) == (stored, None)


@pytest.mark.parametrize("dot", "·•・．.‧∙⋅･")
def test_f62_dots_of_all_kinds_are_one(dot):
    assert clean_name(f"阿依古丽{dot}买买提") == clean_name("阿依古丽·买买提")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "　",
        "\u200b",
        None,
        "无",
        "待定",
        "None",
        "NONE",
        "/",
        "-",
        "——",
        "空",
        "N/A",
        "…",
        "?",
        "#N/A",
    ],
)
def test_f57_a_word_for_nobody_is_nobody(typed):
    cleaned = clean_name(typed)

    assert (cleaned.text, cleaned.key, cleaned.problem) == ("", "", "missing")
    assert (clean_unit(typed).text, clean_unit(typed).problem) == ("", None)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        pytest.param("冯小川、陈大山", "two_names", id="enumeration comma"),
        pytest.param("冯小川/陈大山", "two_names", id="slash"),
        pytest.param("冯小川\n陈大山", "two_names", id="line break"),
        pytest.param("冯小川，陈大山", "two_names", id="comma"),
        pytest.param("王\n伟", None, id="one name over two lines"),
        pytest.param("王伟（队长/组长）", None, id="slash in brackets"),
        pytest.param("Smith, John", None, id="Latin comma"),
        pytest.param("13800000001", "no_letters", id="a phone in the name's column"),
        pytest.param(5.0, "no_letters", id="a number"),
        pytest.param("长" * PERSON_LIMIT, None, id="as long as may be"),
        pytest.param("长" * (PERSON_LIMIT + 1), "too_long", id="one character too long"),
        pytest.param("𠮷" * PERSON_LIMIT, None, id="characters are counted, not bytes"),
    ],
)
def test_what_is_no_name(typed, problem):
    assert clean_name(typed).problem == problem


@pytest.mark.parametrize(
    ("typed", "warnings"),
    [
        ("王\ue863", ("private_use",)),
        ("王?", ("unreadable",)),
        ("王\ufffd", ("unreadable",)),
        ("冯小川 陈大山", ("maybe_two_names",)),
        ("欧阳 娜娜", ()),
        ("张 强", ()),
        ("王", ("one_character",)),
        ("王伟（女）", ("bracketed",)),
        ("王伟", ()),
    ],
)
def test_what_is_told_about_a_name(typed, warnings):
    assert clean_name(typed).warnings == warnings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("城东（老年）大学", "城东(老年)大学"),
        ("城东【老年】大学", "城东[老年]大学"),
        ("Li Wei", "ＬＩ　wei"),
        ("O’Neil", "O'NEIL"),
        ("松江 文化站", "松江文化站"),
        ("A—B", "A-B"),
        ("买买提·艾力", "买买提艾力"),
        ("⽤之", "用之"),
    ],
)
def test_f61_two_spellings_have_one_key(one, other):
    assert one != other
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("searched", "stored"),
    [("王伟", "王　伟"), ("王伟", "王伟\u200b"), ("１３８", "13800000001"), ("wei", "Li WEI")],
)
def test_f59_f61_search_finds(searched, stored):
    assert name_key(searched) in name_key(stored)


def test_keys_tell_names_apart():
    assert len(set(map(name_key, ["王伟", "王炜", "汪伟", "王伟(大)", "Wang Wei"]))) == 5


@pytest.mark.parametrize(
    ("typed", "phone"),
    [
        (13812345678.0, ("13812345678", None)),
        (13812345678, ("13812345678", None)),
        ("13812345678.0", ("13812345678", None)),
        ("+86 138 1234 5678", ("13812345678", None)),
        ("0086-138-1234-5678", ("13812345678", None)),
        ("8613812345678", ("13812345678", None)),
        ("１３８１２３４５６７８", ("13812345678", None)),
        ("138\u200b12345678 ", ("13812345678", None)),
        ("021-12345678", ("02112345678", None)),
        ("(0571) 8123 4567", ("057181234567", None)),
        ("1.38E+10", (None, "phone_scientific")),
        ("1.38e10", (None, "phone_scientific")),
        ("1380000007", (None, "phone_length")),
        ("138000000012", (None, "phone_length")),
        ("23812345678", (None, "phone_length")),
        ("王伟 13812345678", (None, "phone_not_digits")),
        ("", (None, None)),
        (None, (None, None)),
        ("无", (None, None)),
    ],
)
def test_f53_f61_phones(typed, phone):
    assert clean_phone(typed) == phone


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("001", 1),
        ("１", 1),
        (3.0, 3),
        ("3.0", 3),
        ("　００３　", 3),
        ("第5号", 5),
        ("No.7", 7),
        ("12号", 12),
        (99_999, 99_999),
        ("", None),
        (None, None),
    ],
)
def test_f53_f61_numbers(typed, number):
    assert clean_number(typed) == (number, None)


@pytest.mark.parametrize("typed", ["A1", "2.5", 2.5, "0", "-1", "100000", "1e400", "九", "1 2 x", "9" * 400])
def test_what_is_no_number(typed):
    assert clean_number(typed) == (None, "number_not_whole")


def test_units_pair_names_and_categories_keep_their_spaces_and_have_limits():
    assert clean_unit(" J&C  餐厅\n<二楼> ").text == "J&C 餐厅 <二楼>"
    assert clean_unit("单" * UNIT_LIMIT).problem is None
    assert clean_unit("单" * (UNIT_LIMIT + 1)).problem == "too_long"
    assert clean_team_name("队" * 61).problem == "too_long"
    assert clean_category("组" * 21).problem == "too_long"
    assert clean_team_name("=1+1").text == "=1+1"


def test_a_cell_of_any_kind_as_text():
    assert text_of(dt.datetime(1958, 5, 1)) == "1958-05-01"  # noqa: DTZ001 (Excel's dates have no zone)
    assert text_of(2.5) == "2.5"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("安卡", "暗黑", id="first tone before fourth"),
        pytest.param("单雄", "沈彩", id="shan before shen"),
        pytest.param("尉迟恭", "曾可", id="yuchi before zeng"),
        pytest.param("曾可", "Adam", id="Latin names after Chinese ones"),
        pytest.param("Zoe", "", id="nothing last"),
        pytest.param("王安", "王安全", id="shorter before longer"),
        pytest.param("adam", "Bob", id="case does not matter"),
        pytest.param("王安全", "王昂", id="an before ang"),
        pytest.param("王志", "王\uf123", id="a character without a reading"),
    ],
)
def test_f50_order_of_names(first, second):
    assert pinyin_key(first) < pinyin_key(second)


READINGS = """
单雄 shan4xiong2 / 曾可 zeng1ke3 / 仇海 qiu2hai3 / 解明 xie4ming2 / 盖天 ge3tian1
查良 zha1liang2 / 区伟 ou1wei3 / 尉迟恭 yu4chi2gong1 / 尉明 wei4ming2 / 朴正 piao2zheng4
任强 ren2qiang2 / 翟天 zhai2tian1 / 单于丹 chan2yu2dan1 / 万俟明 mo4qi2ming2
长孙无忌 zhang3sun1wu2ji4 / 令狐冲 ling2hu2chong1 / 覃勇 qin2yong3 / 缪丹 miao4dan1
乐嘉 yue4jia1 / 华传奇 hua4chuan2qi2 / 宁静 ning4jing4 / 燕青 yan1qing1 / 员明 yun4ming2
王长春 wang2chang2chun1 / 李长江 li3chang2jiang1 / 张重庆 zhang1chong2qing4
刘朝阳 liu2zhao1yang2 / 赵行健 zhao4xing2jian4 / 王兴旺 wang2xing1wang4
钱和平 qian2he2ping2 / 孙宝藏 sun1bao3zang4 / 周为民 zhou1wei4min2
重庆分公司 chong2qing4fen1gong1si1 / 工商银行 gong1shang1yin2hang2 / 长沙市 chang2sha1shi4
厦门大学 xia4men2da4xue2 / 行政科 xing2zheng4ke1
音乐学院 yin1yue4xue2yuan4 / 都江堰 du1jiang1yan4
"""


@pytest.mark.parametrize(
    ("name", "reading"), [row.split() for line in READINGS.split("\n") for row in line.split(" / ") if row]
)
def test_f50_characters_of_several_readings(name, reading):
    assert pinyin_key(name) == f"0{reading}"


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("区教育局", "qu1jiao4yu4ju2"),
        ("重型机械厂", "zhong4xing2ji1xie4chang3"),
        ("解放路小学", "jie3fang4lu4xiao3xue2"),
        ("单车队", "dan1che1dui4"),
        ("重庆分公司", "chong2qing4fen1gong1si1"),
        ("长沙市", "chang2sha1shi4"),
        ("沈阳铁路局", "shen3yang2tie3lu4ju2"),
    ],
)
def test_f50_a_unit_does_not_begin_with_a_surname(name, reading):
    assert title_key(name) == f"0{reading}"


def test_f50_the_words_are_those_of_the_dictionary_that_need_an_entry():
    """`python -m tests.readings` writes them anew, after pypinyin was changed."""
    kept = (" ".join([word, *reading]) for word, reading in words().items())

    assert WORDS.read_text("utf-8").splitlines() == list(kept)


@given(st.text(min_size=1))
def test_what_is_stored_fits_the_columns(text):
    cleaned = clean_name(text)

    assert cleaned.problem or max(len(cleaned.text), len(cleaned.key)) <= PERSON_LIMIT
    assert len(pinyin_key(cleaned.text)) <= 300


def test_f50_the_longest_name_has_a_key_that_fits():
    assert len(pinyin_key("庄" * PERSON_LIMIT)) == 300
    assert clean_name("\ufb03" * 20).problem == "too_long"


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text):
    for clean in (clean_name, clean_unit, clean_team_name):
        cleaned = clean(text)
        assert clean(cleaned.text).text == cleaned.text
        assert name_key(cleaned.text) == cleaned.key


@given(st.text())
def test_what_is_stored_is_visible_and_on_one_line(text):
    stored = clean_name(text).text

    assert stored == stored.strip()
    assert "  " not in stored
    assert not {unicodedata.category(sign) for sign in stored} & {"Cc", "Cs", "Zl", "Zp"}


@given(st.one_of(st.text(), st.floats(), st.integers(), st.none(), st.booleans()))
def test_anything_in_a_cell_is_a_phone_and_a_number_or_a_reason_or_blank(value):
    digits, problem = clean_phone(value)
    assert digits is None or (digits.isascii() and digits.isdigit() and problem is None)
    number, problem = clean_number(value)
    assert number is None or (1 <= number <= 99_999 and problem is None)
    pinyin_key(clean_name(value).text)


def test_figures_in_names_sort_by_what_they_count() -> None:
    names = ["第10分工会", "第2分工会", "第1分工会", "12班", "3班"]
    assert sorted(names, key=pinyin_key) == ["第1分工会", "第2分工会", "第10分工会", "3班", "12班"]
