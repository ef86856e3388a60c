"""Every two of an even number of places meet once: the circle that all prepared movements begin from."""

from __future__ import annotations

Couple = tuple[int, int]
Rounds = list[list[Couple]]


def even(size: int) -> int:
    """The size with one empty place added where it is odd: whoever meets the empty place has the bye."""
    return size + size % 2


def circle(size: int, *, bye: bool = False) -> Rounds:
    """A full schedule of `size` places (even, from 0): size − 1 rounds, every two places in exactly one.

    One place stands still in the middle, the others sit on a circle of odd length p; in round s those whose
    places add up to 2·s (mod p) meet, and place s meets the middle. Places are then renamed so that round 1
    is as people expect it: the first of the upper half meets the first of the lower half, and so on (1–3,
    2–4). With `bye` the last place is the empty one of an odd group, and the last real place meets it first.
    """
    names = _names(size, bye)
    ring = size - 1
    rounds = []
    for turn in range(ring):
        met = [(turn, ring)] + [((turn + step) % ring, (turn - step) % ring) for step in range(1, size // 2)]
        named = [(names[one], names[two]) for one, two in met]
        rounds.append(sorted((min(couple), max(couple)) for couple in named))
    return rounds


def _names(size: int, bye: bool) -> list[int]:
    """The new name of each place of the ring, the middle last."""
    half = size // 2
    lower = half - 1 if bye else half  # where the names of the lower half begin
    names = [0] * size
    for step in range(1, half):
        names[step], names[size - 1 - step] = step - 1, lower + step - 1
    names[0], names[size - 1] = (size - 2 if bye else half - 1), size - 1
    return names
