"""DAG-GNN: an autoencoder whose hidden layer passes through the graph, so that fitting it finds the graph.

Yu, Chen, Gao and Yu (2019). As NOTEARS, it punishes circles harder from round to round and asks no tests. The
lines cited here stand in `resources/pseudocode/dag-gnn.txt`. PyTorch is imported when it runs; it computes on
one thread from a fixed seed, so that the same data give the same graph.

What counts is as its authors released it (`fishmoon1234/DAG-GNN`): the values as they are, 200 epochs a
round, weights from 0.3 on, and steps of Adam that become smaller as circles cost more. With steps of one size
the punishment alone moves A in the later rounds, and every arrow is gone in the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.whole_graphs.drawn_graph import DrawnGraph, heavy_arrows
from elcs_gui.algorithms.whole_graphs.numbers import numbers
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import ElcsError
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.rules import WEIGHT
from elcs_gui.trace.run import Round, Run

HIDDEN, BATCH = 64, 100
STEP, LEAST_STEP, LARGEST_STEP = 3e-3, 1e-4, 1e-2
NO_CIRCLES, LARGEST_RHO, MOST_ROUNDS = 1e-8, 1e20, 100
TOLD = 0.01


def dag_gnn(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it asks no tests
    """The graph of all variables, and what it has around `target`."""
    run.start("DAG-GNN", target)
    scaling, seed, epochs = (run.settings[name] for name in ("scaling", "seed", "epochs"))
    graph = DrawnGraph(run, WEIGHT, "DAG-GNN:8")
    fitting = partial(_rounds, scaling=str(scaling), seed=int(seed), epochs=int(epochs))
    for found in run.rounds(fitting, at="DAG-GNN:7", key=("dag-gnn", scaling, seed, epochs)):
        graph.redraw(heavy_arrows(found, float(run.settings["threshold"])))
    return graph.finish(Blanket(target), "DAG-GNN:10")


def _rounds(
    data: Dataset, pause: Callable[[], None], *, scaling: str, seed: int, epochs: int
) -> Iterator[Round]:
    """Lines 1-9: the outer rounds of the augmented Lagrangian."""
    torch = _torch()
    x = numbers(data, scaling)
    threads = torch.get_num_threads()
    rho, multiplier, h = 1.0, 0.0, np.inf
    model = _Model(torch, x, seed)
    for _ in range(MOST_ROUNDS):
        torch.set_num_threads(1)
        try:
            while True:
                loss = model.fit(epochs, rho, multiplier, pause)
                circles = model.circles()
                if circles <= 0.25 * h or rho >= LARGEST_RHO:
                    break
                rho *= 10
        finally:
            torch.set_num_threads(threads)
        h = circles
        multiplier += rho * h
        w = model.best_graph()
        yield Round(
            {"rho": rho, "multiplier": multiplier, "h": h, "loss": loss},
            {(int(i), int(j)): float(w[i, j]) for i, j in np.argwhere(np.abs(w) >= TOLD) if i != j},
        )
        if h <= NO_CIRCLES or rho >= LARGEST_RHO:
            break


class _Model:
    """The two networks and the matrix A between them; A⁺ = sinh(3A)."""

    def __init__(self, torch: Any, x: NDArray[np.float64], seed: int) -> None:
        self._torch = torch
        self._random = torch.Generator().manual_seed(seed)
        self._x = torch.from_numpy(x).unsqueeze(2)
        d = x.shape[1]
        self._d, self._eye = d, torch.eye(d, dtype=torch.float64)
        self._a = torch.zeros((d, d), dtype=torch.float64, requires_grad=True)
        self._encoder, self._decoder = self._network(), self._network()
        self._shift = torch.zeros(1, dtype=torch.float64, requires_grad=True)
        weights = [self._a, self._shift, *self._encoder, *self._decoder]
        self._optimiser = torch.optim.Adam(weights, lr=STEP)
        self._best: tuple[float, NDArray[np.float64]] = np.inf, np.zeros((d, d))

    def _network(self) -> list[Any]:
        """One hidden layer, from a number to a number, the same for every variable."""
        shapes = ((1, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,))
        layers = []
        for shape in shapes:
            made = self._torch.zeros(shape, dtype=self._torch.float64)
            if len(shape) == 2:
                scale = (2.0 / sum(shape)) ** 0.5
                made = scale * self._torch.randn(shape, generator=self._random, dtype=self._torch.float64)
            layers.append(made.requires_grad_())
        return layers

    def fit(self, epochs: int, rho: float, multiplier: float, pause: Callable[[], None]) -> float:
        """Line 4: some epochs of Adam in batches; the least loss of an epoch, whose graph is kept."""
        for group in self._optimiser.param_groups:
            group["lr"] = step_size(rho)
        best: tuple[float, NDArray[np.float64]] = np.inf, self._best[1]
        for _ in range(epochs):
            order = self._torch.randperm(len(self._x), generator=self._random)
            losses = []
            for batch in order.split(BATCH):
                pause()
                losses.append(self._step(self._x[batch], rho, multiplier))
            mean = float(np.mean(losses))
            if mean < best[0]:
                best = mean, self._signed()
        self._best = best
        return best[0]

    def _step(self, x: Any, rho: float, multiplier: float) -> float:
        """One batch: ½‖x − x̂‖² + ½‖z‖² for each row, and what circles and loops cost."""
        torch = self._torch
        a = torch.sinh(3.0 * self._a)
        flow = self._eye - a.T
        z = flow @ (_through(torch, self._encoder, x) + self._shift) - self._shift
        back = torch.linalg.solve(flow, z + self._shift) - self._shift
        guess = _through(torch, self._decoder, back)
        rest = 0.5 * ((x - guess) ** 2).sum() / len(x)
        hidden = 0.5 * (z**2).sum() / len(x)
        circles = self._circles(a)
        loss = rest + hidden
        punished = loss + multiplier * circles + 0.5 * rho * circles**2 + 100.0 * (a.diagonal() ** 2).sum()
        self._optimiser.zero_grad()
        punished.backward()
        self._optimiser.step()
        return float(loss.detach())

    def _circles(self, a: Any) -> Any:
        """tr (I + A⁺∘A⁺/d)^d − d."""
        power = self._torch.linalg.matrix_power(self._eye + a * a / self._d, self._d)
        return self._torch.trace(power) - self._d

    def circles(self) -> float:
        with self._torch.no_grad():
            return float(self._circles(self._torch.sinh(3.0 * self._a)))

    def best_graph(self) -> NDArray[np.float64]:
        """A⁺ of the epoch with the least loss in the last fit."""
        return self._best[1]

    def _signed(self) -> NDArray[np.float64]:
        with self._torch.no_grad():
            return np.array(self._torch.sinh(3.0 * self._a).tolist())


def step_size(rho: float) -> float:
    """Of Adam, where circles cost that much: from 0.01 at the beginning down to 0.0001."""
    return min(max(STEP / (math.log10(rho) + 1e-10), LEAST_STEP), LARGEST_STEP)


def _through(torch: Any, layers: list[Any], x: Any) -> Any:
    first, first_bias, second, second_bias = layers
    return torch.relu(x @ first + first_bias) @ second + second_bias


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise ElcsError("DAG-GNN needs PyTorch: pip install 'elcs-explorer[dag-gnn]'") from None
    return torch
