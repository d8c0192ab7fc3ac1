"""Long work on a cluster of Dask: the same results as on one machine, and trouble told in a line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elcs_gui.benchmark.benchmark import begin as begin_benchmark
from elcs_gui.benchmark.benchmark import carry_out
from elcs_gui.benchmark.plan import Plan, RunKey
from elcs_gui.benchmark.results import read_results
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.all_targets import learn_all, learn_all_at
from elcs_gui.parallel import cluster as parallel_cluster
from elcs_gui.parallel.cluster import Place, Scheduler, made_at
from elcs_gui.storage.study import Study
from tests.commands.calling import Elcs
from tests.commands.test_sweep import COMMANDS, lines
from tests.inquiry.repeated import child, child_header
from tests.optional import needing
from tests.stress import STRESSED, many

if TYPE_CHECKING:
    from distributed import LocalCluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two workers of one thread each, in processes of their own."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=100
    ) as started:
        yield started


@needing("distributed")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_cluster_gives_the_same_lines_as_one_process(
    elcs: Elcs, asia: Path, cluster: LocalCluster, command: str
) -> None:
    asked = (command, asia, "--all-targets", "--json", *COMMANDS[command])
    code, out, said = elcs(*asked, "--scheduler", cluster.scheduler_address)
    assert (code, said) == (0, "")
    assert lines(out) == lines(elcs(*asked)[1])


@needing("distributed")
def test_traces_of_a_cluster_are_written_here(
    elcs: Elcs, asia: Path, cluster: LocalCluster, tmp_path: Path
) -> None:
    asked = ("run", asia, "--all-targets", "--json", "--trace")
    assert elcs(*asked, tmp_path / "far", "--scheduler", cluster.scheduler_address)[0] == 0
    assert elcs(*asked, tmp_path / "near")[0] == 0
    near = {path.name: path.read_bytes() for path in (tmp_path / "near").iterdir()}
    assert near == {path.name: path.read_bytes() for path in (tmp_path / "far").iterdir()}
    assert len(near) == 8


@needing("distributed")
def test_a_benchmark_on_a_cluster_has_the_same_figures(cluster: LocalCluster, tmp_path: Path) -> None:
    far = figures(Scheduler(cluster.scheduler_address), tmp_path / "far")
    assert far == figures(1, tmp_path / "near")
    assert len(far) == 16


def figures(place: Place, folder: Path) -> dict[RunKey, dict[str, float]]:
    """Of a small benchmark, without those that differ from time to time."""
    begin_benchmark(Plan(networks=("asia",), algorithms=("elcs", "iamb"), rows=(500,), sets=1), folder)
    carry_out(folder, place=place, tell=lambda _: None)
    return {
        key: {id: value for id, value in result.figures.items() if id not in {"seconds", "memory"}}
        for key, result in read_results(folder).items()
    }


@needing("distributed")
def test_all_variables_of_the_window_are_learnt_by_a_cluster_as_here(cluster: LocalCluster) -> None:
    study = Study("child", child(), None, "g2")
    header = child_header(alpha=0.05)
    assert learn_all_at(Scheduler(cluster.scheduler_address), study, header) == learn_all(
        study.evidence(header), header
    )


@contextmanager
def killing(cluster: LocalCluster, count: int = 1) -> Iterator[None]:
    """Kills so many workers, each as soon as it is at a batch."""
    over = threading.Event()
    killed: set[int] = set()

    def watch() -> None:
        while len(killed) < count and not over.is_set():
            assert cluster.scheduler is not None
            for worker in tuple(cluster.scheduler.workers.values()):
                process = cluster.workers[worker.name].pid
                at_work = any("_make" in str(task.key) for task in tuple(worker.processing))
                if at_work and process is not None and process not in killed and len(killed) < count:
                    os.kill(process, signal.SIGKILL)
                    killed.add(process)
            time.sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
    assert len(killed) == count


@needing("distributed")
@pytest.mark.parametrize("command", many(["alpha", "stability"], suite=["run"]))
def test_a_worker_that_is_killed_in_the_middle_changes_nothing_in_the_file(
    elcs: Elcs, asia: Path, cluster: LocalCluster, tmp_path: Path, command: str
) -> None:
    asked = (command, asia, "--all-targets", *COMMANDS[command], "--results")
    with killing(cluster):
        assert elcs(*asked, tmp_path / "far", "--scheduler", cluster.scheduler_address)[0] == 0
    assert elcs(*asked, tmp_path / "near")[0] == 0
    assert lines((tmp_path / "far").read_text()) == lines((tmp_path / "near").read_text())


@needing("distributed")
@pytest.mark.skipif(
    not STRESSED, reason="all long work is shared out by the same function, which is tried above"
)
def test_a_benchmark_survives_a_killed_worker(cluster: LocalCluster, tmp_path: Path) -> None:
    with killing(cluster):
        far = figures(Scheduler(cluster.scheduler_address), tmp_path / "far")
    assert far == figures(1, tmp_path / "near")


@needing("distributed")
@pytest.mark.skipif(not STRESSED, reason="takes until the next worker is there")
def test_what_is_lost_with_all_workers_is_sent_again(cluster: LocalCluster) -> None:
    study, header = Study("child", child(), None, "g2"), child_header(alpha=0.05)
    with killing(cluster, 2):
        far = learn_all_at(Scheduler(cluster.scheduler_address), study, header)
    assert far == learn_all(study.evidence(header), header)


def slowly() -> Callable[[int], int]:
    def work(number: int) -> int:
        time.sleep(0.2)
        return number

    return work


@needing("distributed")
def test_whoever_waits_for_a_cluster_can_do_something_else_meanwhile(cluster: LocalCluster) -> None:
    asked: list[int] = []
    place = Scheduler(cluster.scheduler_address)
    assert sorted(made_at(place, slowly, range(6), lambda: asked.append(0))) == [*range(6)]
    assert len(asked) > 6


def failing() -> Callable[[int], int]:
    raise ElcsError("There is no such thing.")


@needing("distributed")
def test_an_error_on_a_worker_is_told_here(cluster: LocalCluster) -> None:
    with pytest.raises(ElcsError, match="no such thing"):
        list(made_at(Scheduler(cluster.scheduler_address), failing, range(3), lambda: None))


@needing("distributed")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://nowhere"])
def test_a_scheduler_that_is_not_there_is_told_in_a_line(elcs: Elcs, asia: Path, address: str) -> None:
    code, out, said = elcs("run", asia, "--all-targets", "--json", "--scheduler", address)
    assert (code, out) == (1, "")
    assert said.startswith(f"elcs: No scheduler answers at '{address}'")
    assert said.count("\n") == 1


def test_without_dask_an_error_names_what_to_install(
    elcs: Elcs, asia: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, said = elcs("run", asia, "--all-targets", "--scheduler", "tcp://127.0.0.1:1")
    assert code == 1
    assert "pip install 'elcs-explorer[cluster]'" in said


# Who is at the other end


@needing("distributed")
def test_workers_of_another_version_are_refused(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_cluster, "__version__", "0.0.1")
    with pytest.raises(
        ElcsError, match=r"have elcs-explorer .*, and this is 0.0.1: install the same version"
    ):
        list(made_at(Scheduler(cluster.scheduler_address), failing, range(3), lambda: None))


class Absent:
    """As what is sent to a worker that lacks the package it comes from."""

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return import_module, ("elcs_not_installed",)

    def __call__(self) -> None: ...


@needing("distributed")
def test_workers_without_the_program_are_told_in_a_line(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_cluster, "_version", Absent())
    with pytest.raises(
        ElcsError, match=r"lack this program \(.*elcs_not_installed.*\): install elcs-explorer"
    ):
        list(made_at(Scheduler(cluster.scheduler_address), failing, range(3), lambda: None))


def unexpected() -> Callable[[int], int]:
    raise AttributeError("no such thing in this version of numpy")


@needing("distributed")
def test_what_goes_wrong_on_a_worker_is_told_in_a_line(cluster: LocalCluster) -> None:
    with pytest.raises(ElcsError, match=r"A worker failed \(AttributeError: no such thing in .* numpy\)"):
        list(made_at(Scheduler(cluster.scheduler_address), unexpected, range(3), lambda: None))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: `ca.pem` has signed `cert.pem`, whose key is `key.pem`; `other` ones belong to nobody."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificates")
    new = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    for command in (
        [*new, "-subj", "/CN=authority", "-keyout", "ca-key.pem", "-out", "ca.pem"],
        [*new, "-subj", "/CN=nobody", "-keyout", "other-key.pem", "-out", "other.pem"],
        [*new, "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "cert.pem",
         "-CA", "ca.pem", "-CAkey", "ca-key.pem", "-addext", "basicConstraints=CA:FALSE"],
    ):  # fmt: skip
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def secured(certificates: Path) -> Iterator[str]:
    """The address of a scheduler that wants certificates; its one worker is a thread."""
    from distributed import LocalCluster, Security

    whose = {f"tls_{who}_{what}": str(certificates / f"{what}.pem")
             for who in ("scheduler", "worker", "client") for what in ("cert", "key")}  # fmt: skip
    security = Security(tls_ca_file=str(certificates / "ca.pem"), require_encryption=True, **whose)
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tls://", security=security,
        dashboard_address="127.0.0.1:0", silence_logs=100,
    ) as started:  # fmt: skip
        yield started.scheduler_address


def tls(folder: Path, ca: str, certificate: str, key: str) -> list[object]:
    return ["--tls-ca", folder / ca, "--tls-cert", folder / certificate, "--tls-key", folder / key]


@needing("distributed")
def test_a_cluster_that_wants_certificates_gets_them(
    elcs: Elcs, asia: Path, secured: str, certificates: Path
) -> None:
    asked = ("run", asia, "--all-targets", "--json")
    code, out, said = elcs(
        *asked, "--scheduler", secured, *tls(certificates, "ca.pem", "cert.pem", "key.pem")
    )
    assert (code, said) == (0, "")
    assert lines(out) == lines(elcs(*asked)[1])


@needing("distributed")
@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ((), "For tls:// name the authority, a certificate and its key (--tls-ca, --tls-cert, --tls-key)."),
        (("gone.pem", "cert.pem", "key.pem"), "There is no file"),
        (("other.pem", "cert.pem", "key.pem"), "CERTIFICATE_VERIFY_FAILED"),
        (("ca.pem", "other.pem", "other-key.pem"), "UNKNOWN_CA"),
        (("ca.pem", "cert.pem", "other-key.pem"), "The certificate, its key or its authority is refused"),
    ],
)
def test_certificates_that_do_not_fit_are_told_in_a_line(
    elcs: Elcs, asia: Path, secured: str, certificates: Path, files: tuple[str, ...], expected: str
) -> None:
    named = tls(certificates, *files) if files else []
    code, out, said = elcs("run", asia, "--all-targets", "--json", "--scheduler", secured, *named)
    assert (code, out) == (1, "")
    assert expected in said
    assert said.count("\n") == 1
