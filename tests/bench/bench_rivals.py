"""Our algorithms beside the nearest ones of outside programs: time and accuracy on the same data, in one run.

    python tests/bench/bench_rivals.py [--peers PYTHON] [--data alarm] [--rows 5000] [--limit 300]

`--peers` is the Python that has them (causal-learn, pyAgrum, pgmpy, gCastle; the last needs torch): they need
not be installed beside this program.

    python -m venv peers && peers/bin/pip install causal-learn pyagrum pgmpy gcastle torch

Whoever is not installed, fails or takes longer than the limit has a line that says so. Each runs in a process
of its own and times its search alone, data in memory; all use one processor where they can be told to.
Learners of whole graphs are measured at every variable, as in the paper: its parents, children and undirected
neighbours in the graph; an arrow that is drawn both ways counts as undirected. Data are the first original
set in `../shared/benchmarks`, or simulated without it.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ALPHA, K = 0.01, 3

Found = dict[str, list[list[int]]]
"""`arrows` [tail, head] and `edges` [a, b] without direction, by column numbers."""
Search = Callable[[], Found]
"""What is timed; the data have been taken over before."""


# What runs in the other Python: it knows numpy and the library it measures, and nothing of this program.


def causal_learn_pc(codes: np.ndarray) -> Search:
    from causallearn.search.ConstraintBased.PC import pc

    return lambda: _endpoints(pc(codes, ALPHA, "gsq", show_progress=False, max_k=K).G.graph)


def _endpoints(found: np.ndarray) -> Found:
    size = len(found)
    pairs = [(a, b) for a in range(size) for b in range(size)]
    return {
        "arrows": [[a, b] for a, b in pairs if found[b, a] == 1 and found[a, b] == -1],
        "edges": [[a, b] for a, b in pairs if a < b and found[a, b] == found[b, a] != 0],
    }


def _agrum(codes: np.ndarray) -> Any:
    import pandas
    import pyagrum

    names = [f"v{place}" for place in range(codes.shape[1])]
    frame = pandas.DataFrame({name: codes[:, place].astype(str) for place, name in enumerate(names)})
    learner = pyagrum.BNLearner(frame)
    learner.setNumberOfThreads(1)
    return learner


def _agrum_graph(graph: Any) -> Found:
    return {
        "arrows": [[int(a), int(b)] for a, b in graph.arcs()],
        "edges": [[int(a), int(b)] for a, b in graph.edges()] if hasattr(graph, "edges") else [],
    }


def pyagrum_pc(codes: np.ndarray) -> Search:
    learner = _agrum(codes)
    learner.usePC()
    learner.useG2Test()
    learner.setPCAlpha(ALPHA)
    learner.setPCMaxCondSetSize(K)
    return lambda: _agrum_graph(learner.learnPDAG())


def pyagrum_miic(codes: np.ndarray) -> Search:
    learner = _agrum(codes)
    learner.useMIIC()
    return lambda: _agrum_graph(learner.learnPDAG())


def pyagrum_tabu(codes: np.ndarray) -> Search:
    learner = _agrum(codes)
    learner.useLocalSearchWithTabuList(100, 15)
    learner.useScoreBDeu()
    return lambda: _agrum_graph(learner.learnDAG())


def _frame(codes: np.ndarray) -> Any:
    import pandas

    return pandas.DataFrame(
        {place: pandas.Categorical(codes[:, place].astype(str)) for place in range(codes.shape[1])}
    )


def pgmpy_pc(codes: np.ndarray) -> Search:
    from pgmpy.causal_discovery import PC

    learner = PC(
        variant="stable",
        ci_test="g_sq",
        significance_level=ALPHA,
        max_cond_vars=K,
        n_jobs=1,
        show_progress=False,
    )
    frame = _frame(codes)

    def search() -> Found:
        graph = learner.fit(frame).causal_graph_
        return {
            "arrows": [list(map(int, edge)) for edge in graph.directed_edges],
            "edges": [list(map(int, edge)) for edge in graph.undirected_edges],
        }

    return search


def pgmpy_mmhc(codes: np.ndarray) -> Search:
    from pgmpy.estimators import MmhcEstimator

    learner = MmhcEstimator(_frame(codes))

    def search() -> Found:
        graph = learner.estimate(significance_level=ALPHA)
        return {"arrows": [list(map(int, edge)) for edge in graph.edges()], "edges": []}

    return search


def _castle_search(learner: Any, values: np.ndarray) -> Search:
    def search() -> Found:
        learner.learn(values)
        return _matrix_graph(learner.causal_matrix)

    return search


def _matrix_graph(matrix: np.ndarray) -> Found:
    marked = np.asarray(matrix) != 0
    pairs = list(zip(*np.nonzero(marked), strict=True))
    return {
        "arrows": [[int(a), int(b)] for a, b in pairs if not marked[b, a]],
        "edges": [[int(a), int(b)] for a, b in pairs if marked[b, a] and a < b],
    }


def gcastle_pc(codes: np.ndarray) -> Search:
    from castle.algorithms import PC

    return _castle_search(PC(variant="stable", alpha=ALPHA, ci_test="g2"), codes)


def gcastle_notears(codes: np.ndarray) -> Search:
    from castle.algorithms import Notears

    values = codes.astype(float)
    return _castle_search(Notears(lambda1=0.1), (values - values.mean(0)) / values.std(0))


PEERS: dict[str, tuple[str, Callable[[np.ndarray], Search]]] = {
    "causal-learn PC": ("stable, G², at most 3", causal_learn_pc),
    "pyAgrum PC": ("G², at most 3", pyagrum_pc),
    "pyAgrum MIIC": ("information, no alpha", pyagrum_miic),
    "pyAgrum tabu search": ("BDeu", pyagrum_tabu),
    "pgmpy PC": ("stable, G², at most 3", pgmpy_pc),
    "pgmpy MMHC": ("chi², hill climbing", pgmpy_mmhc),
    "gCastle PC": ("stable, G², any size", gcastle_pc),
    "gCastle NOTEARS": ("λ₁ 0.1, standardised", gcastle_notears),
}


def work(name: str, file: str) -> None:
    """In the other Python: one JSON object on stdout."""
    codes = np.load(file)["codes"].astype(np.int64)
    prepare = PEERS[name][1]
    try:
        with redirect_stdout(io.StringIO()):
            prepare(codes[:300, :5])()  # imports, compilers and caches, before the clock starts
            search = prepare(codes)
            started = time.perf_counter()
            found = search()
            seconds = time.perf_counter() - started
    except ImportError as error:
        print(json.dumps({"failed": f"not installed ({error.name})"}))
        return
    except Exception as error:  # whatever another program raises is what it has to say
        print(json.dumps({"failed": f"{type(error).__name__}: {' '.join(str(error).split())[:90]}"}))
        return
    print(json.dumps({**found, "seconds": seconds}))


# What runs here.


def ask_peer(python: str, name: str, file: Path, limit: float) -> dict[str, Any]:
    command = [python, __file__, "--work", name, "--file", str(file)]
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, env=quiet)
    except subprocess.TimeoutExpired:
        return {"failed": f"stopped after {limit:.0f} s"}
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        return {"failed": f"ended with code {done.returncode}: {done.stderr.strip().splitlines()[-1:]}"}
    answer: dict[str, Any] = json.loads(lines[-1])
    return answer


def scores_of(found: Found, truth: Any, size: int) -> dict[str, float]:
    """The paper's measures, averaged over all variables."""
    from elcs_gui.trace.metrics import Metrics, measure
    from elcs_gui.trace.outcome import Blanket, Outcome

    each = []
    for target in range(size):
        parents = tuple(sorted(a for a, b in found["arrows"] if b == target))
        children = tuple(sorted(b for a, b in found["arrows"] if a == target))
        open_ = tuple(sorted({a + b - target for a, b in found["edges"] if target in (a, b)}))
        blanket = Blanket(target, pc=(*parents, *children, *open_))
        each.append(measure(Outcome(target, parents, children, open_, (blanket,)), truth[target]))
    mean = Metrics.mean(each)
    return {"arrp": mean.arrp, "arrr": mean.arrr, "shd": mean.shd, "fdr": mean.fdr}


def ours(algorithm: str, study: Any, truth: Any) -> tuple[dict[str, float], float]:
    """Every target in turn, answers shared as `elcs run --all-targets` does; the measures and all seconds."""
    from dataclasses import replace

    from elcs_gui.algorithms.learning import learn
    from elcs_gui.trace.metrics import Metrics, measure

    header = replace(study.header(), algorithm=algorithm, alpha=ALPHA, k=K)
    evidence, found = study.evidence(header), []
    started = time.perf_counter()
    for target in range(len(header.names)):
        learnt = learn(evidence, replace(header, target=target), record=False)
        assert learnt.outcome is not None
        found.append(measure(learnt.outcome, truth[target]))
    seconds = time.perf_counter() - started
    mean = Metrics.mean(found)
    return {"arrp": mean.arrp, "arrr": mean.arrr, "shd": mean.shd, "fdr": mean.fdr}, seconds


def say(name: str, how: str, scores: dict[str, float] | None, seconds: float | None, note: str = "") -> None:
    if scores is None:
        print(f"{name:<26}{how:<26}{note}")
        return
    figures = "".join(f"{scores[id]:>7.2f}" for id in ("arrp", "arrr", "shd", "fdr"))
    print(f"{name:<26}{how:<26}{figures}{seconds:>10.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--smoke", action="store_true", help="a little of everything, in about a second")
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--data", default="alarm", metavar="NAME")
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--limit", type=float, default=300.0, metavar="S")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--file", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work is not None:
        work(args.work, args.file)
        return
    sys.path.insert(0, str(ROOT))
    from elcs_gui.algorithms.registry import ALGORITHMS
    from elcs_gui.benchmark.catalogue import Catalogue
    from elcs_gui.errors import ElcsError
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.metrics import truth_for

    shared = ROOT.parent / "shared" / "benchmarks"
    catalogue = Catalogue(shared if shared.is_dir() else None)
    if args.smoke:
        args.data, args.rows = "cancer", 300
    (chosen,) = catalogue.sets(args.data, args.rows, 1, 1)
    data, network = chosen.load()
    truth = truth_for(network, data.columns)
    print(
        f"{chosen.network}, {data.rows:,} rows ({chosen.origin}), {data.variables} variables, alpha {ALPHA}\n"
    )
    print(f"{'':<26}{'':<26}{'ArrP':>7}{'ArrR':>7}{'SHD':>7}{'FDR':>7}{'seconds':>10}")
    study = Study(chosen.network, data, network, "g2")
    for algorithm in ("elcs", "elcs-ii", "pcd-by-pcd", "cmb-sound", "elcs-sound", "pc", "mmhc", "notears"):
        if algorithm not in ALGORITHMS:
            continue
        name = f"ours: {ALGORITHMS[algorithm].title}"
        try:
            say(name, "every target", *ours(algorithm, study, truth))
        except (ElcsError, ImportError) as error:  # a library that need not be installed
            say(name, "every target", None, None, str(error))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data.npz"
        np.savez(file, codes=data.codes.T)
        for name, (how, _) in PEERS.items():
            if args.smoke:
                work(name, str(file))  # here: most are not installed, and say so
                continue
            answer = ask_peer(args.peers, name, file, args.limit)
            if "failed" in answer:
                say(name, how, None, None, answer["failed"])
            else:
                say(name, how, scores_of(answer, truth, data.variables), answer["seconds"])


if __name__ == "__main__":
    main()
