"""What Word documents are made of: styles with Chinese fonts by name, fields, the foot of a page."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Mm, Pt, RGBColor
from docx.text.paragraph import Paragraph

from .paper import cleaned

A4_WIDTH, A4_HEIGHT, MARGIN = Mm(210), Mm(297), Mm(20)
SONG, HEI, LATIN = "宋体", "黑体", "Times New Roman"
_BLACK = RGBColor(0, 0, 0)
_SIZES = {
    "Normal": 10.5,
    "Title": 22,
    "Heading 1": 16,
    "Heading 2": 14,
    "Heading 3": 12,
    "Header": 9,
    "Footer": 9,
}
_THEMED = ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme")


def prepare_styles(document: Document) -> None:
    """Give the styles in use their fonts; a Chinese one must be named as East Asian for Word to take it."""
    for name, size in _SIZES.items():
        style = document.styles[name]
        is_head = name.startswith(("Title", "Heading"))
        style.font.size, style.font.name = Pt(size), LATIN
        style.font.color.rgb, style.font.italic = _BLACK, False
        style.font.bold = is_head
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        fonts.set(qn("w:eastAsia"), HEI if is_head else SONG)
        for themed in _THEMED:
            fonts.attrib.pop(qn(f"w:{themed}"), None)
        if name == "Title":
            for border in style.element.pPr.findall(qn("w:pBdr")):
                style.element.pPr.remove(border)
    document.styles["Normal"].paragraph_format.space_after = Pt(4)
    if (get_language() or "").startswith("zh"):
        _write_chinese(document)


def _write_chinese(document: Document) -> None:
    """Quotation marks and dashes, which both scripts have, take the Chinese font and its width."""
    document.styles["Normal"].element.rPr.rFonts.set(qn("w:hint"), "eastAsia")
    for language in document.styles.element.iter(qn("w:lang")):
        language.set(qn("w:eastAsia"), "zh-CN")


def foot(paragraph: Paragraph, made: str) -> None:
    """Page x of y in the middle, and when it was made."""
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    before, _number, rest = _("第 %(number)s 页，共 %(count)s 页").partition("%(number)s")
    between, _count, after = rest.partition("%(count)s")
    paragraph.add_run(before)
    add_field(paragraph, "PAGE", "1")
    paragraph.add_run(between)
    add_field(paragraph, "NUMPAGES", "1")
    paragraph.add_run(f"{after}　{cleaned(made)}" if made else after)


def add_field(paragraph: Paragraph, code: str, shown: str) -> None:
    """A field of Word's, `shown` until it is worked out."""
    for element in (field_mark("begin"), field_code(code), field_mark("separate")):
        paragraph.add_run()._r.append(element)
    paragraph.add_run(cleaned(shown))
    paragraph.add_run()._r.append(field_mark("end"))


def field_mark(kind: str) -> BaseOxmlElement:
    """Where a field's code or its result begins or ends: "begin", "separate", "end"."""
    found = OxmlElement("w:fldChar")
    found.set(qn("w:fldCharType"), kind)
    return found


def field_code(code: str) -> BaseOxmlElement:
    """What a field works out."""
    text = OxmlElement("w:instrText")
    text.set(qn("xml:space"), "preserve")
    text.text = f" {code} "
    return text
