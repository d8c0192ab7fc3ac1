"""What the arrows assume and what the tests cannot say: one wording for help, reports and the window."""

from __future__ import annotations

IN_SHORT = (
    "Arrows are causal only if no common cause is unmeasured, there is no selection and no feedback, the "
    "data are faithful to the graph, and every verdict is right."
)

IN_FULL = (
    "No unmeasured common cause: what causes two of the variables is among the variables.",
    "No selection: whether a row is in the data does not depend on the variables.",
    "No feedback: no variable causes itself by a detour.",
    "Faithfulness: what is connected in the graph is dependent in the data; no two paths cancel each other.",
    "Right verdicts: one wrong verdict can turn several arrows.",
    "“Independent” means that no dependence was detected, not that there is none.",
)
"""The assumptions, a sentence each; the last is about the words."""


def false_candidates(alpha: float, variables: int) -> float:
    """How many variables that have nothing to do with a target come out dependent on it, at most, on average.

    Alpha is per test, and every variable but the target is tested against it.
    """
    return alpha * (variables - 1)


def by_chance(alpha: float, variables: int) -> str:
    """The same in words, half a sentence."""
    others = variables - 1
    expected = f"{false_candidates(alpha, variables):.2g}"
    return (
        f"alpha is per test: if none of the {others:,} other variables had to do with the target, "
        f"expect about {expected} false candidates"
    )
