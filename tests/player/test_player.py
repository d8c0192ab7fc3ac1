"""The player in a browser, opened from a file: what is to be seen is what the program says, at any step."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.playing import recorded
from elcs_gui.picture.live_sets import live_sets
from elcs_gui.player.page import player_page
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.explain import told
from elcs_gui.trace.roles import Role, shown_target, standings
from elcs_gui.trace.stages import stretches
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from tests.player.browser import LARGE, SMALL, Browser, Write
from tests.player.hostile import NAMES, renamed
from tests.traces import trace_of

LOOK_AT_STEPS = """
const all = (selector, look) => [...document.querySelectorAll(selector)].map(look);
return arguments[0].map((step) => {
  elcsPlayer.goToStep(step, true);
  const nodes = all(".node", ({ dataset }) => [Number(dataset.x), dataset.role]);
  const sets = all("#sets dt", (name) => [name.textContent, name.nextSibling.textContent]);
  const said = document.getElementById("said").textContent;
  return [step, elcsPlayer.step, said, Object.fromEntries(nodes), sets];
});
"""
ARROWS = """
return [...document.querySelectorAll(".link")].filter((link) => link.dataset.directed === "1")
  .map((link) => [Number(link.dataset.tail), Number(link.dataset.head)]);
"""
FEW = 1
"""Of a run that is not looked at in full, what changes is enough."""
PASSING = {Role.CANDIDATE, Role.DISMISSED, Role.UNSEEN}
"""What a variable may be called while it is being tried, whatever it was before."""


def seen(trace: Trace, step: int) -> tuple[str, dict[str, str], list[list[str]]]:
    """What the program says of a step: its sentence, who is what, and the sets."""
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
    said = "" if event is None else told(trace, event)
    return said, roles, [[row.name, row.value] for row in rows]


@pytest.mark.parametrize("algorithm", ["elcs", "pcd-by-pcd", "iamb", "pc"])
def test_every_tenth_step_and_the_last_are_as_the_program_has_them(
    browser: Browser, written: Write, algorithm: str
) -> None:
    trace = trace_of("fig3", algorithm)
    browser.open(written("fig3") if algorithm == "elcs" else written("fig3", algorithm, most_steps=FEW))
    kept = browser.run("return elcsPlayer.data.steps.at")
    steps = [*kept[1::10], len(trace)]
    for step, stands_at, said, nodes, sets in browser.run(LOOK_AT_STEPS, steps):
        sentence, roles, rows = seen(trace, step)
        assert stands_at == step
        assert said == sentence
        assert {x: role for x, role in nodes.items() if role not in PASSING} == roles
        assert sets == rows


@pytest.fixture
def opened(browser: Browser, written: Write) -> Browser:
    """The page of Fig. 3 at its end."""
    browser.open(written("fig3"))
    return browser


def test_the_last_graph_has_the_arrows_of_the_result(opened: Browser) -> None:
    trace = trace_of("fig3")
    outcome = timeline_of(trace).view(len(trace)).outcome()
    target = outcome.target
    expected = {(x, target) for x in outcome.parents} | {(target, x) for x in outcome.children}
    drawn = {(tail, head) for tail, head in opened.run(ARROWS)}
    assert expected and {arrow for arrow in drawn if target in arrow} == expected


def test_it_opens_at_the_end_and_nothing_leaves_the_page(browser: Browser, written: Write) -> None:
    page = written("fig3")
    browser.requests()
    browser.open(page)
    browser.press("ArrowLeft", "Home", "Space", "d")
    browser.wait("return elcsPlayer.step > 0")
    assert browser.requests() == [page.as_uri()]


def test_keys_step_as_in_the_window(opened: Browser) -> None:
    trace = trace_of("fig3")
    changes, stages = changes_of(trace).tolist(), [stretch.first + 1 for stretch in stretches(trace)]
    assert opened.step == len(trace)
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
    ("link", "said"), [("#step=9999", "Step 9,999 does not exist"), ("#step=%3Cb%3E", "“<b>” does not exist")]
)
def test_a_broken_link_shows_the_last_step_and_says_so(
    browser: Browser, written: Write, link: str, said: str
) -> None:
    browser.open(written("fig3"), link)
    assert browser.step == len(trace_of("fig3"))
    assert said in browser.text("#note")


def test_what_is_left_out_is_told(browser: Browser, written: Write) -> None:
    page = written("fig3", "pcd-by-pcd", most_steps=FEW)
    browser.open(page)
    place, words = browser.run("return elcsPlayer.data.gaps[0]")
    step = browser.run("return elcsPlayer.data.steps.at[arguments[0]]", place)
    browser.open(page, f"#step={step + 1}")
    assert browser.step == step
    assert f"Step {step + 1:,} was left out of this page" in browser.text("#note")
    assert browser.text("#gap") == words


def test_the_scrubber_is_a_slider(opened: Browser) -> None:
    opened.click("#scrubber", at=0.5)
    middle = len(trace_of("fig3")) / 2
    assert abs(opened.step - middle) < 20
    assert opened.link == f"#step={opened.step}"


def test_playing_stops_with_a_key(browser: Browser, written: Write) -> None:
    browser.open(written("fig3"), "#step=1")
    browser.press("Space")
    browser.wait("return elcsPlayer.step > 1")
    browser.press("Space")
    assert browser.text("#play") == "Play"
    assert browser.link == f"#step={browser.step}"


def test_an_arrow_that_is_chosen_tells_why(opened: Browser) -> None:
    names = trace_of("fig3").header.names
    opened.run("elcsPlayer.choose(arguments[0])", [names.index("T"), names.index("B")])
    assert opened.text("#page-why h2") == "Why T → B?"
    assert "N-structure" in opened.text("#page-why .words")
    opened.click("#page-why .premises .test")
    assert opened.text("#said").startswith("Test ")


def test_the_keys_are_listed_and_everything_is_reached_without_a_mouse(opened: Browser) -> None:
    opened.press("?")
    assert "one step back or forward" in opened.text("#help")
    opened.press("Escape")
    assert not opened.run("return document.getElementById('help').open")
    opened.run(
        "window.reached = [];"
        "addEventListener('focusin', ({target}) => reached.push(target.id || target.className.baseVal))"
    )
    opened.press(*["Tab"] * 45)
    reached = {*opened.run("return reached")}
    assert {"copy", "theme", "keys", "scrubber", "play", "back", "tab-why", "node target"} <= reached


def test_the_theme_follows_the_system_until_it_is_chosen(browser: Browser, written: Write) -> None:
    ground = "return getComputedStyle(document.getElementById('app')).backgroundColor"
    browser.look(dark=True)
    browser.open(written("fig3"))
    dark = browser.run(ground)
    browser.click("#theme")
    light = browser.run(ground)
    assert (dark, light) == ("rgb(27, 31, 38)", "rgb(255, 255, 255)")
    browser.reload()
    assert browser.run(ground) == light
    browser.run("localStorage.clear()")


def test_a_right_answer_counts_and_a_wrong_one_asks_which_premise_failed(
    browser: Browser, written: Write
) -> None:
    browser.open(written("fig3"), "#step=0")
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
    browser.open(written("fig3", most_steps=FEW), "#step=0")
    right, asked = browser.run(
        """
        const quiz = elcsPlayer.quiz;
        quiz.start('premises');
        const levels = elcsPlayer.data.levels.find((each) => each.id === 'premises');
        for (quiz.goOn(); quiz.question; quiz.question || quiz.goOn()) {
          quiz.question.right.forEach((id) => quiz.choose(id));
          quiz.check();
          quiz.goOn();
        }
        return [quiz.results.filter(Boolean).length, [levels.at.length, quiz.results.length]];
        """
    )
    assert right == asked[1] >= asked[0] > 3


def test_a_lesson_is_played_from_its_first_part_to_its_last(browser: Browser, tmp_path: Path) -> None:
    lesson = find_lesson("n-structures")
    page = tmp_path / "lesson.html"
    page.write_text(player_page(recorded(lesson), lesson, most_steps=FEW), encoding="utf-8")
    browser.open(page)
    parts = browser.run(
        """
        const {lesson, quiz} = elcsPlayer;
        const parts = [];
        for (let turn = 0; turn < 100; turn++) {
          const heading = document.querySelector("#page-lesson .part").textContent;
          if (parts.at(-1) !== heading) parts.push(heading);
          if (quiz.hides) {
            quiz.question.right.forEach((id) => quiz.choose(id));
            quiz.check();
          }
          if (quiz.question) quiz.goOn();
          else lesson.turn(1);
        }
        return parts;
        """
    )
    assert parts == [step.heading for step in lesson.steps]
    assert "The end" in browser.text("#page-lesson")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("hostile") / "page.html"
    page.write_text(player_page(renamed(trace_of("fig3")), title=NAMES[0], most_steps=FEW), encoding="utf-8")
    return page


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


@pytest.mark.parametrize(("size", "dark"), [(LARGE, False), (SMALL, True)])
def test_nothing_keeps_anybody_out(
    browser: Browser, written: Write, size: tuple[int, int], dark: bool
) -> None:
    browser.look(size, dark=dark)
    browser.open(written("fig3", most_steps=FEW), "#step=500")  # each row is looked at
    faults = []
    for tab in ("tests", "code") if dark else ("why",):
        browser.run("elcsPlayer.openTab(arguments[0], true)", tab)
        faults.append(browser.faults())
    if not dark:
        browser.run("elcsPlayer.quiz.start('verdicts'); elcsPlayer.quiz.goOn()")
        faults.append(browser.faults())
    assert [*chain(*faults)] == []


def test_it_fits_on_a_narrow_screen(browser: Browser, written: Write) -> None:
    browser.look((360, 640))
    browser.open(written("fig3"))
    assert browser.run("return document.scrollingElement.scrollWidth") <= 360
    high = browser.run(
        "return [...document.querySelectorAll('#transport button')].map((b) => b.offsetHeight)"
    )
    assert min(height for height in high if height) >= 44  # the others are not shown


def test_without_scripts_there_is_the_result(browser: Browser, written: Write) -> None:
    browser.scripts(allowed=False)
    try:
        browser.open(written("fig3"))
    finally:
        browser.scripts(allowed=True)
    trace = trace_of("fig3")
    assert told(trace, trace[-1]) in browser.text("#plain")
    assert browser.run("return document.getElementById('app').hidden")
