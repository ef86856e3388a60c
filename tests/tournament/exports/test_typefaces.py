"""Every character is drawn by some font, or named as missing."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import reportlab
from django.conf import LazySettings

from tournament.exports import typefaces
from tournament.exports.paper import Kind
from tournament.exports.pdf import to_pdf
from tournament.exports.picture import to_pngs
from tournament.exports.typefaces import Typesetter, missing_glyphs
from tournament.exports.typeset import longest_token

from .papers import field_texts, names_of, paper, pdf_text, solid

LATIN_ONLY = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    """An organiser's own, still empty, folder of fonts."""
    settings.FONTS_DIR = tmp_path
    return tmp_path


@pytest.mark.parametrize(
    "text", ["犇玥龑軍東·％①—", "赟堃喆㛃淼垚翀䶮", "𠅤𬭎𬱖", "−（）《》“”☆✓ \u3000\t\n", ""]
)
def test_f67_shipped_font_draws_what_names_need(text: str, folder: Path) -> None:
    assert missing_glyphs(text) == set()


def test_f67_characters_no_font_has_are_named_before_printing(folder: Path) -> None:
    names = "".join(field_texts("23_rare_chars.xlsx"))

    assert missing_glyphs(names) == {"𠮷", "𫰠", "\ue863"}


@pytest.mark.parametrize("inkless", ["\u200b", "\u200d", "\ufe0f", "\U000e0101", "\ufeff", "\u00ad", "\x0b"])
def test_characters_without_ink_are_never_missing(inkless: str, folder: Path) -> None:
    assert missing_glyphs(f"辻{inkless}") == set()


def test_f67_a_font_in_the_folder_draws_what_the_first_lacks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chinese = typefaces.SHIPPED
    monkeypatch.setattr(typefaces, "SHIPPED", LATIN_ONLY)
    assert missing_glyphs("A组") == {"组"}

    shutil.copy(chinese, folder / "chinese.ttf")

    assert missing_glyphs("A组") == set()
    data = to_pdf(paper(names_of(["A组𬭎B"])))
    assert "A组𬭎B" in pdf_text(data)
    assert b"Vera" in data
    assert b"NotoSansSC" in data


def test_a_file_that_is_no_font_is_named_in_the_log_and_left_out(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "broken.ttf").write_bytes(b"not a font")

    assert missing_glyphs("组") == set()
    assert "broken.ttf" in caplog.text


def test_a_replaced_character_is_as_wide_as_its_sign_and_stays_searchable(folder: Path) -> None:
    setter = Typesetter()

    assert setter.width("𫰠", 10) == setter.width("〓", 10)
    assert setter.missing == {"𫰠"}
    assert missing_glyphs("𫰠") == {"𫰠"}
    text = pdf_text(to_pdf(paper(names_of(["赵𫰠"]))))
    assert "赵𫰠" in text
    assert solid("字体中没有的字印作 〓，请手写补上：U+2BC20。") in text


def test_threads_print_at_once_without_mixing(folder: Path) -> None:
    papers = [paper(names_of([f"{chr(0x4E00 + 50 * n)}号赵𬭎" for n in range(k, 60)])) for k in range(12)]

    with ThreadPoolExecutor(4) as threads:
        printed = list(threads.map(to_pdf, papers))
        pictures = list(threads.map(to_pngs, papers))

    for one, data, files in zip(papers, printed, pictures, strict=True):
        names = [str(row[0]) for row in one.sections[0].rows]
        assert [name for name in names if name not in pdf_text(data)] == []
        assert files == to_pngs(one)


@pytest.mark.parametrize(
    ("text", "kind", "longest"),
    [
        pytest.param("欧阳慕容 赵一", Kind.NAME, "欧阳慕容", id="a name is one piece"),
        pytest.param("欧阳慕容、赵一", Kind.NAME, "欧阳慕容、", id="a mark stays with the name before it"),
        pytest.param("掼蛋比赛", Kind.TEXT, "掼", id="words break between characters"),
        pytest.param("（掼）。", Kind.TEXT, "（掼）。", id="brackets and full stops stay at their word"),
        pytest.param("得2.5分", Kind.TEXT, "2.5", id="a figure is one piece"),
    ],
)
def test_what_stays_in_one_line(text: str, kind: Kind, longest: str) -> None:
    setter = Typesetter()

    assert longest_token(setter, text, kind) == pytest.approx(setter.width(longest, 1))
