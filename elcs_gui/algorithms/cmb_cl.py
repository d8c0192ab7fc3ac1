"""CMB as released, with the mistakes named in `resources/pseudocode/cmb-cl.txt`."""

from __future__ import annotations

from functools import partial

from elcs_gui.algorithms.blankets.spouses import PcAndSep, PcSets, blanket_from, blankets_of
from elcs_gui.algorithms.causal_search import Searched
from elcs_gui.algorithms.causal_search_cl import CHILD, OPEN, PARENT, causal_search_cl
from elcs_gui.algorithms.cmb import told_apart
from elcs_gui.algorithms.hiton_pc import pc_and_sep
from elcs_gui.algorithms.local_graph import answer
from elcs_gui.algorithms.pcd_by_pcd_cl import one_sided
from elcs_gui.algorithms.profiles import RELEASED
from elcs_gui.algorithms.rewritten_graph import RewrittenGraph
from elcs_gui.trace.events import Members, Queued, Taken
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run


def cmb_cl(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("CMB-CL", target)
    walk = _Walk(run, k)
    queue, taken = [target], set()
    run.tell(Queued("CMB-CL:2", (target,)))
    while queue:
        a = queue.pop(0)
        run.tell(Taken("CMB-CL:4", a, a not in taken and a not in walk.codes))
        if a in taken:
            continue
        taken.add(a)
        walk.search(a)
        walk.write(a, "CMB-CL:7")
        if walk.graph.is_decided(target):
            break
        open_ = tuple(sorted(x for x, code in walk.codes[a].items() if code == OPEN))
        queue += open_
        if open_:
            run.tell(Queued("CMB-CL:8", open_))
        for x in open_:
            walk.search(x)
            if walk.codes[x].get(a) == CHILD:
                walk.codes[a][x] = PARENT
            walk.write(x, "CMB-CL:10")
        walk.graph.apply_meek_rules()
        if walk.graph.is_decided(target):
            break
    return answer(run, walk.graph, target, walk.graph.around(target), walk.blankets(), at="CMB-CL:12")


class _Walk:
    """What is learnt on the way; the codes of each variable's neighbours, as they are written."""

    def __init__(self, run: Run, k: int | None) -> None:
        self._run, self._k = run, k
        self._learnt: dict[int, PcAndSep] = {}
        self._with_spouses: dict[int, Blanket] = {}
        self._searched: dict[int, Searched] = {}
        self._reasons: dict[tuple[int, int], str] = {}
        """By whose search and neighbour: kept when that is forgotten, for the codes are."""
        self.codes: dict[int, dict[int, int]] = {}
        self.graph = RewrittenGraph(run)

    def search(self, a: int) -> None:
        """Lines 5-6, unless it was searched before."""
        if a in self.codes:
            return
        here: dict[int, Blanket] = {}

        def members_of(x: int) -> Members:
            if x not in self._with_spouses:
                neighbours = self._sets("HITON-MB-CL:3").of
                self._with_spouses[x] = here[x] = blanket_from(self._run, x, neighbours, "HITON-MB-CL")
                self._run.start("CausalSearch-CL", a)
            return here[x].members if x in here else ()

        pc = self._sets("CMB-CL:5").of(a)[0]
        self.codes[a], self._searched[a] = causal_search_cl(self._run, a, pc, members_of)
        self._reasons |= {(a, x): rule for x, rule in self._searched[a].reasons.items()}
        one_sided(self._run, a, {x: self._learnt[x] for x in self._searched}, at="CMB-CL:6")

    def _sets(self, again: str) -> PcSets:
        """Every call learns its sets anew; what is told of them is told once."""
        return PcSets(
            self._run, self._k, partial(pc_and_sep, profile=RELEASED), told=self._learnt, again=again
        )

    def write(self, a: int, at: str) -> None:
        """Draw the edges of a as its codes say, whatever was there."""
        codes = sorted(self.codes[a].items())
        for x in (x for x, code in codes if code == OPEN):
            if self.graph.join(a, x, at):
                for owner, other in ((a, x), (x, a)):
                    self._searched.get(owner, Searched()).forget(other)
        for x in (x for x, code in codes if code == CHILD):
            self.graph.orient(a, x, self._reason(a, x), (), at)
        for x in (x for x, code in codes if code == PARENT):
            self.graph.orient(x, a, self._reason(a, x), (), at)

    def _reason(self, a: int, x: int) -> str:
        """By which it is decided, if not in the search of a then in that of x."""
        return self._reasons.get((a, x)) or self._reasons[x, a]

    def blankets(self) -> tuple[Blanket, ...]:
        """What is known of all, in the order in which they were begun."""
        known = {one.target: self._with_spouses.get(one.target, one) for one in blankets_of(self._learnt)}
        known |= {x: told_apart(known[x], found) for x, found in self._searched.items()}
        return tuple(known.values())
