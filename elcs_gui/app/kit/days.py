"""Days as people say them."""

from __future__ import annotations

from datetime import date

_WEEK = 7


def day_in_words(day: date, today: date | None = None) -> str:
    """Today, yesterday, a day of the last week, or its date; with the year if that is another one."""
    today = today or date.today()
    ago = (today - day).days
    if ago == 0:
        return "today"
    if ago == 1:
        return "yesterday"
    if 1 < ago < _WEEK:
        return f"{day:%A}"
    return f"{day.day} {day:%b}" if day.year == today.year else f"{day.day} {day:%b %Y}"
