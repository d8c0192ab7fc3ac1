"""In which order the levels of each variable are shown: as they are read, or as the user has put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from elcs_gui.app.model.session import Session

Order = tuple[int, ...]
"""Codes, in the order in which their levels are shown."""


class LevelOrders(QObject):
    """Of what is open. Codes never change: this is how tables and plots are laid out."""

    changed = Signal(int)
    """The variable whose levels are shown in another order now."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._put: dict[int, Order] = {}
        self._read: dict[int, Order] = {}
        session.opened.connect(self._forget)

    def _forget(self) -> None:
        self._put.clear()
        self._read.clear()

    @property
    def put_by_user(self) -> Mapping[int, Order]:
        """The orders that the user has chosen."""
        return self._put

    def of(self, x: int, labels: Sequence[str]) -> Order:
        """The codes of a variable with these labels, as they are shown."""
        chosen = self._put.get(x)
        if chosen is not None and len(chosen) == len(labels):
            return chosen
        known = self._read.get(x)
        if known is None or len(known) != len(labels):
            from elcs_gui.data.reading_order import reading_order

            known = self._read[x] = reading_order(labels)
        return known

    @property
    def labels(self) -> Sequence[Sequence[str]]:
        """The labels of all variables, as they are shown; each put in order when it is asked for."""
        return _Labels(self, self._session.levels)

    def put(self, x: int, order: Order | None) -> None:
        """Show the levels of a variable in this order; None: as they are read."""
        if order is None:
            self._put.pop(x, None)
        else:
            self._put[x] = order
        self.changed.emit(x)


class _Labels(Sequence[Sequence[str]]):
    def __init__(self, orders: LevelOrders, levels: Sequence[Sequence[str]]) -> None:
        self._orders, self._levels = orders, levels

    def __len__(self) -> int:
        return len(self._levels)

    @overload
    def __getitem__(self, x: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, x: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, x: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(x, slice):
            return [self[each] for each in range(len(self))[x]]
        labels = self._levels[x]
        return [labels[code] for code in self._orders.of(x, labels)]
