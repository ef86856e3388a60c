"""Requests that claim to be written in something else than UTF-8: no page of ours sends them."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
CLAIM: Final = re.compile(r";\s*charset\s*=[^;]*", re.IGNORECASE)


def in_utf8(application: Application) -> Application:
    """`application`, which reads every form as UTF-8.

    Django takes over any codec that Python knows, also those that are no text (`hex`), and breaks on them
    while it makes the request, before anything of ours could answer.
    """

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if claimed := environ.get("CONTENT_TYPE"):
            environ["CONTENT_TYPE"] = CLAIM.sub("", claimed)
        return application(environ, start)

    return answer
