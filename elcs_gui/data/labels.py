"""Ids and labels: some programs number the nodes of a graph, and write their names as labels."""

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"(?:n|node)?[ _]?\d+", re.IGNORECASE | re.ASCII)


def names_of(ids: Sequence[str], labels: Sequence[str]) -> list[str]:
    """The labels, where every id is a mere number (`3`, `n3`) and labels are there and differ; else the ids.

    Otherwise a label is a comment: data are matched by the name under which a node is used.
    """
    texts = [label.strip() for label in labels]
    if all(texts) and len(set(texts)) == len(texts) and all(map(_NUMBERED.fullmatch, ids)):
        return texts
    return list(ids)
