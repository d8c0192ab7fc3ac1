"""Films: which steps they show, what the files hold, and that a window goes on while one is made."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from elcs_gui.app.exporting.film_encoding import Frames, sample_places, write_film
from elcs_gui.app.exporting.film_job import Filming
from elcs_gui.app.exporting.film_painter import Painting, write_painted
from elcs_gui.app.exporting.film_steps import MOST_FRAMES, Film, check_length, enough, film, in_words
from elcs_gui.app.graph.sheet import Layout
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.errors import ElcsError
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.stages import stage_spans
from tests.traces import trace_of

SMALL = Layout(LIGHT, size=(401, 301), caption=True)


def frames_in(image: Image.Image) -> int:
    return int(getattr(image, "n_frames", 1))


def short() -> Film:
    return film(trace_of("cancer"), "stage", seconds=0.2, hold=1.0)


def test_a_film_of_changes_shows_every_change_the_beginning_and_the_end() -> None:
    trace = trace_of("fig3")
    shown = film(trace)
    assert shown.steps == tuple(dict.fromkeys([0, *changes_of(trace).tolist(), len(trace)]))


def test_a_film_of_events_or_stages_shows_those() -> None:
    trace = trace_of("fig3")
    assert film(trace, "step").steps == tuple(range(len(trace) + 1))
    assert set(film(trace, "stage").steps) == {0, len(trace), *(s.last for s in stage_spans(trace))}


def test_every_nth_between_two_steps() -> None:
    shown = film(trace_of("fig3"), "step", nth=10, first=100, last=205)
    assert shown.steps == (100, *range(110, 201, 10), 205)


def test_the_last_frame_is_held() -> None:
    assert Film((0, 5, 9), 0.5, 2.0).durations == [500, 500, 2000]
    assert Film((0, 5, 9), 0.5, 2.0).length == 3.0
    assert in_words(Film((0, 5, 9), 0.5, 2.0)) == "3 frames, 3 s"
    assert in_words(Film(tuple(range(200)), 0.5, 2.0)) == "200 frames, 1 min 42 s"


@pytest.mark.parametrize("frames", [MOST_FRAMES + 1, 2 * MOST_FRAMES, 100_000, 1_400_001])
def test_too_many_frames_are_refused_with_what_would_do(frames: int) -> None:
    with pytest.raises(ElcsError, match=f"every {enough(frames)}th"):
        check_length(Film(tuple(range(frames)), 0.5, 2.0))
    assert len(range(0, frames, enough(frames))) + 2 <= MOST_FRAMES + 1
    check_length(Film(tuple(range(MOST_FRAMES)), 0.5, 2.0))


def test_samples_reach_from_the_first_frame_to_the_last() -> None:
    assert sample_places(3) == [0, 1, 2]
    assert sample_places(1000)[0] == 0 and sample_places(1000)[-1] == 999


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_film_has_its_frames_and_is_the_same_twice(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    one, two = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
    for path in (one, two):
        write_painted(trace_of("cancer"), path, SMALL, short())
    assert one.read_bytes() == two.read_bytes()
    with Image.open(one) as found:
        assert found.size == (400, 300)
        # Frames in which nothing changed are one frame, shown for longer.
        assert 2 <= frames_in(found) <= len(short().steps)
        durations = []
        for place in range(frames_in(found)):
            found.seek(place)
            found.load()
            durations.append(found.info["duration"])
    assert sum(durations) == sum(short().durations)


def test_a_gif_shows_what_was_painted(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    layout = Layout(DARK, size=(400, 300))
    write_painted(trace_of("cancer"), path, layout, short())
    dark = Painting.of_trace(trace_of("cancer"), layout, short(), None, 1.0)
    wanted = Image.frombytes("RGB", dark.size, dark.frame(len(short().steps) - 1))
    with Image.open(path) as found:
        found.seek(frames_in(found) - 1)
        last = np.asarray(found.convert("RGB"), dtype=int)
    off = np.abs(last - np.asarray(wanted, dtype=int)).max(axis=2)
    assert off[1, 1] <= 2  # the ground
    assert off.max() < 64 and off.mean() < 2


def test_a_video_plays_as_long_as_the_film(qtbot: QtBot, tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / "film.mp4"
    write_painted(trace_of("cancer"), path, SMALL, short())
    _, seconds = ffmpeg.count_frames_and_secs(str(path))
    assert seconds == pytest.approx(short().length, abs=0.1)


def test_without_ffmpeg_the_error_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ElcsError, match="pip install imageio-ffmpeg"):
        write_film(tmp_path / "film.mp4", Frames((2, 2), [100], iter([b"\0" * 12])))
    assert not list(tmp_path.iterdir())


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ElcsError, match="webp"):
        write_film(tmp_path / "film.avi", Frames((2, 2), [100], iter([b"\0" * 12])))


def test_a_film_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"\0" * 12
        raise ElcsError("no more")

    with pytest.raises(ElcsError, match="no more"):
        write_film(tmp_path / "film.gif", Frames((2, 2), [100, 100], broken(), [b"\0" * 12]))
    assert not list(tmp_path.iterdir())


def painting() -> Painting:
    return Painting.of_trace(trace_of("cancer"), SMALL, short(), None, 1.0)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_the_window_goes_on_while_a_film_is_made(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    filming, told = Filming(), []
    filming.progressed.connect(lambda done, of: told.append((done, of)))
    path, count = tmp_path / f"film.{kind}", len(short().steps)
    with qtbot.waitSignal(filming.ended) as ended:
        filming.start(painting(), path)
    assert ended.args == [f"{count} frames written to {path.name}.", True]
    assert told == [(done, count) for done in range(1, count + 1)]
    beside = tmp_path / f"beside.{kind}"
    write_painted(trace_of("cancer"), beside, SMALL, short())
    assert path.read_bytes() == beside.read_bytes()
    assert not filming.running


def test_a_film_can_be_cancelled_and_leaves_nothing_behind(qtbot: QtBot, tmp_path: Path) -> None:
    filming = Filming()
    filming.progressed.connect(lambda done: filming.cancel() if done == 3 else None)
    with qtbot.waitSignal(filming.ended) as ended:
        filming.start(painting(), tmp_path / "film.webp")
    assert ended.args == ["No film was written.", False]
    assert not list(tmp_path.iterdir())


def test_a_film_into_nowhere_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    filming = Filming()
    with qtbot.waitSignal(filming.ended) as ended:
        filming.start(painting(), tmp_path / "no" / "film.webp")
    said, well = ended.args
    assert "cannot be written" in said and not well


def test_closing_while_a_film_is_made_waits_for_the_thread(qtbot: QtBot, tmp_path: Path) -> None:
    filming = Filming()
    with qtbot.waitSignal(filming.progressed):
        filming.start(painting(), tmp_path / "film.webp")
    filming.stop()
    assert not filming.running
    assert not list(tmp_path.iterdir())
