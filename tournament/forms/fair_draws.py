"""Forms of commit–reveal: from where the seed will come, and the seed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText

TEXT_LIMIT = 200


class CommitForm(WritingForm):
    """From where the seed will come, in words."""

    source = TypedText(
        label=_("种子从哪里来"),
        max_length=TEXT_LIMIT,
        help_text=_("事先谁也不知道、事后谁都查得到的文字，例如：6 月 1 日晚福彩 3D 开奖号码。"),
    )


class RevealForm(WritingForm):
    """The text that came after the commitment."""

    seed_text = TypedText(
        label=_("种子"),
        max_length=TEXT_LIMIT,
        help_text=_("照原样填写，例如：527。任何文字都可以；全角、半角和多余的空格不影响结果。"),
    )
