"""Days, and how long something takes, as people say them."""

from __future__ import annotations

from datetime import date

_WEEK = 7
_SOON = 0.5
"""Seconds before which nothing can be said."""


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


def duration(seconds: float) -> str:
    """40 s, 12 min, 6 h 35 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours > 1 else f"{60 * hours + minutes} min"


def time_left(done: int, of: int, seconds: float) -> str:
    """ "about 4 s left" after so many seconds for what is done; "" where that cannot be told."""
    if not 0 < done < of or seconds < _SOON:
        return ""
    left = seconds * (of - done) / done
    if left < 1:
        return "nearly done"
    return f"about {duration(left)} left"
