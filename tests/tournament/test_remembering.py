"""Steps are remembered in every test but those that patch: only then do they cost nothing."""

from typing import Any

import pytest

from tests.tournament import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture
def patching(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fixture of ours that asks for what can patch."""


def test_a_test_that_patches_nothing_is_served_from_memory() -> None:
    assert not remembered._by_actions


@pytest.mark.usefixtures("tmp_path", "client")
def test_so_is_one_with_other_fixtures() -> None:
    assert not remembered._by_actions


def test_one_that_patches_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert remembered._by_actions


def test_nor_is_one_with_other_settings(settings: Any) -> None:
    assert remembered._by_actions


def test_nor_is_one_whose_fixture_patches(patching: None) -> None:
    assert remembered._by_actions


@pytest.mark.usefixtures("patching")
def test_nor_is_one_that_uses_such_a_fixture() -> None:
    assert remembered._by_actions
