"""How wide each column of a section is."""

from collections.abc import Sequence
from math import ceil

from .paper import Column, Kind
from .typefaces import Typesetter
from .typeset import FEW_LINES, LONGEST_NAME, SMALLEST_NAME, longest_token

# What is left over goes to words and room to write first: figures far from their names are hard to follow.
_GROW = (Kind.TEXT, Kind.NAME, Kind.BLANK)
_GROWS_LITTLE = 0.25
_LONGEST_WHOLE = 12.0  # sizes: a longer name may break at its dots
_NARROWEST_TEXT = 4.0  # sizes: four Chinese characters in a line
_LONG = 0.66  # of its size: type in which a long name of a unit is still read with ease
_ONCE_WIDEST, _ONCE_USUAL = 13.0, 7.0
_WIDEST = 1.0  # of the page: one long note does not take the room of all others
_NARROWEST = {Kind.BOX: 1.6, Kind.BLANK: 4.0}
_SIGNED, _TO_SIGN = 8.0, 4.0  # sizes: the room of a signature; the weight of columns that are for one
_USUAL = 0.85  # of a column's cells fit into its usual room in one line
_HEAD_LINES = 2  # that a head over figures may take, where room is short
_SHORT_HEAD = 3.2  # sizes: 净级差, 第 1 轮; such heads stay in a line


def widths(
    columns: tuple[Column, ...],
    rows: Sequence[tuple[str, ...]],
    width: float,
    size: float,
    pad: float,
    setter: Typesetter,
) -> tuple[float, ...]:
    """Share `width` points among `columns`; the shares always add up to it.

    Where all content fits in one line, what is left over goes by the columns' weights. Where it does not,
    every column first gets the room of its usual cells, names before words, then the rest goes to small
    needs first: one long unit wraps, and not everybody's names. Where not even the usual ones fit, every
    column keeps the room of its longest name or figure; where that does not fit either, figures and short
    words keep theirs and the others give way in proportion: their cells shrink or break. 南北 and 东西 are
    as wide as each other.
    """
    needs = [
        _needed(column, texts, size, pad, width, setter)
        for column, texts in zip(columns, _by_column(columns, rows), strict=True)
    ]
    least, usual, most = (list(room) for room in zip(*_even(columns, needs), strict=True))
    if sum(most) <= width:
        return _shared(most, _weights(columns, most), width)
    if sum(usual) <= width:
        return _filled(usual, most, width)
    if sum(least) <= width:
        return _filled(_with_names(columns, least, usual, width), usual, width)
    return _squeezed(columns, least, width, size * _NARROWEST_TEXT + 2 * pad)


Needs = tuple[float, float, float]  # the least, the usual and the greatest room that a column can use


def _needed(
    column: Column, texts: Sequence[str], size: float, pad: float, width: float, setter: Typesetter
) -> Needs:
    most = min(_most(column, texts, size, setter) + 2 * pad, width * _WIDEST)
    least = min(_least(column, texts, size, setter) + 2 * pad, most)
    return least, min(max(_usual(column, texts, size, setter) + 2 * pad, least), most), most


def _even(columns: Sequence[Column], needs: Sequence[Needs]) -> list[Needs]:
    """The same for both sides' columns of one kind: the paper is symmetrical, and no side gets crowded."""
    sides: dict[tuple[str, Kind], list[Needs]] = {}
    for column, need in zip(columns, needs, strict=True):
        if column.side:
            sides.setdefault((column.title, column.kind), []).append(need)
    greatest = {key: tuple(map(max, zip(*found, strict=True))) for key, found in sides.items()}
    return [
        greatest[column.title, column.kind] if column.side else need
        for column, need in zip(columns, needs, strict=True)
    ]


def least_width(
    columns: tuple[Column, ...], rows: Sequence[tuple[str, ...]], size: float, pad: float, setter: Typesetter
) -> float:
    """The narrowest table, in points, in which no name breaks and no figure shrinks."""
    cells = _by_column(columns, rows)
    return sum(_least(c, texts, size, setter) + 2 * pad for c, texts in zip(columns, cells, strict=True))


def _by_column(columns: tuple[Column, ...], rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return list(zip(*rows, strict=True)) if rows else [() for _ in columns]


def _weights(columns: tuple[Column, ...], most: list[float]) -> list[float]:
    """What each column takes of the room left over: words by their length; short ones stay narrow."""
    average = sum(most) / len(most)
    return [
        column.weight
        if column.weight is not None
        else full / average
        if column.kind in _GROW
        else _GROWS_LITTLE
        for column, full in zip(columns, most, strict=True)
    ]


def _shared(base: list[float], weights: list[float], width: float) -> tuple[float, ...]:
    left, total = width - sum(base), sum(weights)
    if not total:
        weights, total = [1.0] * len(base), float(len(base))
    return tuple(room + left * weight / total for room, weight in zip(base, weights, strict=True))


def _with_names(
    columns: tuple[Column, ...], least: list[float], usual: list[float], width: float
) -> list[float]:
    """Names take their usual room first where all can have it: with less they stand in two lines, and words
    gain little."""
    room = [
        most if column.kind is Kind.NAME else few
        for column, few, most in zip(columns, least, usual, strict=True)
    ]
    return room if sum(room) <= width else least


def _filled(least: list[float], most: list[float], width: float) -> tuple[float, ...]:
    """Give each column what it still needs, the smallest needs first; the greatest take what is left."""
    room, left = list(least), width - sum(least)
    needs = sorted(range(len(least)), key=lambda n: most[n] - least[n])
    for place, n in enumerate(needs):
        given = min(most[n] - least[n], left / (len(needs) - place))
        room[n] += given
        left -= given
    return tuple(room)


def _squeezed(
    columns: tuple[Column, ...], least: list[float], width: float, short: float
) -> tuple[float, ...]:
    """Take what is too much from the long columns; from all where the short ones fill two thirds."""
    firm = [column.is_number or few <= short for column, few in zip(columns, least, strict=True)]
    kept = sum(few for few, is_firm in zip(least, firm, strict=True) if is_firm)
    if all(firm) or kept > width * 2 / 3:
        return tuple(few * width / sum(least) for few in least)
    part = (width - kept) / (sum(least) - kept)
    return tuple(few if is_firm else few * part for few, is_firm in zip(least, firm, strict=True))


def _most(column: Column, texts: Sequence[str], size: float, setter: Typesetter) -> float:
    """The room in which no cell and no head wraps, except long units that are told once."""
    widest = max((setter.width_of_em(text) for text in texts), default=0.0)
    if column.once:  # told once for several rows, it may wrap: the room is for what stands in every row
        widest = min(widest, _ONCE_WIDEST)
    least = _SIGNED if _is_signed(column) else _NARROWEST.get(column.kind, 0.0)
    return size * max(widest, setter.width_of_em(column.title), least) * 1.001


def _is_signed(column: Column) -> bool:
    return column.kind is Kind.BLANK and (column.weight or 0) >= _TO_SIGN


def _usual(column: Column, texts: Sequence[str], size: float, setter: Typesetter) -> float:
    """The room in which most cells do not wrap, and in which a name can be signed."""
    if _is_signed(column):
        return size * _SIGNED
    if not texts:
        return 0.0
    found = sorted(map(setter.width_of_em, texts))
    usual = found[int((len(found) - 1) * _USUAL)]
    return size * (min(usual, _ONCE_USUAL) if column.once else usual) * 1.001


def _least(column: Column, texts: Sequence[str], size: float, setter: Typesetter) -> float:
    """The room below which names would break, figures shrink, and long units take more than three lines."""
    head = longest_token(setter, column.title, Kind.TEXT)
    if column.kind is Kind.TEXT:
        return size * max(head, _NARROWEST_TEXT, _due(texts, setter))
    if column.kind is Kind.NAME:
        longest = max((longest_token(setter, text, Kind.NAME) for text in set(texts)), default=0.0)
        return size * max(head, min(longest, _LONGEST_WHOLE) * SMALLEST_NAME) * 1.001
    if column.is_number:
        widest = max((setter.width_of_em(text) for text in texts), default=0.0)
        return size * max(widest, _head(column.title, setter)) * 1.001
    return size * max(head, _NARROWEST.get(column.kind, 0.0))


def _due(texts: Sequence[str], setter: Typesetter) -> float:
    """The room, in sizes, in which the longest name of a unit takes three lines of small type."""
    names = [wide for wide in map(setter.width_of_em, texts) if wide <= LONGEST_NAME]
    return (max(names, default=0.0) / FEW_LINES + 1) * _LONG  # one more for the lines' ragged ends


def _head(title: str, setter: Typesetter) -> float:
    """The room, in sizes, of a head over figures, a long one in lines."""
    whole = setter.width_of_em(title)
    if whole <= _SHORT_HEAD:
        return whole
    return max(ceil(whole / _HEAD_LINES), longest_token(setter, title, Kind.TEXT))
