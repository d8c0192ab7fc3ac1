"""What the proof checker itself reads off a trace, event by event: none of it is shared with the prover."""

from __future__ import annotations

from collections import defaultdict

from elcs_gui.trace import events as ev
from elcs_gui.trace.trace import Trace

Edge = frozenset[int]
WALKS = (
    "ELCS", "ELCS-sound", "PCD-by-PCD", "MB-by-MB", "CMB", "CMB-sound", "PCD-by-PCD-CL", "CMB-CL", "LCS-FS",
)  # fmt: skip
"""Procedures that have the sets of others learnt."""
ASKED_AGAIN = ("Spouses:3", "STMB:4", "BAMB:9", "BAMB-CL:9", "EEMB:8", "EEMB:12", "EMB-sound:8")
"""Lines that ask, outside EMB, whether knowing a neighbour links a variable with the target."""


FORGETTING = ("BAMB-CL:20",)
"""Lines at which a neighbour leaves by a set that is not kept as its Sep."""
JOINT = "PC:"
"""Lines of a procedure that learns the neighbours of all at once: a test belongs to both it is about."""


class BlanketRead:
    """One blanket after a prefix of the events."""

    def __init__(self) -> None:
        self.tests: dict[tuple[str, Edge], list[ev.Tested]] = defaultdict(list)
        """By line and pair."""
        self.ever: list[int] = []
        """Whatever entered PC."""
        self.pc: list[int] = []
        self.mb: list[int] = []
        """Of a blanket that grows: who is in it, and not known as a neighbour."""
        self.sep: dict[int, tuple[int, ...]] = {}
        self.false: dict[int, tuple[int, ...]] = {}
        self.forgotten: list[int] = []
        """Those of `false` whose separating set is not used any further."""
        self.csp: list[tuple[int, int]] = []
        self.sp: list[tuple[int, int]] = []
        self.sp_since: dict[tuple[int, int], int] = {}
        """By (child, x), how many tests had been asked when x joined."""
        self.rules: dict[int, str] = {}
        self.parents: list[int] = []
        self.children_at_lemma_1a: set[int] = set()
        self.required: list[int] = []
        self.not_separated: list[int] = []
        self.dropped: list[int] = []
        """Those that did not find the owner themselves."""
        self.known_csp: list[tuple[int, int]] = []
        self.barred_sp: list[tuple[int, int]] = []
        self.again: dict[int, tuple[int, tuple[int, ...] | None]] = {}
        """By test that asks once more, outside EMB: whom it is about, and what had separated that one."""
        self.spouses_begun = self.copied = self.told = False

    @property
    def first_pc(self) -> list[int]:
        """What the first search left in PC, whatever became of it."""
        return [x for x in self.ever if x not in self.sep]

    def parted(self, x: int) -> tuple[int, ...]:
        """What separates x from the owner."""
        return self.false[x] if x in self.false else self.sep[x]

    def on(self, x: int, y: int, *lines: str) -> list[ev.Tested]:
        """The tests of these lines on a pair."""
        found = [test for line in lines for test in self.tests[line, frozenset((x, y))]]
        return sorted(found, key=lambda test: test.number)


class Reading:
    """The state after the first `step` events, read in the plainest way."""

    def __init__(self, trace: Trace, step: int) -> None:
        self.header = trace.header
        self.tests: dict[int, tuple[ev.Tested, BlanketRead | None]] = {}
        self.blankets: dict[int, BlanketRead] = {}
        self.current: int | None = None
        self.graph: dict[Edge, tuple[int, ev.Oriented | None]] = {}
        """By edge: the step of the last change, and the arrow if it is one."""
        self.conflicts: list[tuple[int, ev.Conflicted]] = []
        self.last: ev.Event | None = None
        self.rounds = [0]
        for when, event in enumerate(trace[:step], 1):
            self.last = event
            self._take(event, when)

    def of(self, test: ev.Tested, blanket: BlanketRead) -> bool:
        """Was the test asked for this blanket?"""
        if test.at.startswith(JOINT):
            return blanket in (self.blankets[test.x], self.blankets[test.y])
        return self.tests[test.number][1] is blanket

    def _take(self, event: ev.Event, when: int) -> None:
        own = None if self.current is None else self.blankets[self.current]
        match event:
            case ev.Tested() if event.at.startswith(JOINT):
                self.tests[event.number] = event, self.blankets[event.x]
                for end in (event.x, event.y):
                    self.blankets[end].tests[event.at, frozenset((event.x, event.y))].append(event)
            case ev.Tested():
                self.tests[event.number] = event, own
                if own is not None:
                    own.tests[event.at, frozenset((event.x, event.y))].append(event)
                    if event.at in ASKED_AGAIN:
                        x = event.y if event.x == self.current else event.x
                        sep = None if x in own.forgotten else own.sep.get(x, own.false.get(x))
                        own.again[event.number] = x, sep
            case ev.Started() if event.procedure not in WALKS and event.target != self.current:
                self.current = event.target
                self.blankets.setdefault(event.target, BlanketRead())
            case ev.Taken():
                self.rounds.append(when)
            case ev.Finished():
                self.rounds.append(when)
                self.blankets[event.target].told = True
            case ev.Joined():
                for owner, x in ((event.x, event.y), (event.y, event.x)):
                    if self.joined(event.x, event.y) and owner in self.blankets:  # it loses its direction
                        self.blankets[owner].rules.pop(x, None)
                self.graph[frozenset((event.x, event.y))] = when, None
            case ev.Oriented():
                self.graph[frozenset((event.tail, event.head))] = when, event
            case ev.Conflicted():
                self.conflicts.append((when, event))
            case ev.Entered() | ev.Left() | ev.Separated() | ev.LeftUndecided() if event.at.startswith(JOINT):
                self._take_in_blanket(self.blankets[event.target], event)
            case _ if own is not None:
                self._take_in_blanket(own, event)

    def _take_in_blanket(self, own: BlanketRead, event: ev.Event) -> None:
        match event:
            case ev.Started(procedure="RecogSpouses"):
                own.spouses_begun = True
            case ev.Entered(x=x, set="MB"):
                own.mb.append(x)
            case ev.Left(x=x, z=z, set="MB"):
                own.mb.remove(x)
                own.sep[x] = z
            case ev.Entered(x=x, at=at, set="PC"):
                own.mb = [member for member in own.mb if member != x]
                own.pc.append(x)
                own.ever.append(x)
                if at == "HITON-PC:5a":
                    own.required.append(x)
            case ev.Separated(x=x, z=z):
                own.sep[x] = z
            case ev.NotSeparated(x=x):
                own.not_separated.append(x)
            case ev.Left(x=x, z=z, set="PC"):
                own.pc.remove(x)
                own.sep[x] = z
                if event.at == "SymmetricPC:4":
                    own.dropped.append(x)
            case ev.Entered(x=x, through=int(child), at=at):
                if (child, x) not in own.csp:
                    own.csp.append((child, x))
                if event.set == "SP":
                    own.sp.append((child, x))
                    own.sp_since[child, x] = len(self.tests)
                if at == "RecogSpouses:16a":
                    own.known_csp.append((child, x))
            case ev.SpousesCopied():
                own.copied = True
                own.sp = list(own.csp)
            case ev.Left(x=x, through=int(child)):
                own.sp.remove((child, x))
            case ev.Barred(x=x, through=int(child)):
                own.sp.remove((child, x))
                own.barred_sp.append((child, x))
            case ev.FalseNeighbour(x=x, z=z):
                own.pc = [member for member in own.pc if member != x]
                own.false[x] = z
                own.forgotten = [member for member in own.forgotten if member != x]
                if event.at in FORGETTING:
                    own.forgotten.append(x)
                own.sp = [pair for pair in own.sp if pair[0] != x]
            case ev.Found(children=(x,), rule=rule):
                own.rules[x] = rule
                if rule != "lemma-1b":
                    own.children_at_lemma_1a.add(x)
            case ev.Found(parents=(x,), rule=rule):
                own.rules[x] = rule
                own.parents.append(x)
            case ev.Found(parents=(x, y)):
                for parent in (x, y):
                    if own.rules.setdefault(parent, "lemma-1a") == "lemma-1a" and parent not in own.parents:
                        own.parents.append(parent)
            case ev.LeftUndecided():
                own.told = True

    def joined(self, a: int, b: int) -> bool:
        return frozenset((a, b)) in self.graph

    def arrow(self, a: int, b: int) -> ev.Oriented | None:
        return self.graph.get(frozenset((a, b)), (0, None))[1]

    def points(self, tail: int, head: int) -> bool:
        found = self.arrow(tail, head)
        return found is not None and found.tail == tail

    def apart(self, a: int, b: int) -> bool:
        known = any(
            x in self.blankets and self.blankets[x].told and y not in self.blankets[x].pc
            for x, y in ((a, b), (b, a))
        )
        return known and not self.joined(a, b)

    def first(self, a: int, b: int) -> tuple[int, int]:
        """The two, the one first whose search began first."""
        order = list(self.blankets)
        return (a, b) if order.index(a) < order.index(b) else (b, a)
