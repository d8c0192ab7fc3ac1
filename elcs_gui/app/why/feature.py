"""Why something is so, and how firm it is: the pages Why and How firm of the inspector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.log.feature import LogFeature
from elcs_gui.app.model.feature import Feature, Panel, Part, View, is_variable
from elcs_gui.app.model.selection import Edge, Selection, Variable

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.why.firm_panel import FirmPanel
    from elcs_gui.app.why.panel import WhyPanel
    from elcs_gui.picture.why_answer import Subject

WHY, FIRM = "Why", "How firm"
_SETS = ("PC", "SP", "CSP", "Sep", "P", "C", "UN")


class WhyFeature(Feature):
    """Answers about what is selected, whoever selects it."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Why?",
            "Why",
            "Click an edge or a variable. For an arrow you see the rule, its premises and their tests, as "
            "a tree in plain words or in formal notation, at any step; for an undecided edge, each rule "
            "with its first premise that fails; for an edge that is not there, the test that removed it. "
            "Every line leads to its step, its edge or its table.",
            more=("how-to/read-why",),
        ),
        Part(
            "How firm",
            "How firm",
            "For every arrow, the exact range of alpha in which it stays as it is, and what becomes of it "
            "beyond. The width of an edge in the graph, its label, *Why?*, the report and `elcs why` say "
            "the same.",
            more=("how-to/another-alpha",),
        ),
    )

    panel: WhyPanel
    firm: FirmPanel
    _before: tuple[str, Subject | None] | None = None
    """The page and its question before a rule fired, to go back to."""

    def panels(self) -> tuple[Panel, ...]:
        return (
            Panel(WHY, "inspector", self._make, place=10, shown=False),
            Panel(FIRM, "inspector", self._make_firm, place=30, shown=False),
        )

    def _make(self) -> WhyPanel:
        from elcs_gui.app.why.panel import WhyPanel

        context = self.context
        self.panel = panel = WhyPanel(context.player, context.theme)
        self.on_setting("proof-wording")
        panel.formal_changed.connect(
            lambda formal: context.settings.set("proof-wording", "formal" if formal else "plain")
        )
        panel.step_requested.connect(context.player.seek)
        panel.subject_changed.connect(self._select)
        return panel

    def _make_firm(self) -> FirmPanel:
        from elcs_gui.app.why.firm_panel import FirmPanel

        self.firm = FirmPanel(self.context.player, self.context.firmness, self.context.theme)
        self.firm.edge_selected.connect(self._on_firm_edge)
        self.firm.why_requested.connect(self._ask_of_edge)
        return self.firm

    def connect(self) -> None:
        from elcs_gui.app.log.filter import numbers_term

        graph, log = self.context.feature(GraphFeature), self.context.feature(LogFeature)
        graph.panel.selected.connect(self._on_selected)
        graph.panel.fired.connect(self._on_fired)
        graph.wishes.why = self._show
        self.context.firmness.changed.connect(self._on_firmness)
        self.panel.test_selected.connect(log.find)
        self.panel.tests_requested.connect(lambda tests: log.panel.filter_to(numbers_term(tests)))

    def _on_firmness(self) -> None:
        from elcs_gui.app.model.firmness_client import FirmnessState

        if self.context.firmness.state is FirmnessState.KNOWN:
            self.panel.refresh()

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.firm.set_theme(theme)

    def on_setting(self, id: str) -> None:
        if id == "proof-wording":
            self.panel.set_formal(formal=self.context.settings.get(id) == "formal")

    def ask(self, subject: Subject) -> None:
        """Show why, whatever page of the inspector is shown."""
        self.panel.ask(subject)
        self._select(subject)
        self.context.window.show_inspector_page(WHY)

    def _ask_of_edge(self, ends: tuple[int, int]) -> None:
        from elcs_gui.picture.why_answer import Subject

        self.ask(Subject("edge", ends))

    def _show(self, what: Selection) -> None:
        """Select it, and bring the answer to the front."""
        self.context.feature(GraphFeature).panel.choose(what)
        self.context.window.show_panel(WHY)

    def _on_selected(self, what: Selection) -> None:
        context = self.context
        self._before = None
        if context.player.trace is None:
            return
        subject = _subject_of(what)
        self.panel.ask(subject)
        if subject is None or context.player.playing:
            return
        if context.window.inspector_follows:
            return
        # Who looks at how firm edges are goes on doing so, as long as the edge is one of them.
        if context.window.inspector_page != FIRM or not self.firm.choose(what):
            context.window.show_inspector_page(WHY)

    def _on_fired(self, fired: Edge | None) -> None:
        """At the step at which a rule fires its page is shown, and at the next one what was there before."""
        from elcs_gui.picture.why_answer import Subject

        window = self.context.window
        if fired is None:
            if self._before is not None:
                page, subject = self._before
                self._before = None
                if window.inspector_page == WHY:
                    self.panel.ask(subject)
                    window.show_inspector_page(page)
            return
        if window.inspector_page == FIRM or window.inspector_follows or self.panel.followed:
            return
        if self._before is None:
            self._before = (window.inspector_page, self.panel.subject)
        self.panel.ask(Subject("edge", fired.ends))
        window.show_inspector_page(WHY)

    def _on_firm_edge(self, ends: tuple[int, int]) -> None:
        from elcs_gui.picture.why_answer import Subject

        self.context.feature(GraphFeature).panel.select(Edge(ends))
        self.context.feature(LogFeature).filter_to(Edge(ends))
        self.panel.ask(Subject("edge", ends))

    def _select(self, subject: Subject) -> None:
        """Select in the graph what the page has gone to by itself."""
        self.context.feature(GraphFeature).panel.select(_selection_of(subject))

    def remember(self) -> View:
        subject = self.panel.subject
        said = subject and {"about": subject.about, "of": list(subject.of), "through": subject.through}
        return {"why": said}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        subject = _subject(view.get("why"), variables)
        if subject is not None and subject != self.panel.subject:
            self.panel.ask(subject)


def _subject_of(what: Selection) -> Subject | None:
    """What is asked about what is selected in the graph."""
    from elcs_gui.picture.why_answer import Subject

    match what:
        case Variable(x):
            return Subject("node", (x,))
        case Edge(ends):
            return Subject("edge", ends)
        case None:
            return None


def _selection_of(subject: Subject) -> Variable | Edge:
    """What stands in the graph for what is asked."""
    if subject.about == "node":
        return Variable(subject.of[0])
    if subject.about in ("SP", "CSP"):
        return Variable(subject.of[1])
    return Edge.between(subject.of[0], subject.of[1])


def _subject(said: object, variables: int) -> Subject | None:
    from elcs_gui.picture.why_answer import Subject

    if not isinstance(said, dict) or said.get("about") not in ("edge", "node", *_SETS):
        return None
    of, through = said.get("of"), said.get("through")
    if not isinstance(of, list) or not all(is_variable(x, variables) for x in of) or len({*of}) != len(of):
        return None
    if len(of) != (1 if said["about"] == "node" else 2):
        return None
    if (said["about"] in ("SP", "CSP")) != is_variable(through, variables):
        return None
    return Subject(said["about"], tuple(of), through)
