"""The player in a browser, opened from a file: what is to be seen is what the program says, at any step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from elcs_gui.inquiry.summary import told_with_doubts
from elcs_gui.lessons.bundled import find_lesson, lesson_cards
from elcs_gui.lessons.playing import recorded
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.live_sets import live_sets
from elcs_gui.picture.places import in_tray
from elcs_gui.picture.scene import local_scene
from elcs_gui.player.page import player_page
from elcs_gui.proof.argument import argument_of_event
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.explain import braced
from elcs_gui.trace.roles import Role, shown_target, standings
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.view import learnt_edges
from tests.player.browser import LARGE, SMALL, Browser, Write
from tests.player.hostile import NAMES
from tests.stress import many
from tests.traces import trace_of

LOOK_AT_STEPS = """
const all = (selector, look) => [...document.querySelectorAll(selector)].map(look);
return arguments[0].map((step) => {
  elcsPlayer.goToStep(step, true);
  const nodes = all(".node", ({ dataset }) => [Number(dataset.x), dataset.role]);
  const sets = all("#sets dt", (name) => [name.textContent, name.nextSibling.textContent]);
  const tray = all("#tray li", (row) => [...row.children].map((part) => part.textContent));
  const said = document.getElementById("said").textContent;
  const rule = document.querySelector(".rule") !== null;
  return [step, elcsPlayer.step, said, Object.fromEntries(nodes), sets, tray, rule];
});
"""
LINKS = """
return [...document.querySelectorAll(".link")].map(({ dataset }) =>
  [Number(dataset.tail), Number(dataset.head), dataset.directed === "1"]);
"""
BOXES = """
return Object.fromEntries([...document.querySelectorAll(".node")].map((node) => {
  const {left, top, right, bottom} = node.children[2].getBoundingClientRect();
  return [node.dataset.x, [left, top, right, bottom]];
}));
"""
NUMBERS = "return [...document.querySelectorAll(arguments[0])].map((each) => Number(each.textContent))"
FEW = 1
"""Of a run that is not looked at in full, what changes is enough."""
PASSING = {Role.CANDIDATE, Role.DISMISSED, Role.UNSEEN}
"""What a variable may be called while it is being tried, whatever it was before."""
RUNS = [("fig3", None), ("fig4", None), ("insurance", 200)]
"""Two figures of the paper, and a run on data that is too long for its page."""


def page_of(written: Write, example: str, most_steps: int | None) -> Path:
    return written(example) if most_steps is None else written(example, most_steps=most_steps)


def seen(by_target: FactsByTarget, step: int) -> tuple[str, dict[str, str], list[list[str]], list[list[str]]]:
    """What the program says of a step: its sentence, who is what, the sets, and who is in the tray."""
    trace = by_target.trace
    timeline, names = timeline_of(trace), trace.header.names
    view = timeline.view(step)
    event = trace[step - 1] if step else None
    target = shown_target(view, event, trace.header.target)
    roles = {
        str(x): standing.role.value
        for x, standing in enumerate(standings(view, target, len(names)))
        if standing.role not in PASSING
    }
    rows = live_sets(trace, step, view, timeline.view(step - 1) if step else view)
    scene = local_scene(by_target, view, step, event)
    separators = {x: scene.standings[x].separator for x in in_tray(scene, by_target, step)}
    tray = [[names[x], "" if z is None else braced(names, z)] for x, z in separators.items()]
    said = "" if event is None else told_with_doubts(trace, event)
    return said, roles, [[row.name, row.value] for row in rows], tray


@pytest.mark.parametrize(("example", "most_steps"), RUNS)
def test_every_tenth_step_is_as_the_program_has_it_and_so_is_the_graph_at_the_end(
    browser: Browser, written: Write, example: str, most_steps: int | None
) -> None:
    trace = trace_of(example)
    browser.turn_to(page_of(written, example, most_steps))
    kept = browser.run("return elcsPlayer.data.steps.at")
    by_target, steps = FactsByTarget(trace), [*kept[1::10], len(trace)]
    for step, stands_at, said, nodes, sets, tray, rule in browser.run(LOOK_AT_STEPS, steps):
        sentence, roles, rows, dismissed = seen(by_target, step)
        assert stands_at == step
        assert said == sentence
        there = {x: role for x, role in nodes.items() if role not in PASSING}
        # While a rule is drawn, whoever it is not about may have no room.
        assert there.items() <= roles.items() if rule else there == roles
        assert sets == rows
        assert tray == dismissed
    shown = {int(x) for x in nodes}
    learnt = {
        (edge.tail, edge.head, True) if edge.rule else (*sorted((edge.tail, edge.head)), False)
        for edge in learnt_edges(timeline_of(trace).view(len(trace)))
        if shown.issuperset((edge.tail, edge.head))
    }
    links = {
        (tail, head, True) if directed else (*sorted((tail, head)), False)
        for tail, head, directed in browser.run(LINKS)
    }
    assert learnt and links == learnt


@pytest.fixture
def opened(browser: Browser, written: Write) -> Browser:
    """The page of Fig. 3 at its end."""
    browser.turn_to(written("fig3"))
    return browser


def test_it_opens_at_the_end_and_nothing_leaves_the_page(browser: Browser, written: Write) -> None:
    page = written("fig3")
    browser.requests()
    browser.open(page)
    assert browser.step == len(trace_of("fig3"))
    browser.press("ArrowLeft", "Home", "Space", "d", "d")
    browser.wait("return elcsPlayer.step > 0")
    assert browser.requests() == [page.as_uri()]
    browser.run("localStorage.clear(); elcsPlayer.pause()")


def test_keys_step_as_in_the_window(opened: Browser) -> None:
    trace = trace_of("fig3")
    changes, stages = changes_of(trace).tolist(), [span.first + 1 for span in stage_spans(trace)]
    where = []
    for key in ("Home", "ArrowRight", "Shift+ArrowRight", "Control+ArrowRight", "Shift+ArrowLeft", "End",
                "ArrowLeft", "Control+ArrowLeft"):  # fmt: skip
        opened.press(key)
        where.append(opened.step)
    before = [change for change in changes if change < stages[1]]
    assert where == [0, 1, changes[0], stages[1], before[-1], len(trace), len(trace) - 1, stages[-1]]


def test_a_step_has_a_link_that_is_written_on_every_stop(browser: Browser, written: Write) -> None:
    browser.open(written("fig3"), "#step=357")
    assert browser.step == 357
    browser.press("ArrowRight")
    assert browser.link == "#step=358"
    browser.run("location.hash = '#step=12'")
    browser.wait("return elcsPlayer.step === 12")


@pytest.mark.parametrize(
    ("link", "said"),
    [("#step=9999", "Step 9,999 does not exist: showing 948."), ("#step=%3Cb%3E", "“<b>” does not exist")],
)
def test_a_broken_link_shows_the_last_step_and_says_so(
    browser: Browser, written: Write, link: str, said: str
) -> None:
    browser.turn_to(written("fig3"), link)
    assert browser.step == len(trace_of("fig3"))
    assert said in browser.text("#note")


def test_what_is_left_out_is_told(browser: Browser, written: Write) -> None:
    page = page_of(written, *RUNS[-1])
    browser.turn_to(page)
    place, words = browser.run("return elcsPlayer.data.gaps[0]")
    step = browser.run("return elcsPlayer.data.steps.at[arguments[0]]", place)
    browser.turn_to(page, f"#step={step + 1}")
    assert browser.step == step
    assert f"Step {step + 1:,} was left out of this page" in browser.text("#note")
    assert browser.text("#gap") == words


def test_the_scrubber_is_a_slider(opened: Browser) -> None:
    opened.click("#scrubber", at=0.5)
    middle = len(trace_of("fig3")) / 2
    assert abs(opened.step - middle) < 20
    assert opened.link == f"#step={opened.step}"


def test_playing_stops_with_a_key(browser: Browser, written: Write) -> None:
    browser.turn_to(written("fig3"), "#step=1")
    browser.press("Space")
    browser.wait("return elcsPlayer.step > 1")
    browser.press("Space")
    assert browser.text("#play") == "Play"
    assert browser.link == f"#step={browser.step}"


# The rule that is drawn


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_a_rule_that_fires_is_drawn_with_its_numbers_and_the_others_step_aside(
    browser: Browser, written: Write, size: tuple[int, int]
) -> None:
    trace = trace_of("fig3")
    argument = argument_of_event(trace, 922, trace[921])
    assert argument is not None
    browser.look(size)
    browser.turn_to(written("fig3"), "#step=922")
    numbers, listed = (browser.run(NUMBERS, where) for where in (".number-disc", ".number"))
    assert set(numbers) == set(listed) == {premise.number for premise in argument.numbered}
    assert browser.run("return document.querySelector('.tag').textContent") == "N"
    assert browser.text(".chip.fired") == "T → B by N-structure"
    boxes: dict[str, list[float]] = browser.run(BOXES)
    assert set(boxes) >= {str(x) for x in argument.cast}
    cast = [boxes.pop(str(x)) for x in argument.cast]
    for a in cast:
        assert 0 <= a[0] < a[2] <= size[0]
        assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for b in boxes.values())


def test_an_arrow_that_is_chosen_tells_why(opened: Browser) -> None:
    names = trace_of("fig3").header.names
    opened.run("elcsPlayer.choose(arguments[0])", [names.index("T"), names.index("B")])
    assert opened.text("#page-why h2") == "Why T → B?"
    assert "N-structure" in opened.text("#page-why .words")
    assert opened.run("return document.querySelectorAll('.rule.chosen .solid.conclusion').length") == 1
    opened.click("#page-why .premises .test")
    assert opened.text("#said").startswith("Test ")


# Motion

FROZEN = """
window.asked = [];
window.requestAnimationFrame = (step) => asked.push(step);
performance.now = () => 1000;
"""
GOES_ON = """
const [step, waited] = arguments;
asked.length = 0;
elcsPlayer.goToStep(step - 1, true);
elcsPlayer.forward();
for (const after of waited) asked.splice(0).forEach((next) => next(1000 + after));
const { X, Y } = elcsPlayer.graph.nodes.get(Number(arguments[2]));
return [X, Y];
"""


def test_a_node_whose_role_changes_glides_and_whoever_wants_no_motion_has_none(
    browser: Browser, written: Write
) -> None:
    names, step = trace_of("fig3").header.names, 920  # K is found to be an effect
    browser.look(motion=True)
    browser.open(written("fig3"), f"#step={step - 1}")
    browser.run(FROZEN)
    moved = str(names.index("K"))
    times = [0], [0, 80], [0, 80, 260]
    start, between, end = (browser.run(GOES_ON, step, waited, moved) for waited in times)
    assert start != end
    for a, b, c in zip(start, between, end, strict=True):
        assert min(a, c) < b < max(a, c) or a == c
    assert browser.run("return asked.length") == 0  # it has arrived
    browser.look()
    assert browser.run(GOES_ON, step, [], moved) == end
    assert browser.run("return asked.length") == 0
    browser.open(written("fig3"))  # with its own clock


# Fingers


def test_a_swipe_is_a_step_and_two_fingers_zoom(browser: Browser, written: Write) -> None:
    browser.look(SMALL)
    browser.turn_to(written("fig3"), "#step=300")
    browser.touch(((300, 250), (200, 252), (120, 255)))
    assert browser.step == 301
    browser.touch(((120, 250), (200, 252), (300, 255)))
    assert browser.step == 300
    browser.touch(((200, 200), (210, 260), (215, 400)))  # not across
    assert browser.step == 300
    browser.touch(((180, 300), (140, 300), (100, 300)), ((210, 300), (250, 300), (290, 300)))
    close = browser.run("return elcsPlayer.graph.camera.close")
    assert close > 2
    before = browser.run(BOXES)
    browser.touch(((300, 250), (200, 250), (120, 250)))  # moves what is too large for its room
    after = browser.run(BOXES)
    shifts = {round(after[x][0] - before[x][0]) for x in before}
    assert browser.step == 300 and len(shifts) == 1 and shifts < set(range(-190, -150))
    browser.click("#fit")
    assert not browser.run("return elcsPlayer.graph.camera.moved")


# Without a mouse, in any theme


def test_the_keys_are_listed_and_everything_is_reached_without_a_mouse(opened: Browser) -> None:
    opened.press("?")
    assert "one step back or forward" in opened.text("#dialog")
    opened.press("Escape")
    assert not opened.run("return document.getElementById('dialog').open")
    opened.run(
        """
        window.reached = [];
        const note = ({ target: { id, className } }) => reached.push(id || (className.baseVal ?? className));
        addEventListener("focusin", note);
        """
    )
    opened.press(*["Tab"] * 45)
    reached = {*opened.run("return reached")}
    wanted = {"copy", "theme", "keys", "scrubber", "play", "back", "tab-why", "node target", "dismissed"}
    assert wanted <= reached


def test_the_theme_follows_the_system_until_it_is_chosen(browser: Browser, written: Write) -> None:
    ground = "return getComputedStyle(document.getElementById('app')).backgroundColor"
    browser.look(dark=True)
    browser.turn_to(written("fig3"))
    dark = browser.run(ground)
    browser.click("#theme")
    light = browser.run(ground)
    assert (dark, light) == ("rgb(27, 31, 38)", "rgb(255, 255, 255)")
    browser.reload()
    assert browser.run(ground) == light
    browser.run("localStorage.clear()")
    browser.reload()


# Questions and lessons


def test_a_right_answer_counts_and_a_wrong_one_asks_which_premise_failed(
    browser: Browser, written: Write
) -> None:
    browser.turn_to(written("fig3"), "#step=0")
    browser.click("#quiz .primary")
    asked = browser.run("return elcsPlayer.quiz.question")
    assert browser.step == asked["step"]
    assert browser.text("#quiz .question") == asked["prompt"]
    browser.press("ArrowRight")  # not past a question
    assert browser.step == asked["step"]
    options = [option["id"] for option in asked["options"]]
    wrong = next(option for option in options if option not in asked["right"])
    browser.press(str(options.index(wrong) + 1))
    assert browser.text("#quiz .score") == "0 of 1 right"
    assert browser.run("return document.querySelectorAll('.answer').length") == 2
    browser.press("Enter")
    failed = browser.run("return elcsPlayer.quiz.question")
    assert failed["kind"] == "failed"
    right = failed["right"][0]
    browser.press(str([option["id"] for option in failed["options"]].index(right) + 1))
    assert browser.text("#quiz .score") == "1 of 2 right"
    browser.press("Enter")
    assert browser.step == asked["step"] + 1


def test_all_questions_can_be_answered_to_the_end(browser: Browser, written: Write) -> None:
    browser.turn_to(written("fig3"), "#step=0")
    asked: dict[str, list[Any]] = browser.run(
        """
        const {quiz, data} = elcsPlayer;
        const told = {};
        for (const {id, at} of data.levels.filter((level) => level.at.length)) {
          const kinds = new Set();
          elcsPlayer.goToStep(0, true);
          quiz.start(id);
          for (quiz.goOn(); quiz.question; quiz.question || quiz.goOn()) {
            kinds.add(quiz.question.kind);
            quiz.question.right.forEach((right) => quiz.choose(right));
            quiz.check();
            quiz.goOn();
          }
          told[id] = [at.length, quiz.results.length, quiz.results.filter(Boolean).length, [...kinds]];
        }
        return told;
        """
    )
    assert all(right == answered >= there for there, answered, right, _ in asked.values())
    kinds = {kind for *_, kinds in asked.values() for kind in kinds}
    assert kinds == {"verdict", "removal", "orientation", "rule", "premises"}


LESSONS = many((card.id for card in lesson_cards()), suite=("spouses", "counter-examples"))


def test_a_lesson_is_played_from_its_first_part_to_its_last(browser: Browser, tmp_path: Path) -> None:
    for number, lesson in enumerate(map(find_lesson, LESSONS)):
        page = tmp_path / f"{number}.html"
        page.write_text(player_page(recorded(lesson), lesson, most_steps=FEW), encoding="utf-8")
        browser.open(page)
        parts, pointed, asked, results = browser.run(
            """
            const {lesson, quiz} = elcsPlayer;
            const parts = [];
            let pointed = true;
            const ended = () => lesson.at === lesson.lesson.steps.length - 1 && !quiz.question;
            for (let turn = 0; turn < 60 && !(ended() && parts.length > lesson.at); turn++) {
              const heading = document.querySelector("#page-lesson .part").textContent;
              if (parts.at(-1) !== heading) {
                parts.push(heading);
                const wanted = lesson.highlight(elcsPlayer.step)?.variables ?? [];
                const seen = [...document.querySelectorAll(".ring.chosen, #tray .chosen")];
                pointed &&= new Set(wanted).size <= seen.length;
              }
              if (quiz.hides) {
                quiz.question.right.forEach((id) => quiz.choose(id));
                quiz.check();
              }
              if (quiz.question) quiz.goOn();
              else lesson.turn(1);
            }
            const asked = lesson.lesson.steps.filter(({ question }) => question).length;
            return [parts, pointed, asked, quiz.results];
            """
        )
        assert parts == [step.heading for step in lesson.steps], lesson.title
        assert pointed, lesson.title
        assert all(results) and len(results) >= asked > 0
        browser.run("document.querySelector('#page-lesson [data-key=back]').focus()")
        browser.press("Enter")
        assert browser.text("#page-lesson .part") == lesson.steps[-2].heading
        assert browser.run("return document.activeElement.dataset.key") == "back"
        browser.run("elcsPlayer.lesson.turn(1)")
        assert "The end" in browser.text("#page-lesson")


# Names, access, other screens


def test_hostile_names_stay_text(browser: Browser, hostile: Path) -> None:
    browser.open(hostile)
    assert browser.run("return window.taken") is None
    assert browser.text("#title") == NAMES[0]
    titles = "return [...document.querySelectorAll('.node title')].map((title) => title.textContent)"
    shown = browser.run(titles)
    assert set(shown) & {*NAMES[1:]} and NAMES[0] in shown
    browser.run("elcsPlayer.data.changes.forEach((place) => elcsPlayer.go(place, {still: true}))")
    browser.run("for (const tab of ['why', 'tests', 'code']) elcsPlayer.openTab(tab)")
    assert browser.run("return document.querySelectorAll('#app img, #app script').length") == 0


RULE, QUESTION = "elcsPlayer.goToStep(922, true)", "elcsPlayer.quiz.start('verdicts'); elcsPlayer.quiz.goOn()"
TESTS, CODE = (f"elcsPlayer.openTab('{tab}', true)" for tab in ("tests", "code"))


@pytest.mark.parametrize(
    ("size", "dark", "states"), [(LARGE, False, (RULE, QUESTION)), (SMALL, True, (TESTS, CODE))]
)
def test_nothing_keeps_anybody_out(
    browser: Browser, written: Write, size: tuple[int, int], dark: bool, states: tuple[str, ...]
) -> None:
    browser.look(size, dark=dark)
    browser.turn_to(written("fig3", most_steps=FEW), "#step=500")  # each row is looked at
    faults = []
    for state in states:
        browser.run(state)
        faults += browser.faults()
    assert faults == []


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_it_fits_on_a_small_screen(browser: Browser, written: Write, size: tuple[int, int]) -> None:
    browser.look(size)
    browser.turn_to(written("fig3"))
    wide, low, *high = browser.run(
        """
        const buttons = [...document.querySelectorAll("#transport button")];
        const low = document.getElementById("play").getBoundingClientRect().bottom;
        return [document.scrollingElement.scrollWidth, low, ...buttons.map((each) => each.offsetHeight)];
        """
    )
    assert wide <= size[0] and low <= size[1]
    assert min(height for height in high if height) >= 44  # the others are not shown


def test_without_scripts_there_is_the_result(browser: Browser, written: Write) -> None:
    browser.scripts(allowed=False)
    try:
        browser.open(written("fig3"))
        trace = trace_of("fig3")
        assert told_with_doubts(trace, trace[-1]) in browser.text("#plain")
        assert browser.run("return document.getElementById('app').hidden")
    finally:
        browser.scripts(allowed=True)
