"""Every setting, declared once: the dialog, the checks and the defaults derive from it."""

from __future__ import annotations

from dataclasses import dataclass

from elcs_gui.algorithms.registry import ALGORITHMS, DEFAULT
from elcs_gui.app.model.player import CHANGES, PACES
from elcs_gui.ci.registry import AUTO, TESTS, KnownTest, Needs

Value = str | bool | float

COLUMNS = ("n", "stage", "x", "y", "z", "stat", "df", "p", "verdict", "answer", "line")
"""The columns of the CI-test log from left to right; also what a test can be sorted by."""


@dataclass(frozen=True)
class Setting:
    """One thing the user may settle for good.

    Attributes:
        choices: value -> how it is called; empty for a switch, a number or several words.
        between: the bounds of a number, themselves left out.
        several: the value is some of these words, with spaces between; word -> how it is called.
        free: any line of text.
    """

    id: str
    group: str
    title: str
    sentence: str
    default: Value
    choices: tuple[tuple[str, str], ...] = ()
    between: tuple[float, float] | None = None
    several: tuple[tuple[str, str], ...] = ()
    free: bool = False

    def checked(self, value: object) -> Value:
        """The value as it is meant, or the default where it means nothing: it may come from an old file."""
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else str(value).lower() == "true"
        if self.between is not None:
            try:
                number = float(str(value).replace(",", "."))
            except ValueError:
                return self.default
            least, most = self.between
            return number if least < number < most else self.default
        if self.choices:
            return str(value) if str(value) in dict(self.choices) else self.default
        if self.free:
            return str(value).strip() if str(value).isprintable() else self.default
        wanted = set(str(value).split())
        return " ".join(word for word, _ in self.several if word in wanted)


_COLUMN_TITLES = {
    "n": "Number",
    "stage": "Stage",
    "x": "x",
    "y": "y",
    "z": "Conditioning set Z",
    "stat": "Statistic",
    "df": "Degrees of freedom",
    "p": "p-value",
    "verdict": "Verdict",
    "answer": "Answer",
    "line": "Pseudo-code line",
    "truth": "Truth",
}
HIDEABLE = tuple((column, _COLUMN_TITLES[column]) for column in (*COLUMNS, "truth") if column != "n")
"""Columns of the log that may be hidden: the number stays, so that the log never is empty."""


def _on_files(test: KnownTest) -> str:
    return f"{test.title} (continuous data)" if test.needs is Needs.MEASUREMENTS else test.title


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "theme",
        "Appearance",
        "Theme",
        "The colours of the window; the system's own unless you choose.",
        "system",
        choices=(
            ("system", "Match system"),
            ("light", "Light"),
            ("dark", "Dark"),
            ("contrast", "High contrast"),
        ),
    ),
    Setting(
        "reduced-motion",
        "Appearance",
        "Reduced motion",
        "Show changes of the graph at once, without animation.",
        False,
    ),
    Setting(
        "projector-scale",
        "Appearance",
        "Projector mode",
        "How much larger everything is in projector mode.",
        "1.4",
        choices=(("1.2", "× 1.2"), ("1.4", "× 1.4"), ("1.6", "× 1.6"), ("1.8", "× 1.8")),
    ),
    Setting(
        "proof-wording",
        "Appearance",
        "Proofs",
        "How the inspector words why something is so.",
        "plain",
        choices=(("plain", "Plain words"), ("formal", "Formal signs")),
    ),
    Setting(
        "speed",
        "Playing",
        "Playback",
        "What is played, and how fast.",
        CHANGES.id,
        choices=tuple(
            (pace.id, pace.title if pace.steps is None else f"Every step, {pace.title}") for pace in PACES
        ),
    ),
    Setting(
        "autosave",
        "Sessions",
        "Autosave",
        "How often changes are kept against a crash.",
        "30",
        choices=(
            ("10", "Every 10 seconds"),
            ("30", "Every 30 seconds"),
            ("120", "Every 2 minutes"),
            ("off", "Never"),
        ),
    ),
    Setting(
        "algorithm",
        "New data",
        "Algorithm",
        "What data and networks are opened with; examples have their own.",
        DEFAULT,
        choices=tuple((each.id, each.title) for each in ALGORITHMS.values() if len(each.needs) == len(Needs)),
    ),
    Setting(
        "test",
        "New data",
        "Test",
        "The test that data files are opened with.",
        AUTO,
        choices=(
            (AUTO, "By the kinds of the columns"),
            *((test.id, _on_files(test)) for test in TESTS.values() if test.needs is not Needs.NETWORK),
        ),
    ),
    Setting(
        "alpha",
        "New data",
        "Alpha",
        "The level of significance that files are opened with, between 0 and 1.",
        0.01,
        between=(0.0, 1.0),
    ),
    Setting(
        "k",
        "New data",
        "Largest conditioning set k",
        "How many variables a test may condition on in files opened from now on.",
        "3",
        choices=(*((str(k), str(k)) for k in range(1, 7)), ("unlimited", "Unlimited")),
    ),
    Setting(
        "alpha-from",
        "Alpha explorer",
        "Smallest alpha",
        "Where the alpha explorer begins.",
        1e-6,
        between=(0.0, 1.0),
    ),
    Setting(
        "alpha-to",
        "Alpha explorer",
        "Largest alpha",
        "Where the alpha explorer ends.",
        0.2,
        between=(0.0, 1.0),
    ),
    Setting(
        "hidden-columns",
        "Log of CI tests",
        "Columns shown",
        "Which columns the log has; a click with the right button on its head changes them too.",
        "",
        several=HIDEABLE,
    ),
    Setting(
        "memory",
        "Large data",
        "Memory for reading",
        "Parquet and CSV files are read through DuckDB in so much memory, however large they are (the extra "
        "elcs-explorer[big]).",
        "",
        (("", "As much as a file needs"), *((f"{size}GB", f"{size} GB") for size in (1, 2, 4, 8, 16, 32))),
    ),
    Setting(
        "scheduler",
        "Cluster",
        "Dask scheduler",
        "Where stability, All variables and benchmarks run, as in tcp://host:8786; empty: on this computer. "
        "It runs code: name only one you trust.",
        "",
        free=True,
    ),
    Setting(
        "tls-ca",
        "Cluster",
        "Authority",
        "For tls://host:8786, a PEM file: who signed the scheduler's certificate.",
        "",
        free=True,
    ),
    Setting("tls-cert", "Cluster", "Certificate", "Our own, a PEM file.", "", free=True),
    Setting("tls-key", "Cluster", "Key", "Of our certificate, a PEM file.", "", free=True),
)
BY_ID = {setting.id: setting for setting in SETTINGS}
