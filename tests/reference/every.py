"""All of them, by the name under which the package has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.reference import released
from tests.reference.asking import Asking
from tests.reference.blankets import (
    bamb,
    by_sets,
    directed,
    eemb,
    gsmb,
    iamb,
    iamb_fdr,
    inter_iamb,
    stmb,
    with_spouses,
)
from tests.reference.elcs import Answer, Around, alone, elcs, emb
from tests.reference.pc import Sets, get_pcd, hiton_pc, mb_to_pc, mmpc
from tests.reference.walks import cmb, lcs_fs, ldecc, outwards
from tests.reference.wholes import mmhc, pc_stable

Learn = Callable[[Asking, int], Around]


def _directed(learn: Learn) -> Learn:
    return lambda q, t: directed(q, learn(q, t))


def _neighbours(q: Asking, t: int) -> Around:
    return Around(t, *hiton_pc(q, t))


REFERENCES: dict[str, Callable[[Asking, int], Answer]] = {
    "elcs": partial(elcs, learn=emb),
    "elcs-ii": partial(elcs, learn=partial(emb, ranked=True)),
    "elcs-without-n": partial(elcs, learn=partial(emb, n_structures=False)),
    "elcs-sound": partial(elcs, learn=partial(emb, ranked=True, sound=True), sound=True),
    "elcs-m": partial(elcs, learn=_directed(lambda q, t: with_spouses(q, t, Sets(q, mmpc)))),
    "elcs-s": partial(elcs, learn=_directed(stmb)),
    "elcs-b": partial(elcs, learn=_directed(bamb)),
    "emb": partial(alone, learn=emb),
    "emb-ii": partial(alone, learn=partial(emb, ranked=True)),
    "hiton-pc": partial(alone, learn=_neighbours),
    "iamb": iamb,
    "inter-iamb": inter_iamb,
    "iamb-fdr": iamb_fdr,
    "gsmb": gsmb,
    "mmmb": partial(by_sets, learn=mmpc),
    "mmmb-sym": partial(by_sets, learn=mmpc, mutual=True),
    "hiton-mb": partial(by_sets, learn=hiton_pc),
    "hiton-mb-sym": partial(by_sets, learn=hiton_pc, mutual=True),
    "pcmb": partial(by_sets, learn=get_pcd, mutual=True),
    "stmb": partial(alone, learn=stmb),
    "bamb": partial(alone, learn=bamb),
    "eemb": partial(alone, learn=eemb),
    "pcd-by-pcd": partial(outwards, learn=mmpc),
    "mb-by-mb": partial(outwards, learn=mb_to_pc, only_linked=True),
    "cmb": cmb,
    "cmb-sound": partial(cmb, sound=True),
    "ldecc": ldecc,
    "pc": pc_stable,
    "mmmb-cl": partial(by_sets, learn=partial(mmpc, released=True)),
    "hiton-mb-cl": partial(by_sets, learn=partial(hiton_pc, released=True)),
    "bamb-cl": partial(alone, learn=released.bamb),
    "pcd-by-pcd-cl": released.pcd_by_pcd,
    "cmb-cl": released.cmb,
}
"""Those that need nothing but verdicts."""

ON_ROWS = {"lcs-fs": lcs_fs, "mmhc": mmhc}
"""Those that count rows themselves as well."""
