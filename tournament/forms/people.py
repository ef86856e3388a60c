"""Forms about accounts: signing in, the first owner, a new password, people of an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.actions.typed_name import refuse_other_name
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.typed_text import Secret, TypedText
from tournament.models import Event, Person, Role

USERNAME_HELP = _("登录时用，可以是拼音、工号或中文名，不含空格。")


class LoginName(TypedText, UsernameField):
    """A login name as Django folds it, without signs that nobody sees."""


class LoginForm(AuthenticationForm):
    """Name and password."""

    username = LoginName(widget=forms.TextInput(attrs={"autofocus": True}))
    password = Secret(strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))

    error_messages = {
        "invalid_login": _("账号或密码不对，请再试一次。注意大小写。"),
        "inactive": _("这个账号已停用。"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("账号")
        self.fields["password"].label = _("密码")


def username_field(**kwargs: Any) -> TypedText:
    """The login name; its case does not tell two accounts apart."""
    return TypedText(
        label=_("账号"),
        help_text=USERNAME_HELP,
        max_length=30,
        validators=[
            UnicodeUsernameValidator(message=_("账号只能用文字、字母、数字和 @ . + - _，不含空格。"))
        ],
        **kwargs,
    )


class NewPasswordForm(WritingForm):
    """A password typed twice, judged by the site's validators."""

    password = Secret(
        label=_("密码"),
        help_text=_("至少 8 个字符，不与账号、姓名相近，也不用常见的密码。"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = Secret(
        label=_("再输一次密码"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, person: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean(self) -> dict[str, Any]:
        """Both the same, and good enough for this person."""
        values = super().clean() or {}
        password, again = values.get("password"), values.get("again")
        if password and again and password != again:
            self.add_error("again", _("两次输入的密码不一样。"))
        elif password:
            self._judge(password, values)
        return values

    def _judge(self, password: str, values: dict[str, Any]) -> None:
        person = self.person or Person(username=values.get("username", ""), name=values.get("name", ""))
        try:
            validate_password(password, person)
        except forms.ValidationError as error:
            self.add_error("password", error)


class FirstOwnerForm(NewPasswordForm):
    """The first account of the site."""

    field_order = ["username", "name", "password", "again"]
    username = username_field(widget=forms.TextInput(attrs={"autocomplete": "username"}))
    name = TypedText(label=_("姓名"), max_length=50, help_text=_("显示在操作记录里。"))


class MemberForm(WritingForm):
    """Somebody to direct an event: an account, or a name for a new one."""

    username = username_field(widget=forms.TextInput(attrs={"autocomplete": "off"}))
    name = TypedText(
        label=_("姓名"), max_length=50, required=False, help_text=_("新建账号时填写；已有账号的不用填。")
    )


class RemoveMemberForm(WritingForm):
    """Which role of whom to take back; a button's hidden fields."""

    username = TypedText(max_length=150)
    role = forms.ChoiceField(choices=Role.choices)


class ForgetForm(WritingForm):
    """The event's name once more, before what is personal goes."""

    typed_name = TypedText(
        label=_("请输入赛事名称"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["typed_name"].help_text = event.name

    def clean_typed_name(self) -> str:
        """It must be the event's, spaces apart."""
        typed_name = str(self.cleaned_data["typed_name"])
        try:
            refuse_other_name(self.event, typed_name)
        except ActionRefused as error:
            raise forms.ValidationError(wording.of_error(error)) from None
        return typed_name
