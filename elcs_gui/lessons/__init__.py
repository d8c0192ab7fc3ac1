"""Teaching with a trace: questions about its steps, scores, and lessons that lead through it.

- `question` is what is asked, as a value with its right answers and a true reason against every wrong one;
  `questions` says which can be asked before a step of any trace, and where a level of difficulty asks them;
  `arrow_questions` makes those about arrows from their proofs, `rule_reasons` says why no other rule applies
- `exercise` are small networks to work through by hand; `practice` holds every move against the rules
  (`arrow_rules` those that give directions), `mastery` counts the clean ones
- `scoring` keeps what a learner answered: score, streak, results as CSV
- `lesson_file` reads and writes lessons, Markdown with a small header; `cursors` finds the step that a lesson
  names by what happens there; `playing` puts a lesson on its trace, and gives both as JSON; `recording` makes
  a lesson of a run that is open
- `bundled` are the lessons that come with the program

Imports `proof`, `storage`, `library` and what is left of them; the player, the window and the commands import
it. To add a kind of question: its entry in `Kind`, what makes it in `questions`, and the levels that ask it.
To add a lesson: a Markdown file in `resources/lessons`, which `elcs lesson` checks.
"""
