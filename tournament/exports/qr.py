"""QR codes as SVG, to stand in a page or on a wall."""

import segno


def svg(text: str, *, title: str = "") -> str:
    """The QR code of `text` (an address) as an SVG element to put into a page.

    Medium error correction, a quiet zone of four modules, scaled by its `viewBox`: the page's style gives
    the size. The modules are dark on white in dark themes too, as scanners expect. `title` names it for
    screen readers.
    """
    code = segno.make(text, error="m", micro=False)
    return code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, title=title or None, svgclass="qr", lineclass=None
    )
