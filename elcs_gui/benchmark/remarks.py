"""Where the paper's rows cannot be reproduced, or are not what they seem, and why; declared once.

Figures in these notes were measured apart from any benchmark: with the authors' released code, with versions
written from the text, and with the authors' own data sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from elcs_gui.benchmark.summary import SummaryRow


@dataclass(frozen=True)
class Remark:
    """A note on rows of the paper.

    Attributes:
        algorithms, networks, rows: which rows it is about; nothing means any.
        doubtful: the figures that the paper prints there are in doubt, not only the comparison.
    """

    title: str
    text: str
    algorithms: tuple[str, ...]
    networks: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    doubtful: bool = True

    def is_about(self, row: SummaryRow) -> bool:
        """Does it speak of the paper's figures in this row?"""
        return (
            bool(row.paper)
            and row.algorithm in self.algorithms
            and (not self.networks or row.network in self.networks)
            and (not self.rows or row.rows in self.rows)
        )


REMARKS = (
    Remark(
        "MMHC's rows cannot come from a working MMHC",
        "The paper used a closed program and prints ArrR .08 and SHD 4.58 on Alarm, where a node has 2.5 "
        "neighbours. The released toolbox hands over half of the skeleton, so that an edge can be added in "
        "one direction only.",
        ("mmhc",),
    ),
    Remark(
        "NOTEARS on Child10 is its row for Alarm",
        "With 5,000 rows the paper prints the same figures for both, word for word, seconds included.",
        ("notears",),
        ("Child10",),
        (5000,),
    ),
    Remark(
        "NOTEARS is printed without its λ₁",
        "Its result depends on λ₁ and on the scale of the columns: on one Alarm set, SHD 2.05 with λ₁ = "
        "0.1 on the codes, 1.30 on standardised columns, 1.68 with λ₁ = 0. The paper names neither.",
        ("notears",),
        doubtful=False,
    ),
    Remark(
        "DAG-GNN is printed without its settings",
        "Its result depends on the scale of the columns and on the size of its steps: on one Alarm set of "
        "1,000 rows, SHD 1.73 and ArrR .63 as its authors released it (values as they are, steps that become "
        "smaller as circles cost more), and no arrow at all with standardised columns and steps of one size. "
        "The paper names neither, and prints 2.01 and .26.",
        ("dag-gnn",),
        doubtful=False,
    ),
    Remark(
        "MMMB and STMB with fewer tests than printed",
        "The paper's 604 and 531 tests on Alarm are met by versions that ask every subset again and do not "
        "stop at the first separating set (587 and 513). The released code requests 359 and 282 and finds as "
        "much.",
        ("mmmb", "stmb"),
    ),
    Remark(
        "BAMB as printed, not as released",
        "Written from the text, BAMB meets the paper's row on Alarm (351 tests, F1 .94); the released file "
        "requests 620 tests and has F1 .907.",
        ("bamb",),
        doubtful=False,
    ),
    Remark(
        "PCD-by-PCD does better than its row",
        "On ten Alarm sets the paper prints 2,110 tests and SHD .94. The authors' own released code gives "
        "873 tests and .46; written from the text it is 971 and .47.",
        ("pcd-by-pcd",),
    ),
    Remark(
        "CMB has an unsound step",
        "Its lines 12 to 14 call a child a parent where both parents of it are found. Without them "
        "(cmb-sound) no arrow is wrong by the oracle: SHD .35 on ten Alarm sets, where the paper prints "
        ".76. On Insurance most of its edges then stay open.",
        ("cmb", "cmb-sound"),
    ),
    Remark(
        "ELCS-M, ELCS-S and ELCS-B were never released",
        "They are ELCS with another blanket learner, written from that sentence alone. On Alarm ELCS-M and "
        "ELCS-S ask less than half of the printed tests, ELCS-B seven in ten.",
        ("elcs-m", "elcs-s", "elcs-b"),
    ),
    Remark(
        "EMB requests more tests than printed",
        "The paper prints 318 tests on Alarm; its pseudo-code, followed to the letter, requests 412 there. "
        "This is reported, not tuned.",
        ("emb", "emb-ii"),
        doubtful=False,
    ),
    Remark(
        "On Pigs one hub decides the number of tests, and false spouses decide ArrR",
        "One variable has 41 neighbours: its blanket takes 1.4 million tests, and every target whose walk "
        "gets there requests them too. On the pool these are three of 441 targets and half of all tests "
        "(20,047 a target); on two simulated sets it is one, and there are 13,903 and 13,130 (the paper: "
        "13,374 ± 8,660). Its ArrR of .99 ± .00 comes out nowhere: .96 on the pool and on both simulated "
        "sets, where 103 of 111 causes called effects rest on a spouse that has nothing to do with the "
        "target: presumably chance, for among 440 variables alpha = .01 lets some through.",
        ("elcs", "elcs-ii", "elcs-without-n"),
        ("Pigs",),
        doubtful=False,
    ),
    Remark(
        "On Gene most extra neighbours have nothing to do with their target",
        "Of the extra neighbours of 301 targets (1,000 rows), 114 of 118 have nothing to do with their "
        "target, and 47 of 83 causes called effects rest on such a spouse: presumably chance among 800 "
        "variables. With 4,489 rows, two targets request 2.6 million tests each, 15 % of all.",
        ("elcs", "elcs-ii", "elcs-without-n"),
        ("Gene",),
        doubtful=False,
    ),
    Remark(
        "Child with 1,000 rows is better in the paper than with 5,000",
        "It prints SHD 1.01 and ArrR .69 with 1,000 rows, 1.08 and .61 with 5,000. On sets simulated from "
        "the published network fewer rows make it worse, as they should: SHD .97 with 5,000, 1.28 with "
        "1,000.",
        ("elcs", "elcs-ii"),
        ("Child",),
        (1000,),
        doubtful=False,
    ),
)


def remarks_on(rows: Iterable[SummaryRow]) -> list[Remark]:
    """Those that concern any of the rows, in the order in which they are numbered."""
    shown = list(rows)
    return [remark for remark in REMARKS if any(remark.is_about(row) for row in shown)]


def general_remarks(rows: Iterable[SummaryRow]) -> list[str]:
    """What is to be known of all figures."""
    shown = list(rows)
    origins = {origin for row in shown for origin in row.origins}
    said = [
        "The paper's ± understates the spread: its ten sets are subsets of one pool of rows, and share "
        "rows with one another.",
        "Seconds depend on the computer: compare them with each other, not with the paper's.",
    ]
    if any("arrp" in row.paper for row in shown):
        said.append(
            "The paper's ArrP cannot be reproduced, neither from its definition nor with the authors' own "
            "code."
        )
    if any(origin.startswith("pool") for origin in origins):
        said.append(
            "A pool holds the different rows of several original sets: the sets cut from it are fewer than "
            "the paper's ten, and not the same."
        )
    if any(origin.startswith("simulated") for origin in origins):
        said.append(
            "Simulated rows come from the networks as they are published, whose tables are not always "
            "those behind the paper's data (in Alarm 19 of 37 differ): expect other figures."
        )
    return said
