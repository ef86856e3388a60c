"""What is pasted into forms with signs that nobody sees: cleaned, or refused in words at its field."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from django import forms
from django.urls import reverse

import tournament.forms
from tests.tournament.desks import open_desk
from tests.tournament.factories import make_event
from tournament.forms.typed_text import Secret, TypedText
from tournament.models import Event

TOLD = "里面有看不见的控制字符，多半是复制时带来的。请删去后重新输入。"
CONTROLS = ["\x00", "\x01", "\x07", "\x08", "\x1b", "\x7f", "\x9b", "\ufffe", "\ud800"]


def every_form() -> list[type[forms.Form]]:
    modules = [
        importlib.import_module(f"tournament.forms.{one.name}")
        for one in pkgutil.iter_modules(tournament.forms.__path__)
    ]
    found = {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, forms.BaseForm) and one.__module__ == module.__name__
    }
    return sorted(found, key=lambda one: (one.__module__, one.__name__))


def test_every_text_field_of_every_form_is_ours() -> None:
    foreign = [
        f"{form.__module__}.{form.__name__}.{name}"
        for form in every_form()
        for name, field in form.base_fields.items()
        if isinstance(field, forms.CharField) and not isinstance(field, (TypedText, Secret))
    ]

    assert len(every_form()) > 60
    assert foreign == []


def test_no_form_makes_django_s_text_field_later() -> None:
    sources = Path(tournament.forms.__path__[0]).glob("*.py")
    naming = [path.name for path in sources if "forms.CharField" in path.read_text("utf-8")]

    assert naming == ["typed_text.py"]


@pytest.mark.parametrize("sign", CONTROLS)
@pytest.mark.parametrize("kind", [TypedText, Secret])
def test_controls_are_refused_in_our_words(kind: type[forms.CharField], sign: str) -> None:
    with pytest.raises(forms.ValidationError) as refused:
        kind().clean(f"历史{sign}系")

    assert refused.value.messages == [TOLD]


@pytest.mark.parametrize(
    ("pasted", "line", "lines"),
    [
        pytest.param("一\u2028二\u2029三", "一 二 三", "一\n二\n三", id="line and paragraph separators"),
        pytest.param("一\x0b二\x0c三\x85四", "一 二 三 四", "一\n二\n三\n四", id="Word's breaks"),
        pytest.param("王\u200b伟\ufeff", "王伟", "王伟", id="zero width"),
        pytest.param("\u202e王伟\u202c\u200f\u2067", "王伟", "王伟", id="marks of direction"),
        pytest.param("王\t伟", "王\t伟", "王\t伟", id="a tab stays"),
        pytest.param("𠮷𬭎①（％）·", "𠮷𬭎①（％）·", "𠮷𬭎①（％）·", id="what is seen stays"),
    ],
)
def test_signs_that_show_nothing_go(pasted: str, line: str, lines: str) -> None:
    assert TypedText().clean(pasted) == line
    assert TypedText(widget=forms.Textarea).clean(pasted) == lines


def test_only_invisible_signs_are_nothing() -> None:
    with pytest.raises(forms.ValidationError):
        TypedText().clean("\u200b\u202e")


@pytest.mark.django_db
def test_a_page_says_it_at_the_field_keeps_what_was_typed_and_stores_nothing() -> None:
    event = make_event(pairs=2, name="中秋赛", slug="sai")
    desk, place = open_desk(event), reverse("event-settings", args=["sai"])
    form = desk.get(place).context["form"]
    sent = {
        name: form[name].value() if form[name].value() not in (None, False) else "" for name in form.fields
    }

    answer = desk.post(place, {**sent, "name": "中秋\x00赛", "venue": "一楼\u2028大厅"})

    assert answer.status_code == 422
    assert answer.context["form"].errors["name"] == [TOLD]
    assert "一楼" in answer.content.decode()
    assert Event.objects.get(pk=event.pk).name == "中秋赛"
