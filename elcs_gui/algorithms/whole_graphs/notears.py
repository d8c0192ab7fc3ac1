"""NOTEARS, linear: weights of all arrows at once, by continuous optimisation under a punishment of circles.

Zheng, Aragam, Ravikumar and Xing (2018). The lines cited here stand in `resources/pseudocode/notears.txt`. It
asks no tests. It depends on the scale of the columns, so the scaling is one of its parameters; levels are
taken for the numbers 0, 1, 2 … The squared error needs the data's covariances only, whatever the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.optimize import minimize
from threadpoolctl import threadpool_limits

from elcs_gui.algorithms.whole_graphs.drawn_graph import DrawnGraph, heavy_arrows
from elcs_gui.algorithms.whole_graphs.numbers import numbers
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.rules import WEIGHT
from elcs_gui.trace.run import Round, Run

Matrix = NDArray[np.float64]

MOST_ROUNDS = 100
NO_CIRCLES = 1e-8
"""h up to which the graph counts as free of circles."""
LARGEST_RHO = 1e16
TOLD = 0.01
"""Weights below are not told; the least threshold there is."""


def notears(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it asks no tests
    """The graph of all variables, and what it has around `target`."""
    run.start("NOTEARS", target)
    lambda1, scaling = float(run.settings["lambda1"]), str(run.settings["scaling"])
    threshold = float(run.settings["threshold"])
    graph = DrawnGraph(run, WEIGHT, "NOTEARS:7")
    fitting = partial(_rounds, lambda1=lambda1, scaling=scaling)
    for found in run.rounds(fitting, at="NOTEARS:6", key=("notears", lambda1, scaling)):
        graph.redraw(heavy_arrows(found, threshold))
    return graph.finish(Blanket(target), "NOTEARS:9")


def _rounds(data: Dataset, pause: Callable[[], None], *, lambda1: float, scaling: str) -> Iterator[Round]:
    """Lines 1-8: the outer rounds of the augmented Lagrangian."""
    x = numbers(data, scaling)
    d = x.shape[1]
    covariances = x.T @ x / len(x)
    halves = np.zeros(2 * d * d)  # W⁺, then W⁻
    # No variable weighs on itself.
    bounds = [(0.0, 0.0 if i == j else None) for _ in range(2) for i in range(d) for j in range(d)]
    rho, multiplier, h = 1.0, 0.0, np.inf

    def objective(halves: Matrix) -> tuple[float, Matrix]:
        pause()
        w = _weights(halves, d)
        loss, loss_slope = _loss(covariances, w)
        circles, circles_slope = acyclicity(w)
        slope = loss_slope + (rho * circles + multiplier) * circles_slope
        value = loss + lambda1 * float(halves.sum()) + 0.5 * rho * circles**2 + multiplier * circles
        return value, np.concatenate([slope + lambda1, lambda1 - slope], axis=None)

    for _ in range(MOST_ROUNDS):
        while True:
            # The matrices are small: sharing them out among threads takes longer than the work itself.
            with threadpool_limits(1):
                halves = minimize(objective, halves, method="L-BFGS-B", jac=True, bounds=bounds).x
                circles, _ = acyclicity(_weights(halves, d))
            if circles <= 0.25 * h or rho >= LARGEST_RHO:
                break
            rho *= 10
        h = circles
        multiplier += rho * h
        w = _weights(halves, d)
        loss, _ = _loss(covariances, w)
        yield Round(
            {"rho": rho, "multiplier": multiplier, "h": h, "loss": loss},
            {(int(i), int(j)): float(w[i, j]) for i, j in np.argwhere(np.abs(w) >= TOLD)},
        )
        if h <= NO_CIRCLES or rho >= LARGEST_RHO:
            break


def acyclicity(w: Matrix) -> tuple[float, Matrix]:
    """h(W) = tr exp(W∘W) − d, which is 0 where no arrows run in a circle, and its slope."""
    powers = expm(w * w)
    return float(np.trace(powers)) - len(w), powers.T * w * 2


def _loss(covariances: Matrix, w: Matrix) -> tuple[float, Matrix]:
    """½n ‖X − XW‖² and its slope, from the covariances XᵀX/n."""
    rest = np.eye(len(w)) - w
    pulled = covariances @ rest
    return 0.5 * float(np.sum(rest * pulled)), -pulled


def _weights(halves: Matrix, d: int) -> Matrix:
    return (halves[: d * d] - halves[d * d :]).reshape(d, d)
