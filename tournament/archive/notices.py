"""What a person should know about a file that can be loaded."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import rulebooks
from tournament.actions.archived import Parsed
from tournament.wording.rules import label


def notices(parsed: Parsed) -> list[str]:
    """Sentences about another edition of the rule book, and the settings in which it differs.

    The file's values are kept in every case.
    """
    event = parsed.document["event"]
    book = rulebooks.load(event["rulebook"])
    told = []
    if event.get("rulebook_digest", book.digest) != book.digest:
        versions = {
            "name": _(book.name),
            "version": event.get("rulebook_version", "?"),
            "own": book.version,
        }
        told.append(
            _("文件用的规程“%(name)s”是第 %(version)s 版，与本软件的第 %(own)s 版内容不同。") % versions
        )
    if parsed.differing:
        told.append(
            _("与本软件的规程不同、按文件保留的设置：%(names)s。")
            % {"names": _("、").join(_named(stage, key) for stage, key in parsed.differing)}
        )
    return told


def _named(stage: str, key: str) -> str:
    text = _("%(name)s（%(key)s）") % {"name": label(key), "key": key}
    return f"{stage} {text}" if stage else text
