"""Every algorithm, declared once: the command line, the window and the conformance tests read this table.

The code behind an entry is imported when it first runs: the command line names the algorithms in its help
before it loads numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from elcs_gui.algorithms.profiles import HOUSE, RELEASED, Profile
from elcs_gui.ci.registry import Needs
from elcs_gui.data.names import did_you_mean
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.trace.listings import Parameter, listing, walks
from elcs_gui.trace.rules import (
    COLLIDER,
    COMPUTED,
    CONFIRMED,
    EAGER,
    LEMMA_1A,
    LEMMA_1B,
    MEEK,
    N_STRUCTURE,
    NO_CAUSE,
    R2,
    SCORE,
    SPOUSE,
    TWO_CAUSES,
    WEIGHT,
)

if TYPE_CHECKING:
    from elcs_gui.algorithms.blankets.spouses import LearnPC, PcAndSep
    from elcs_gui.algorithms.elcs import FoundBlanket, LearnBlanket
    from elcs_gui.trace.outcome import Blanket, Outcome
    from elcs_gui.trace.roles import Role
    from elcs_gui.trace.run import Run

    Learn = Callable[[Run, int, int | None], Outcome]
    """(run, target, k) -> outcome; k is the largest conditioning set of a search, None for no limit."""
    Walk = Callable[..., Outcome]
    """(run, target, k, learn_blanket) -> outcome."""


PRINTED, SOUND = "elcs", "elcs-sound"
"""ELCS as the paper prints it, and mended."""

DEFAULT = SOUND
USUAL_ALPHA, USUAL_K = 0.01, 3


class Own(Enum):
    """Stands for k where nobody says it: None means any size."""

    K = "the example's own, or 3"

    def __repr__(self) -> str:
        return "3"


OWN_K: Final = Own.K
"""What runs where no algorithm is named: in the command, the library and the window."""


@dataclass(frozen=True)
class Difference:
    """The one thing in which an algorithm differs from another.

    Attributes:
        other: the id of that one.
        name: the thing, as the beginning of a sentence.
        lacking: how a sentence about who has it not begins.
        plural: is it many?
        has: does the algorithm have it, and the other not?
    """

    other: str
    name: str
    lacking: str
    plural: bool = False
    has: bool = True


FAMILIES = ("ELCS", "Causes and effects", "Markov blankets", "Graphs of all variables", "As released")
"""The algorithms in groups, in the order in which they are offered to choose from."""
_ELCS, _LOCAL, _BLANKETS, _GRAPHS, _RELEASED = FAMILIES


@dataclass(frozen=True)
class Algorithm:
    """One entry of the table.

    Attributes:
        listings: the pseudo-code it runs through, outermost first.
        rules: those by which it tells causes from effects.
        tells_neighbours: False for those that find the blanket whole, neighbours and spouses not told apart.
        learn_blanket: what ELCS does at each variable it comes to; None where the algorithm is not of that
            kind. It depends on nothing but the answers it gets (and what is known beforehand), so that a
            blanket found once can be kept.
        walk: goes from blanket to blanket and asks nothing itself, so that it depends on the blankets alone:
            `learn` is this walk with `learn_blanket`. None where there is no `learn_blanket`.
        uses_knowledge: whether it heeds background knowledge; others refuse to run with any.
        needs: what it can learn from.
        refusal: why it cannot learn from anything else, as half a sentence.
        library: what it imports that need not be installed; it says so when it runs without.
        rewrites: whether arrows of its local graph may be turned, or lose their direction; of all others the
            first decision stays.
        family: one of FAMILIES; empty where its listings tell which.
        differs: in what it differs from another, where that is one thing.
    """

    id: str
    title: str
    sentence: str
    learn: Learn
    listings: tuple[str, ...]
    learn_blanket: LearnBlanket | None = None
    walk: Walk | None = None
    uses_knowledge: bool = False
    rules: tuple[str, ...] = ()
    tells_neighbours: bool = True
    needs: tuple[Needs, ...] = tuple(Needs)
    refusal: str = ""
    library: str = ""
    rewrites: bool = False
    family: str = ""
    differs: Difference | None = None

    def outcome_of(
        self, run: Run, target: int, k: int | None, blanket_of: Callable[[int], FoundBlanket]
    ) -> Outcome:
        """What the algorithm finds from blankets that are known, each with the contradictions told in it."""
        assert self.walk is not None

        def known(run: Run, x: int, k: int | None) -> Blanket:  # noqa: ARG001  nothing is asked
            blanket, conflicts = blanket_of(x)
            run.conflicts += conflicts
            return blanket

        return self.walk(run, target, k, known)

    @property
    def asks_tests(self) -> bool:
        """Do test, alpha and k mean anything to it?"""
        return not listing(self.listings[0]).untested

    @property
    def chooses(self) -> bool:
        """Does a number decide who are its neighbours, and no test?"""
        return any(listing(procedure).chooses for procedure in self.listings)

    @property
    def corrected(self) -> bool:
        """Are the tests of a round judged together, by a threshold for all?"""
        return any(listing(procedure).corrected for procedure in self.listings)

    @property
    def looks_among_neighbours(self) -> bool:
        """Does it look for spouses among the neighbours of neighbours?"""
        return any(listing(procedure).among_neighbours for procedure in self.listings)

    @property
    def computes(self) -> bool:
        """Does a number decide its arrows, and no test?"""
        return any(rule in COMPUTED for rule in self.rules)

    @property
    def learns_graph(self) -> bool:
        """Does it learn a graph of all variables, the same whichever of them is the target?"""
        return any(listing(procedure).whole for procedure in self.listings)

    @property
    def finds_spouses(self) -> bool:
        """Does it look for spouses, or have them in a graph of all variables? Else its blanket lacks them."""
        stages = {line.stage for procedure in self.listings for line in listing(procedure).lines}
        return not self.tells_neighbours or self.learns_graph or bool(stages & {"candidates", "spouses"})

    @property
    def roles(self) -> tuple[Role, ...]:
        """What it can tell that a variable is to the target: the sets of its answer, in their order."""
        from elcs_gui.trace.roles import Role  # not above: it takes long to load

        if not self.tells_neighbours:
            return (Role.MEMBER,)
        decided = (Role.PARENT, Role.CHILD) if self.rules else ()
        return (*decided, Role.UNDECIDED, *((Role.SPOUSE,) if self.finds_spouses else ()))

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What it can be told besides."""
        return listing(self.listings[0]).parameters

    @property
    def learner(self) -> str:
        """The procedure that learns one blanket: the outermost one that does not go on to others."""
        return next(procedure for procedure in self.listings if not walks(procedure))


def _run_file(module: str, /, *args: Any, **options: Any) -> Any:
    """Call the function that a module of this package is named after."""
    return getattr(import_module(f"{__package__}.{module}"), module.rpartition(".")[2])(*args, **options)


_elcs: Walk = partial(_run_file, "elcs")
_elcs_sound: Walk = partial(_run_file, "elcs_sound")
_emb: Callable[..., Blanket] = partial(_run_file, "emb")
_stmb: Callable[..., Blanket] = partial(_run_file, "blankets.stmb")
_bamb: Callable[..., Blanket] = partial(_run_file, "blankets.bamb")
_mmpc: Callable[..., PcAndSep] = partial(_run_file, "blankets.mmpc")


def _with_directions(run: Run, target: int, k: int | None, *, learn: LearnBlanket) -> Blanket:
    """A learner that tells no causes from effects, followed by DistinguishPC; it has no candidates for
    N-structures."""
    from elcs_gui.algorithms.distinguish_pc import distinguish_pc

    found = learn(run, target, k)
    spouses = {y: list(found.spouses.get(y, ())) for y in found.pc}
    parents, children, reasons = distinguish_pc(run, target, found.pc, spouses, {}, n_structures=False)
    return replace(found, parents=tuple(parents), children=tuple(children), reasons=reasons)


def _alone(run: Run, target: int, k: int | None, *, learn_blanket: LearnBlanket, at: str) -> Outcome:
    """The answer of one blanket, without the queue and the Meek rules of ELCS."""
    from elcs_gui.trace.events import Finished
    from elcs_gui.trace.outcome import Outcome

    blanket = learn_blanket(run, target, k)
    parents, children, undetermined = (
        tuple(sorted(xs)) for xs in (blanket.parents, blanket.children, blanket.undetermined)
    )
    run.tell(Finished(at, target, parents, children, undetermined))
    return Outcome(target, parents, children, undetermined, (blanket,), conflicts=tuple(run.conflicts))


def _neighbours(run: Run, target: int, k: int | None) -> Blanket:
    from elcs_gui.algorithms.hiton_pc import hiton_pc
    from elcs_gui.trace.outcome import Blanket

    pc, sep, barred = hiton_pc(run, target, k)
    return Blanket(target, tuple(pc), sep, pc=tuple(pc), barred=tuple(barred))


def _hiton_pc(run: Run, target: int, k: int | None, profile: Profile = HOUSE) -> PcAndSep:
    from elcs_gui.algorithms.hiton_pc import pc_and_sep

    return pc_and_sep(run, target, k, profile)


def _by_pc_sets(
    run: Run, target: int, k: int | None, *, learn_pc: LearnPC, procedure: str, symmetric: bool = False
) -> Outcome:
    from elcs_gui.algorithms.blankets.spouses import blanket_by_pc_sets

    return blanket_by_pc_sets(run, target, k, learn_pc, procedure=procedure, symmetric=symmetric)


_EMB_LISTINGS = ("EMB", "HITON-PC", "RecogSpouses", "DistinguishPC")
_ELCS_LISTINGS = ("ELCS", *_EMB_LISTINGS, "Meek")
_EMB_SOUND = partial(_emb, ranked=True, sound=True)
_CMB_LISTINGS = ("CausalSearch", "HITON-PC", "SymmetricPC", "HITON-MB", "Spouses", "Meek")
_EMB_RULES = (SPOUSE, N_STRUCTURE, LEMMA_1A, LEMMA_1B)


def _ranking(other: str) -> Difference:
    return Difference(other, "Ranking the candidate spouses", "Without ranking the candidate spouses")


def _elcs_with(
    learn_blanket: LearnBlanket,
    id: str,
    title: str,
    sentence: str,
    differs: Difference | None = None,
    rules: tuple[str, ...] = _EMB_RULES,
) -> Algorithm:
    return Algorithm(
        id,
        title,
        sentence,
        partial(_elcs, learn_blanket=learn_blanket),
        _ELCS_LISTINGS,
        learn_blanket,
        _elcs,
        uses_knowledge=True,
        rules=(*rules, *MEEK),
        family=_ELCS,
        differs=differs,
    )


def _mmmb(run: Run, target: int, k: int | None, told: dict[int, PcAndSep] | None = None) -> Blanket:
    """Every call learns all sets of neighbours anew; what a run has told of them before, it tells once."""
    from elcs_gui.algorithms.blankets.spouses import PcSets, blanket_from

    return blanket_from(run, target, PcSets(run, k, _mmpc, told=told, again="MMMB:3").of, "MMMB")


def _elcs_m(run: Run, target: int, k: int | None) -> Outcome:
    """Its graph has the neighbours of neighbours as well, which the whole run tells and no single blanket."""
    from elcs_gui.algorithms.blankets.spouses import blankets_of

    told: dict[int, PcAndSep] = {}
    learn_blanket = partial(_with_directions, learn=partial(_mmmb, told=told))
    outcome = _elcs(run, target, k, learn_blanket=learn_blanket)
    whole = {blanket.target: blanket for blanket in outcome.blankets}
    neighbours = {blanket.target: blanket for blanket in blankets_of(told)}
    return replace(outcome, blankets=tuple({**neighbours, **whole}.values()))


def _elcs_by(learn: LearnBlanket, letter: str, *listings: str) -> Algorithm:
    """ELCS with another learner of blankets."""
    learn_blanket = partial(_with_directions, learn=learn)
    return Algorithm(
        f"elcs-{letter.lower()}",
        f"ELCS-{letter}",
        f"ELCS that learns its blankets with {listings[0]} instead of EMB, and so without N-structures.",
        partial(_elcs, learn_blanket=learn_blanket),
        ("ELCS", *listings, "DistinguishPC", "Meek"),
        learn_blanket,
        _elcs,
        rules=(SPOUSE, LEMMA_1A, LEMMA_1B, *MEEK[:3]),
        family=_ELCS,
        differs=Difference(
            PRINTED, f"EMB in place of {listings[0]}", f"With {listings[0]} in place of EMB", has=False
        ),
    )


def _by_pc_sets_of(learn_pc: LearnPC, released: LearnPC, name: str, pc: str) -> tuple[Algorithm, ...]:
    """The algorithm as it was published, with symmetric sets, and as released."""
    learn = partial(_by_pc_sets, learn_pc=learn_pc, procedure=name)
    sentence = f"The Markov blanket: neighbours by {pc}, then spouses among the neighbours of each."
    return (
        Algorithm(name.lower(), name, sentence, learn, (name, pc, "Spouses")),
        Algorithm(
            f"{name.lower()}-sym",
            f"{name}, symmetric",
            f"{name} in which neighbours must find each other: no stranger is taken in, at twice the tests.",
            partial(learn, symmetric=True),
            (name, pc, "SymmetricPC", "Spouses"),
            differs=Difference(name.lower(), "The symmetric check", "Without the symmetric check"),
        ),
        _as_released(
            name,
            partial(_by_pc_sets, learn_pc=released, procedure=f"{name}-CL"),
            f"{pc}-CL",
            "Spouses",
        ),
    )


def _as_released(name: str, learn: Learn, *listings: str) -> Algorithm:
    return Algorithm(
        f"{name.lower()}-cl",
        f"{name}, released",
        f"{name} as the toolbox of its authors runs it, to see why its numbers differ.",
        learn,
        (f"{name}-CL", *listings),
        family=_RELEASED,
    )


_NUMBERS = (Needs.LEVELS, Needs.MEASUREMENTS)

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.id: algorithm
    for algorithm in (
        _elcs_with(
            _emb,
            PRINTED,
            "ELCS",
            "Learns blankets outwards from the target until its causes and effects are told apart.",
            Difference("elcs-without-n", "N-structures", "Without N-structures", plural=True),
        ),
        _elcs_with(
            partial(_emb, ranked=True),
            "elcs-ii",
            "ELCS-II",
            "ELCS that ranks candidate spouses before pruning them: the same answers with fewer tests.",
            _ranking(PRINTED),
        ),
        _elcs_with(
            partial(_emb, n_structures=False),
            "elcs-without-n",
            "ELCS without N-structures",
            "ELCS that does not use N-structures, to see what they save.",
            rules=(SPOUSE, LEMMA_1A, LEMMA_1B),
        ),
        Algorithm(
            SOUND,
            "Sound ELCS",
            "ELCS mended: with every verdict true, no arrow is wrong; on data mostly fewer tests and errors.",
            partial(_elcs_sound, learn_blanket=_EMB_SOUND),
            ("ELCS-sound", "EMB-sound", *_EMB_LISTINGS[1:], "Meek"),
            _EMB_SOUND,
            _elcs_sound,
            uses_knowledge=True,
            rules=(*_EMB_RULES, COLLIDER, *MEEK),
            family=_ELCS,
            differs=Difference("elcs-ii", "What makes it sound", "Without what makes ELCS sound"),
        ),
        replace(
            _elcs_by(_mmmb, "M", "MMMB", "MMPC", "Spouses"), learn=_elcs_m, learn_blanket=None, walk=None
        ),
        _elcs_by(_stmb, "S", "STMB", "PC-simple"),
        _elcs_by(_bamb, "B", "BAMB"),
        Algorithm(
            "pcd-by-pcd",
            "PCD-by-PCD",
            "Learns neighbours outwards from the target, and all colliders among them, until it is decided.",
            partial(_run_file, "pcd_by_pcd"),
            ("PCD-by-PCD", "MMPC", "SymmetricPC", "Meek"),
            rules=(COLLIDER, *MEEK[:3]),
        ),
        replace(
            _as_released(
                "PCD-by-PCD", partial(_run_file, "pcd_by_pcd_cl"), "MMPC-CL", "SymmetricPC", "Meek-CL"
            ),
            rules=(COLLIDER, *MEEK[:3]),
            rewrites=True,
        ),
        Algorithm(
            "mb-by-mb",
            "MB-by-MB",
            "Learns neighbours out of blankets outwards from the target, as far as arrows do not cut it off.",
            partial(_run_file, "mb_by_mb"),
            ("MB-by-MB", "MB-to-PC", "SymmetricPC", "Meek"),
            rules=(COLLIDER, *MEEK[:3]),
        ),
        Algorithm(
            "cmb",
            "CMB",
            "Learns neighbours outwards from the target; what knowing it does to pairs of them tells causes.",
            partial(_run_file, "cmb"),
            ("CMB", *_CMB_LISTINGS),
            rules=(LEMMA_1A, TWO_CAUSES, LEMMA_1B, *MEEK[:3]),
        ),
        Algorithm(
            "cmb-sound",
            "Sound CMB",
            "CMB without the steps that err though every verdict is true: fewer arrows, and none wrong.",
            partial(_run_file, "cmb_sound"),
            ("CMB-sound", *_CMB_LISTINGS),
            rules=(LEMMA_1A, LEMMA_1B, R2),
        ),
        replace(
            _as_released(
                "CMB",
                partial(_run_file, "cmb_cl"),
                "CausalSearch-CL",
                "HITON-PC-CL",
                "HITON-MB-CL",
                "Spouses",
                "Meek-CL",
            ),
            rules=(LEMMA_1A, TWO_CAUSES, LEMMA_1B, *MEEK[:3]),
            rewrites=True,
        ),
        Algorithm(
            "ldecc",
            "LDECC",
            "The target's neighbours, told apart by what it ties together among all other variables.",
            partial(_run_file, "ldecc"),
            ("LDECC", "MB-to-PC"),
            rules=(EAGER, NO_CAUSE),
            family=_LOCAL,
        ),
        Algorithm(
            "lcs-fs",
            "LCS-FS",
            "Chooses neighbours as features, without a test, and finds by tests what meets at them.",
            partial(_run_file, "lcs_fs"),
            ("LCS-FS", "FCBF", "V-structures", "Meek"),
            rules=(CONFIRMED, *MEEK[:3]),
            needs=(Needs.LEVELS,),
            refusal="its choice of neighbours is computed from the levels of data",
        ),
        Algorithm(
            "emb",
            "EMB",
            "The Markov blanket of the target alone, with parents and children where one blanket can tell.",
            partial(_alone, learn_blanket=_emb, at="EMB:9"),
            _EMB_LISTINGS,
            uses_knowledge=True,
            rules=_EMB_RULES,
        ),
        Algorithm(
            "emb-ii",
            "EMB-II",
            "EMB that ranks candidate spouses before pruning them.",
            partial(_alone, learn_blanket=partial(_emb, ranked=True), at="EMB:9"),
            _EMB_LISTINGS,
            uses_knowledge=True,
            rules=_EMB_RULES,
            differs=_ranking("emb"),
        ),
        Algorithm(
            "hiton-pc",
            "HITON-PC",
            "The neighbours of the target, parents and children not told apart.",
            partial(_alone, learn_blanket=_neighbours, at="HITON-PC:12"),
            ("HITON-PC",),
            uses_knowledge=True,
        ),
        Algorithm(
            "iamb",
            "IAMB",
            "The Markov blanket of the target by few but large tests, neighbours and spouses not told apart.",
            partial(_run_file, "blankets.iamb"),
            ("IAMB",),
            tells_neighbours=False,
        ),
        Algorithm(
            "inter-iamb",
            "Inter-IAMB",
            "IAMB that shrinks its blanket after every addition, so that its tests stay smaller.",
            partial(_run_file, "blankets.inter_iamb"),
            ("Inter-IAMB",),
            tells_neighbours=False,
        ),
        Algorithm(
            "iamb-fdr",
            "IAMB-FDR",
            "IAMB for wide tables: of what a round finds dependent, at most a share of alpha is by chance.",
            partial(_run_file, "blankets.iamb_fdr"),
            ("IAMB-FDR",),
            tells_neighbours=False,
        ),
        Algorithm(
            "gsmb",
            "GSMB",
            "The Markov blanket by passes over all variables: whoever depends on the target joins at once.",
            partial(_run_file, "blankets.gsmb"),
            ("GSMB",),
            tells_neighbours=False,
        ),
        *_by_pc_sets_of(_mmpc, partial(_mmpc, profile=RELEASED), "MMMB", "MMPC"),
        Algorithm(
            "pcmb",
            "PCMB",
            "The Markov blanket: neighbours that find each other, by sets that are kept small, then spouses.",
            partial(
                _by_pc_sets, learn_pc=partial(_run_file, "blankets.get_pcd"), procedure="PCMB", symmetric=True
            ),
            ("PCMB", "GetPCD", "SymmetricPC", "Spouses"),
        ),
        Algorithm(
            "stmb",
            "STMB",
            "The Markov blanket: neighbours out of all variables, then spouses that show false neighbours.",
            partial(_alone, learn_blanket=_stmb, at="STMB:15"),
            ("STMB", "PC-simple"),
        ),
        Algorithm(
            "bamb",
            "BAMB",
            "The Markov blanket: each new neighbour brings its spouses, and both are pruned at once.",
            partial(_alone, learn_blanket=_bamb, at="BAMB:23"),
            ("BAMB",),
        ),
        _as_released(
            "BAMB", partial(_alone, learn_blanket=partial(_bamb, profile=RELEASED), at="BAMB-CL:23")
        ),
        Algorithm(
            "eemb",
            "EEMB",
            "The Markov blanket: neighbours and candidate spouses first, then both are pruned by each other.",
            partial(_alone, learn_blanket=partial(_run_file, "blankets.eemb"), at="EEMB:24"),
            ("EEMB",),
        ),
        *_by_pc_sets_of(_hiton_pc, partial(_hiton_pc, profile=RELEASED), "HITON-MB", "HITON-PC"),
        Algorithm(
            "pc",
            "PC-stable",
            "A graph of all variables: who is adjacent, level by level, then colliders and the Meek rules.",
            partial(_run_file, "whole_graphs.pc_stable"),
            ("PC", "Meek"),
            rules=(COLLIDER, *MEEK[:3]),
        ),
        Algorithm(
            "mmhc",
            "MMHC",
            "A graph of all variables: MMPC says who may be joined, hill climbing by BDeu which arrows are.",
            partial(_run_file, "whole_graphs.mmhc"),
            ("MMHC", "MMPC", "SymmetricPC", "HillClimbing"),
            rules=(SCORE,),
            needs=(Needs.LEVELS,),
            refusal="its score counts levels in data",
        ),
        Algorithm(
            "notears",
            "NOTEARS",
            "A graph of all variables by continuous optimisation: linear weights, and no circles. No tests.",
            partial(_run_file, "whole_graphs.notears"),
            ("NOTEARS",),
            rules=(WEIGHT,),
            needs=_NUMBERS,
            refusal="it fits equations to the values of data",
        ),
        Algorithm(
            "dag-gnn",
            "DAG-GNN",
            "A graph of all variables by an autoencoder with the graph inside; slow. No tests.",
            partial(_run_file, "whole_graphs.dag_gnn"),
            ("DAG-GNN",),
            rules=(WEIGHT,),
            needs=_NUMBERS,
            refusal="it fits a network to the values of data",
            library="torch",
        ),
    )
}


def other_elcs(algorithm: str) -> str:
    """The sound ELCS, or ELCS as printed where that is the sound one."""
    return PRINTED if algorithm == SOUND else SOUND


def call(algorithm: str, variable: str) -> str:
    """What an algorithm does for one variable, as its pseudo-code calls it: EMB(T), MMPC(T)."""
    return f"{find_algorithm(algorithm).learner}({variable})"


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with that id, or an error that suggests the nearest ids, or else lists all."""
    if name not in ALGORITHMS:
        raise ElcsError(f"No algorithm {quoted(name)}. {did_you_mean(name, [*ALGORITHMS])}")
    return ALGORITHMS[name]


def differences() -> dict[tuple[str, str], Difference]:
    """By the algorithm that has something and the one that has it not; of several, the first is spoken of."""
    told = [(algorithm.id, algorithm.differs) for algorithm in ALGORITHMS.values() if algorithm.differs]
    return {(id, one.other) if one.has else (one.other, id): one for id, one in told}


def alike(algorithm: str) -> tuple[str, ...]:
    """Those that differ from it in one thing, two at most."""
    return tuple(id for pair in differences() if algorithm in pair for id in pair if id != algorithm)[:2]


def family_of(algorithm: Algorithm) -> str:
    """One of FAMILIES: the one it declares, or by how it goes about."""
    if algorithm.family:
        return algorithm.family
    if algorithm.learns_graph or listing(algorithm.listings[0]).joint:
        return _GRAPHS
    goes_on = walks(algorithm.listings[0]) or COLLIDER in algorithm.rules
    return _LOCAL if goes_on else _BLANKETS


def families() -> dict[str, list[Algorithm]]:
    """Those that have any; the sound ELCS first of all, the others as they are declared."""
    found: dict[str, list[Algorithm]] = {family: [] for family in FAMILIES}
    for algorithm in sorted(ALGORITHMS.values(), key=lambda algorithm: algorithm.id != SOUND):
        found[family_of(algorithm)].append(algorithm)
    return {family: algorithms for family, algorithms in found.items() if algorithms}
