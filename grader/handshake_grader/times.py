"""Times as a person reads them: in the time zone of the course, and never without a zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo


def in_words(when: datetime | str, time_zone: str) -> str:
    """when: an instant (a text is in ISO 8601), or a time without a zone, which is a time of the
    course's own clock."""
    moment = datetime.fromisoformat(when) if isinstance(when, str) else when
    local = moment.astimezone(ZoneInfo(time_zone)) if moment.tzinfo else moment
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M:%S} ({time_zone})"
