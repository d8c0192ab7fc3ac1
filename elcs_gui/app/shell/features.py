"""The features of the window. Adding one touches its own folder, and this tuple.

In the order in which their docks are listed; what a session file keeps is recalled in this order too, so
that whoever selects something stands before those who show what is selected. No Qt here: the command line
names the tool pages before Qt is asked for.
"""

from __future__ import annotations

from elcs_gui.app.all_variables.feature import AllVariablesFeature
from elcs_gui.app.alpha.feature import AlphaFeature
from elcs_gui.app.benchmarking.feature import BenchmarkingFeature
from elcs_gui.app.blame.feature import BlameFeature
from elcs_gui.app.citest.feature import CiTestFeature
from elcs_gui.app.dataplots.feature import DataPlotsFeature
from elcs_gui.app.drawing.feature import DrawingFeature
from elcs_gui.app.exporting.feature import ExportingFeature
from elcs_gui.app.glossary.feature import GlossaryFeature
from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.importing.feature import ImportingFeature
from elcs_gui.app.knowledge.feature import KnowledgeFeature
from elcs_gui.app.log.feature import LogFeature
from elcs_gui.app.model.feature import Feature
from elcs_gui.app.navigation.feature import NavigationFeature
from elcs_gui.app.practice.feature import PracticeFeature
from elcs_gui.app.presenting.feature import PresentingFeature
from elcs_gui.app.pseudocode.feature import PseudocodeFeature
from elcs_gui.app.race.feature import RaceFeature
from elcs_gui.app.runs.feature import RunsFeature
from elcs_gui.app.sessions.feature import SessionsFeature
from elcs_gui.app.setup.feature import SetupFeature
from elcs_gui.app.shell.feature import WindowFeature
from elcs_gui.app.simulating.feature import SimulatingFeature
from elcs_gui.app.stability.feature import StabilityFeature
from elcs_gui.app.start.feature import StartFeature
from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.app.transport.feature import TransportFeature
from elcs_gui.app.why.feature import WhyFeature

FEATURES: tuple[type[Feature], ...] = (
    NavigationFeature,
    GraphFeature,
    TransportFeature,
    SetupFeature,
    PseudocodeFeature,
    WhyFeature,
    CiTestFeature,
    DataPlotsFeature,
    LogFeature,
    RunsFeature,
    KnowledgeFeature,
    AllVariablesFeature,
    AlphaFeature,
    RaceFeature,
    StabilityFeature,
    BlameFeature,
    BenchmarkingFeature,
    SimulatingFeature,
    DrawingFeature,
    PresentingFeature,
    ExportingFeature,
    ImportingFeature,
    SessionsFeature,
    LessonsFeature,
    PracticeFeature,
    StartFeature,
    GlossaryFeature,
    WindowFeature,
)
PAGES = tuple(feature.page for feature in FEATURES if feature.page)
"""The tool pages, by the ids of the actions that show them."""
