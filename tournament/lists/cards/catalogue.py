"""Every kind of cards by its key: what it is called, when it is used, what it needs, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.lists import certificates
from tournament.lists.cards import bracket, codes, kit, records, slips, tables, ways
from tournament.lists.papers.catalogue import Moment, Needs
from tournament.lists.papers.wanted import Wanted
from tournament.permissions import Right

__all__ = ["CARDS", "CardKind", "Printable"]


class Printable(Protocol):
    """What cards come to: a title, and a PDF; `missing` names the characters that no font can draw."""

    @property
    def title(self) -> str:
        """What it is called."""
        ...

    def missing(self) -> set[str]:
        """The characters that are printed as 〓."""
        ...

    def to_pdf(self) -> bytes:
        """The file."""
        ...


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of the catalogue. `hint` says how the sheets are used, `right` what its reader must hold."""

    key: str
    title: str | Promise
    hint: str | Promise
    moment: Moment
    build: Callable[[Wanted], Printable]
    needs: Needs = Needs.STAGE
    right: Right = Right.ENTER

    @property
    def needs_round(self) -> bool:
        """Whether there are no such cards without a round."""
        return self.needs is Needs.ROUND

    @property
    def has_stage(self) -> bool:
        """Whether they speak of one stage."""
        return self.needs is not Needs.EVENT

    @property
    def by_group(self) -> bool:
        """Whether they can be narrowed to one group."""
        return self.has_stage


CARDS: dict[str, CardKind] = {
    kind.key: kind
    for kind in (
        CardKind(
            "table-cards",
            _("桌牌"),
            _("每张 A4 一桌，中间对折，两面都能看"),
            Moment.BEFORE,
            tables.table_cards,
            Needs.EVENT,
        ),
        CardKind(
            "small-table-cards",
            _("桌牌（小）"),
            _("每张 A4 两桌，裁开后对折"),
            Moment.BEFORE,
            tables.small_table_cards,
            Needs.EVENT,
        ),
        CardKind(
            "event-code",
            _("赛事二维码"),
            _("一张 A4，贴在墙上，扫码进公开页"),
            Moment.BEFORE,
            codes.event_code,
            Needs.EVENT,
        ),
        CardKind(
            "table-codes",
            _("桌上查询码"),
            _("每张 A4 八桌，裁开放在桌上；扫码只看公开的对阵和成绩，不能填成绩"),
            Moment.BEFORE,
            codes.table_codes,
            Needs.EVENT,
        ),
        CardKind(
            "pair-codes",
            _("各队二维码"),
            _("每张 A4 八队，扫码看本队每轮的桌号和成绩"),
            Moment.BEFORE,
            codes.pair_codes,
            Needs.EVENT,
        ),
        CardKind(
            "check-in-codes",
            _("签到码"),
            _("每张 A4 八队，门口工作人员登录后扫码签到；队员扫码看本队"),
            Moment.BEFORE,
            codes.check_in_codes,
            Needs.EVENT,
        ),
        CardKind(
            "draw-slips",
            _("抽签条（组和签号）"),
            _("每张 A4 十张，裁开后字朝里对折"),
            Moment.DRAW,
            slips.draw_slips,
        ),
        CardKind(
            "draw-numbers",
            _("抽签条（只有签号）"),
            _("每组一叠，用于组已定好、组内抽签号"),
            Moment.DRAW,
            slips.draw_numbers,
        ),
        CardKind(
            "movement-cards",
            _("移位卡"),
            _("每队一张，写明每轮的桌号、方位、对手"),
            Moment.DRAW,
            ways.movement_cards,
        ),
        CardKind(
            "pair-cards", _("对局卡"), _("每队一张，每轮填级数、积分，对手签名"), Moment.DRAW, ways.pair_cards
        ),
        CardKind(
            "seat-cards",
            _("座位卡"),
            _("每张 A4 八张，同一桌的南北、东西并排"),
            Moment.ROUND,
            tables.seat_cards,
            Needs.ROUND,
        ),
        CardKind(
            "scoresheets",
            _("空白计分表"),
            _("写好双方名字，每张 A4 两份"),
            Moment.ROUND,
            records.blank,
            Needs.ROUND,
        ),
        CardKind(
            "scoresheets-a5",
            _("空白计分表（A5）"),
            _("写好双方名字，每张 A5 一份"),
            Moment.ROUND,
            records.blank_single,
            Needs.ROUND,
        ),
        CardKind(
            "scoresheets-filled",
            _("已填的计分表"),
            _("按录入的成绩填好，每张 A4 两份，用于存档"),
            Moment.ROUND,
            records.filled,
            Needs.ROUND,
        ),
        CardKind(
            "reports",
            _("成绩报告单"),
            _("每桌两联，南北、东西各一，每张 A4 四桌"),
            Moment.ROUND,
            records.reports,
            Needs.ROUND,
        ),
        CardKind(
            "nameless",
            _("不写名字的计分表"),
            _("备用，每张 A4 两份"),
            Moment.DRAW,
            records.nameless,
        ),
        CardKind(
            "bracket",
            _("签表"),
            _("A4，32 队以内一张，更多的分区打印"),
            Moment.RANKING,
            bracket.bracket,
        ),
        CardKind(
            "bracket-a3",
            _("签表（A3）"),
            _("A3，64 队以内一张"),
            Moment.RANKING,
            bracket.large_bracket,
        ),
        CardKind(
            "certificates",
            _("奖状"),
            _("白纸上连文字带边框一起印，A4 或 A3，每队或每人一张"),
            Moment.AWARDS,
            certificates.certificates,
            Needs.EVENT,
            Right.DIRECT,
        ),
        CardKind(
            "form-prints",
            _("套打"),
            _("印在买来的奖状纸上，先印试印页对好位置"),
            Moment.AWARDS,
            certificates.form_prints,
            Needs.EVENT,
            Right.DIRECT,
        ),
        CardKind(
            "emergency-kit",
            _("应急包"),
            _("电脑不能用时，用手把比赛打完：名次、余下的对阵、表格、怎样算"),
            Moment.EMERGENCY,
            kit.emergency_kit,
            Needs.EVENT,
        ),
    )
}
