"""Data sets into Parquet files: levels as dictionaries of text, numbers as doubles, gaps as nulls."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import replacing
from elcs_gui.data.tables.parquet import pyarrow_for

_ROWS_A_GROUP = 1 << 17


def write_parquet(data: Dataset, path: Path) -> None:
    """Write `data` so that it comes back as it is."""
    arrow, parquet = pyarrow_for(path)
    columns = []
    for variable, levels in enumerate(data.levels):
        gaps = data.missing(variable)
        if data.values is not None:
            columns.append(arrow.array(data.values[variable], mask=gaps))
        else:
            codes = np.where(gaps, 0, data.codes[variable]).astype(np.int32)
            places = arrow.array(codes, mask=gaps)
            columns.append(arrow.DictionaryArray.from_arrays(places, arrow.array(levels, arrow.string())))
    table = arrow.table(columns, names=list(data.columns))
    with replacing(path) as part:
        parquet.write_table(table, part, row_group_size=_ROWS_A_GROUP)
