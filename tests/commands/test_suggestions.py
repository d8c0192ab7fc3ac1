"""Whatever has a name and is written wrongly: what may be meant is said, and nothing is guessed."""

from __future__ import annotations

import re

import pytest

from elcs_gui.cli import _COMMANDS, _parser
from elcs_gui.commands.options.parser import Parser
from elcs_gui.data.names import did_you_mean, nearest
from elcs_gui.gui import parser as window_parser
from tests.commands.calling import Elcs


@pytest.mark.parametrize(
    ("usage", "code", "meant"),
    [
        ("rn", 2, "Did you mean 'run'?"),
        ("algoritms", 2, "Did you mean 'algorithms'?"),
        ("--verson", 2, "Did you mean --version?"),
        ("run --exmple fig3", 2, "Did you mean --example?"),
        ("run --example fig3 --alfa 0.1", 2, "Did you mean --alpha?"),
        ("run --example fig3 --algorithm elcs-soud", 2, "Did you mean 'elcs-sound'?"),
        ("run --example fig3 --test fisher", 2, "Did you mean 'fisher-z'?"),
        ("run --example alram", 1, "Did you mean 'alarm'?"),
        ("run --example fig3 --target TT", 1, "Did you mean 'T'?"),
        ("run d.csv --target T --discretise quantil", 2, "Did you mean 'quantile'?"),
        ("algorithms iambb", 1, "Did you mean 'iamb'?"),
        ("race --example fig3 --algorithms elcs,elcs-so", 2, "Did you mean 'elcs-sound'?"),
        ("stability d.csv --target T --kind botstrap", 2, "Did you mean 'bootstrap'?"),
        ("lesson chek x.md", 2, "Did you mean 'check'?"),
        ("lesson check hiton", 1, "Did you mean 'hiton-pc'?"),
        ("export t.jsonl --to t.sgv", 2, "Did you mean .svg?"),
        ("simulate --example asia --rows 5 --seed 1 --to t.parqet", 1, "Did you mean .parquet?"),
        ("simulate --example asia --rows 5 --seed 1 --to t.csv --network-to t.biff", 1, "Did you mean .bif?"),
    ],
)
def test_what_may_be_meant_is_said(
    usage: str, code: int, meant: str, elcs: Elcs, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found, out, err = elcs(*usage.split())
    assert (found, out) == (code, "")
    assert meant in err
    assert list(tmp_path.iterdir()) == []


def all_parsers() -> list[Parser]:
    """Those of both commands and of every subcommand."""
    found: list[Parser] = [window_parser()]
    waiting = [_parser([*_COMMANDS])]
    while waiting:
        parser = waiting.pop()
        found.append(parser)
        for action in parser._actions:
            if isinstance(action.choices, dict):
                waiting += action.choices.values()
    return found


def test_no_option_can_be_abbreviated(elcs: Elcs, capsys: pytest.CaptureFixture[str]) -> None:
    parsers = all_parsers()
    assert len(parsers) == 2 + len(_COMMANDS) + 2  # a lesson is checked or listed
    for parser in parsers:
        assert not parser.allow_abbrev
        longest = [max(action.option_strings, key=len) for action in parser._actions if action.option_strings]
        for option in longest:
            if option[:-1] in parser._option_string_actions or len(option) < 4:
                continue
            with pytest.raises(SystemExit) as stopped:
                parser.parse_args([option[:-1]])
            assert stopped.value.code == 2
            assert f"there is no option {option[:-1]}. Did you mean " in capsys.readouterr().err
            # As it begins, not alone: several may begin so.
            assert option in elcs_said(parser, option[:-1], capsys)


def elcs_said(parser: Parser, option: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        parser.parse_args([option])
    return capsys.readouterr().err


def test_the_usage_of_every_command_is_one_line() -> None:
    for parser in all_parsers():
        usage = parser.format_usage()
        assert usage.startswith(f"usage: {parser.prog}"), usage
        assert usage.count("\n") == 1
        assert len(usage) < 80, usage
        for action in parser._actions:  # what must be given is in it
            if action.required and action.option_strings:
                assert action.option_strings[0] in usage


def test_every_argument_is_explained() -> None:
    for parser in all_parsers():
        assert parser.description, parser.prog
        for action in parser._actions:
            assert action.help, (parser.prog, action.dest)
            assert action.help[0] != " "


def test_a_complaint_about_an_option_comes_before_what_it_led_to(elcs: Elcs) -> None:
    """Without the option, another one is missing."""
    code, _, err = elcs("export", "t.jsonl", "--too", "x.svg")
    assert (code, "Did you mean --to?" in err) == (2, True)


def test_names_are_sought_by_their_beginning_then_by_likeness() -> None:
    names = ["elcs", "elcs-ii", "elcs-sound", "hiton-pc"]
    assert nearest("elcs-s", names) == ["elcs-sound"]
    assert nearest("ELCS-SOUND", names) == ["elcs-sound"]
    assert nearest("hitonpc", names) == ["hiton-pc"]
    assert nearest("zzz", names) == []
    assert did_you_mean("zzz", names) == "There are: elcs, elcs-ii, elcs-sound, hiton-pc."
    assert did_you_mean("zzz", names, "None.") == "None."


def test_there_is_one_function_for_near_names() -> None:
    from tests.package_tree import ROOT

    used = [
        path.name
        for path in (ROOT / "elcs_gui").rglob("*.py")
        if re.search(r"get_close_matches|SequenceMatcher", path.read_text(encoding="utf-8"))
    ]
    assert used == ["names.py"]


def test_lesson_options_stand_anywhere(elcs: Elcs) -> None:
    before, after = elcs("lesson", "check", "--json", "meek"), elcs("lesson", "check", "meek", "--json")
    assert before[0] == 0
    assert before == after
