"""An event's logo: a picture that people send, made small and written anew: nothing else rides in it."""

from __future__ import annotations

import warnings
from io import BytesIO

from PIL import Image, ImageOps

from tournament.errors import ActionRefused

MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 600  # printed 4 cm wide that is finer than any office printer
SHORTEST_SIDE = 60


def read_logo(data: bytes) -> bytes:
    """A PNG or JPEG file as a PNG of at most 600 pixels a side, upright, without its metadata.

    Raises `ActionRefused` (field `logo`): `logo_too_big` (most, in MB), `logo_not_read`, `logo_too_small`
    (least, in pixels).
    """
    if len(data) > MOST_BYTES:
        raise ActionRefused("logo_too_big", field="logo", most=MOST_BYTES // 1024 // 1024)
    image = _opened(data, ("PNG", "JPEG"))
    if max(image.size) < SHORTEST_SIDE:
        raise ActionRefused("logo_too_small", field="logo", least=SHORTEST_SIDE)
    image = ImageOps.exif_transpose(image)
    clear = "A" in image.getbands() or "transparency" in image.info
    image = image.convert("RGBA" if clear else "RGB")
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    image.info.clear()
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def is_stored_logo(data: bytes) -> bool:
    """Whether this is a picture as `read_logo` writes them: what an archive may carry."""
    if len(data) > MOST_BYTES:
        return False
    try:
        return max(_opened(data, ("PNG",)).size) <= LONGEST_SIDE
    except ActionRefused:
        return False


def _opened(data: bytes, formats: tuple[str, ...]) -> Image.Image:
    """The picture with its pixels read; bombs, broken files and other formats are refused."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(data), formats=formats)
            if image.width * image.height > MOST_PIXELS:
                raise ActionRefused("logo_not_read", field="logo")
            image.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ActionRefused("logo_not_read", field="logo") from None
    return image
