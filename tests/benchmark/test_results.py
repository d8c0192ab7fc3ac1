"""The file of results: appended, torn, and read again."""

from pathlib import Path

import pytest

from elcs_gui.benchmark.benchmark import _Forecast
from elcs_gui.benchmark.paper import paper_tests
from elcs_gui.benchmark.plan import RunKey
from elcs_gui.benchmark.results import DONE, FAILED, FILE, STOPPED, ResultsWriter, RunResult, read_results
from elcs_gui.errors import ElcsError


def result(target: str, state: str = DONE, **figures: float) -> RunResult:
    return RunResult(RunKey("Alarm", 5000, 1, "elcs", target), "original", state, figures)


def written(folder: Path, *results: RunResult) -> None:
    with ResultsWriter(folder) as writer:
        for each in results:
            writer.append(each)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    names = RunResult(RunKey("a,b", 10, 2, "emb", 'odd "name"'), "pool, rows 1 to 10", FAILED, note="why\nso")
    written(tmp_path, result("HR", shd=1.5, requested=738, seconds=0.0123456), result("CO", STOPPED), names)
    found = read_results(tmp_path)
    assert list(found) == [result("HR").key, result("CO").key, names.key]
    assert found[result("HR").key].figures == {"shd": 1.5, "requested": 738, "seconds": 0.0123456}
    assert (found[names.key].origin, found[names.key].note) == ("pool, rows 1 to 10", "why so")


def test_half_a_line_is_ignored_and_cut_off_before_the_next_one(tmp_path: Path) -> None:
    written(tmp_path, result("HR", shd=1.0), result("CO", shd=2.0))
    path = tmp_path / FILE
    whole = path.read_bytes()
    for lost in (1, 7, 40):
        path.write_bytes(whole[:-lost])
        assert list(read_results(tmp_path)) == [result("HR").key]
    written(tmp_path, result("TPR", shd=3.0))
    assert {key.target for key in read_results(tmp_path)} == {"HR", "TPR"}
    assert path.read_bytes().count(b"\n") == 3


def test_in_a_long_file_only_the_last_half_line_is_cut_off(tmp_path: Path) -> None:
    some = [result(f"variable {number}", shd=1.0) for number in range(2000)]
    written(tmp_path, *some)
    path = tmp_path / FILE
    whole = path.read_bytes()
    assert len(whole) > 1 << 16
    path.write_bytes(whole[:-3])
    written(tmp_path, some[-1])
    assert path.read_bytes() == whole


def test_what_is_left_takes_as_long_as_what_is_over_and_unknown_kinds_as_long_as_others() -> None:
    forecast = _Forecast({("Alarm", 5000, "elcs"): 3, ("other", 100, "elcs"): 4}, jobs=2)
    assert forecast.seconds_left() is None
    forecast.add(result("HR", seconds=3.0))
    assert forecast.seconds_left() == (2 * 3.0 + 4 * 3.0) / 2
    forecast.add(result("CO", seconds=1.0))
    assert forecast.seconds_left() == (1 * 2.0 + 4 * 2.0) / 2
    by_tests = _Forecast({("Alarm", 5000, "elcs"): 1, ("Alarm", 5000, "emb"): 3}, jobs=1)
    by_tests.add(result("HR", seconds=2.0, requested=400))
    tests = paper_tests("Alarm", 5000, "emb")
    assert tests is not None and by_tests.seconds_left() == pytest.approx(3 * tests * 2.0 / 400)


def test_half_of_the_first_line_is_begun_anew(tmp_path: Path) -> None:
    written(tmp_path)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:10])
    assert read_results(tmp_path) == {}
    written(tmp_path, result("HR", shd=1.0))
    assert list(read_results(tmp_path)) == [result("HR").key]


def test_of_two_lines_about_one_run_the_last_counts(tmp_path: Path) -> None:
    written(tmp_path, result("HR", STOPPED, seconds=2), result("HR", shd=0.0))
    assert read_results(tmp_path)[result("HR").key].state == DONE


def test_two_programs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with ResultsWriter(tmp_path), pytest.raises(ElcsError, match="Another benchmark is writing"):
        ResultsWriter(tmp_path)
    written(tmp_path, result("HR"))  # the lock is given back


@pytest.mark.parametrize("line", ["Alarm,many,1,x,elcs,HR,done" + "," * 13, "short,line", "x" * 50])
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: str) -> None:
    written(tmp_path, result("HR"))
    with (tmp_path / FILE).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(ElcsError, match="line 3, is not a result"):
        read_results(tmp_path)
