"""Numbers and dates as a spreadsheet shows them, by the format of their cell.

Only formats that leave no doubt are followed: digits, leading zeros, thousands, decimals, per cent,
a unit before or behind, and plain dates and times. By any other, and by "General", a number is
written with all its digits, never as 1.23E+17, and a date as ISO 8601 has it.
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

_NUMBER: Final = re.compile(
    r"""(?P<before>(?:"[^"]*"|\\.|\[\$[^]]*\]|[ $€£¥+-])*)
    (?P<whole>[#,]*0[0,]*)(?:\.(?P<decimals>0+))?(?P<percent>%?)
    (?P<after>(?:"[^"]*"|\\.|\[\$[^]]*\]|[ €£¥])*)""",
    re.VERBOSE,
)
_LITERAL: Final = re.compile(r'"([^"]*)"|\\(.)|\[\$([^]-]*)[^]]*\]|(.)')
_DATE_PART: Final = re.compile(
    r'"([^"]*)"|\\(.)|(AM/PM)|(y+|m+|d+|h+|s+)|([-/.,: ]|年|月|日|T)', re.IGNORECASE
)
_LOCALE: Final = re.compile(r"\[\$-[^]]*\]")
_SYSTEM_DATE: Final = "mm-dd-yy"
"""What files write for "the short date of whoever looks"."""
_MOST_DIGITS: Final = 1e21
_NAMES: Final = {
    "m": (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    ),
    "d": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
"""Of months and days, in English whatever the locale of this machine is."""


def shown_number(value: float, number_format: str) -> str:
    """A number as its cell shows it."""
    sections = number_format.split(";")
    found = _NUMBER.fullmatch(sections[0])
    if found is None or (value < 0 and len(sections) > 1):
        return _all_digits(value)
    exact = Decimal(repr(value)) * (100 if found["percent"] else 1)
    if abs(exact) >= Decimal(_MOST_DIGITS):
        return _all_digits(value)
    decimals = len(found["decimals"] or "")
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, fraction = f"{abs(rounded):f}".partition(".")
    whole = whole.rjust(found["whole"].count("0"), "0")
    if "," in found["whole"]:
        whole = f"{int(whole):,}"
    sign = "-" if rounded < 0 else ""
    number = f"{whole}.{fraction}" if fraction else whole
    before, after = _literal(found["before"]), _literal(found["after"])
    return f"{sign}{before}{number}{found['percent']}{after}"


def shown_date(value: date | time | timedelta, number_format: str) -> str:
    """A date, a time or a duration as its cell shows it."""
    if isinstance(value, timedelta):
        return str(value)
    text = _LOCALE.sub("", number_format.split(";")[0])
    if isinstance(value, datetime) and text != _SYSTEM_DATE:
        written = _written(value, text)
        if written is not None:
            return written
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()


def _all_digits(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < _MOST_DIGITS:
        return str(int(value))
    return str(value)


def _literal(text: str) -> str:
    return "".join("".join(filter(None, found)) for found in _LITERAL.findall(text))


def _written(value: datetime, number_format: str) -> str | None:
    """The date by a format; `None` where the format has more than is known here."""
    parts = list(_DATE_PART.finditer(number_format))
    if "".join(part[0] for part in parts) != number_format:
        return None
    letters = [(part[4] or "").lower() for part in parts]
    codes = [letter for letter in letters if letter]
    twelve = any(part[3] for part in parts)
    text = []
    seen = -1
    for part, code in zip(parts, letters, strict=True):
        if not code:
            literal = part[1] or part[2] or part[5] or ""
            text.append(("AM" if value.hour < 12 else "PM") if part[3] else literal)
            continue
        seen += 1
        # An m beside an hour or a second is a minute.
        minute = code in ("m", "mm") and (
            (seen > 0 and codes[seen - 1][0] == "h")
            or (seen + 1 < len(codes) and codes[seen + 1][0] == "s")
        )
        written = _date_part(value, "minute" if minute else code, len(code), twelve=twelve)
        if written is None:
            return None
        text.append(written)
    return "".join(text)


def _date_part(value: datetime, code: str, width: int, *, twelve: bool) -> str | None:
    hour = (value.hour + 11) % 12 + 1 if twelve else value.hour
    numbers = {"m": value.month, "d": value.day, "h": hour, "s": value.second}
    if code == "minute":
        return str(value.minute).rjust(width, "0")
    if code[0] == "y":
        return f"{value.year:04}" if width > 2 else f"{value.year % 100:02}"
    if width > 2:
        names = _NAMES.get(code[0], ())
        place = value.month - 1 if code[0] == "m" else value.weekday()
        return names[place][: 3 if width == 3 else None] if names and width < 5 else None
    return str(numbers[code[0]]).rjust(width, "0")
