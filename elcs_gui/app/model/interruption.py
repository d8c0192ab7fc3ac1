"""What the user is told when a process in the background has died, and can do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Interruption:
    """One or two sentences, and a button for what can be done."""

    sentence: str
    choices: Mapping[str, Callable[[], object]] = field(default_factory=dict)

    @classmethod
    def stopped(cls, purpose: str, start_again: Callable[[], object]) -> Interruption:
        """The process died too often to be started again by itself."""
        sentence = f"The process for {purpose} ended three times within a minute and is not started any more."
        return cls(sentence, {"Start again": start_again})
