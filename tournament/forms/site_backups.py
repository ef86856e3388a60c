"""Forms of the copies' page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.typed_text import Secret, TypedText
from tournament.models import Person


class SecondFolderForm(WritingForm):
    """Where every copy goes a second time."""

    path = TypedText(
        label=_("第二个文件夹"),
        required=False,
        max_length=500,
        help_text=_(
            "运行本系统的电脑上的完整路径，例如 U 盘：E:\\guansai 或 /media/usb/guansai。留空就不用。"
        ),
    )


class UploadBackupForm(WritingForm):
    """A copy from another computer."""

    file = forms.FileField(
        label=_("备份文件"),
        max_length=200,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".zip"}),
        error_messages={"required": _("请选择备份文件。")},
    )


class RestoreForm(WritingForm):
    """The password once more, before everything is replaced."""

    password = Secret(
        label=_("您的密码"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("请再输一次您的密码。")},
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        """It must be the signed-in person's."""
        password = str(self.cleaned_data["password"])
        if not self.person.check_password(password):
            raise forms.ValidationError(wording.sentence("wrong_password"))
        return password
